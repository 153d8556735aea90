/**
 * Which reads use a read replica (DATABASE_READ_URL): long historical reads that decide nothing and are not cached. All
 * others use the primary: cached data (rows, the index, stored pages) is dropped when the primary announces a change,
 * and read again at once; a lagging replica would bring the old row back, permanently. Carts, money, sessions and
 * everything decided in a transaction use the primary too.
 */
import { env } from '#lib/server/core/process/env.ts';
import { onShutdown } from '#lib/server/core/process/lifecycle.ts';
import { type Db, getDb } from './client.ts';
import { Replica, type ReplicaState } from './replica.ts';

let used: Replica | undefined;

/** Allows reads of this handle on the replica at `url`, until the returned function is called. */
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

/** Uses the replica of the environment, if any; one that is down does not prevent the start. */
export function useOwnReplica(): void {
  const { DATABASE_READ_URL: url } = env();
  if (url !== undefined) useReplica(getDb(), url);
}

/**
 * Runs a read on the replica when it has everything that was committed before, else on `db` itself. The read may run
 * twice, and must not use cached data.
 */
export function readElsewhere<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return used !== undefined && used.primary === db ? used.read(read) : read(db);
}

/** The state of the replica; null without one. */
export function replicaState(): ReplicaState | null {
  return used?.state ?? null;
}
