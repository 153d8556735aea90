/**
 * Which reads are made on a read replica (DATABASE_READ_URL): long looks back that decide nothing, and that nothing keeps.
 * All else is the primary's: what a process keeps (followed rows, the index, stored pages) is dropped when the primary
 * announces a change, and read again at once; a replica that lags would bring the old row back, for good. Carts, money,
 * sessions and whatever a transaction decides are the primary's too.
 */
import { env } from '#lib/server/process/env.ts';
import { onShutdown } from '#lib/server/process/lifecycle.ts';
import { type Db, getDb } from './client.ts';
import { Replica, type ReplicaState } from './replica.ts';

let used: Replica | undefined;

/** From now on reads of this handle may be made on the replica at `url`, until the answered function is called. */
export function useReplica(db: Db, url: string): () => Promise<void> {
  const replica = new Replica(url, db);
  used = replica;
  const end = async () => {
    if (used === replica) used = undefined;
    await replica.close();
  };
  onShutdown('read replica', 'resources', end);
  return end;
}

/** Uses the replica of the environment, if it names one; one that is away keeps nothing from starting. */
export function useOwnReplica(): void {
  const { DATABASE_READ_URL: url } = env();
  if (url !== undefined) useReplica(getDb(), url);
}

/**
 * Runs a read on the replica when there is one that holds all that was committed before, else on `db` itself. The read
 * may run twice, and asks nothing of what the process keeps.
 */
export function readElsewhere<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return used !== undefined && used.primary === db ? used.read(read) : read(db);
}

/** How the replica does; null when there is none. */
export function replicaState(): ReplicaState | null {
  return used?.state ?? null;
}
