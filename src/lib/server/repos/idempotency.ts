/** Answers kept under the keys of a company, so that a repeat gets the same one (rules 5). */
import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { idempotencyKey } from '../db/schema.ts';

/** First half of the advisory lock that lets a company place one order at a time. */
const companyLock = 7_310_942;

/**
 * Waits for the company's turn and writes the key down; false when it stands there already. A transaction that
 * ends without a commit, by a refusal or a kill, leaves neither lock nor key.
 */
export async function claimKey(tx: Tx, companyId: number, key: string, bodyHash: string): Promise<boolean> {
  const result = await tx.execute(sql`
    with turn as materialized (select pg_advisory_xact_lock(${companyLock}, ${companyId}))
    insert into idempotency_key (company_id, key, body_hash)
    select ${companyId}, ${key}, ${bodyHash} from turn
    on conflict do nothing`);
  return (result.rowCount ?? 0) > 0;
}

/** Waits for the turns of several companies, in the order of their numbers: each places one order at a time. */
export async function lockTurns(tx: Tx, companyIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(companyIds)].sort((a, b) => a - b))
    await tx.execute(sql`select pg_advisory_xact_lock(${companyLock}, ${id})`);
}

export async function findKey(tx: Db | Tx, companyId: number, key: string) {
  const [row] = await tx
    .select({
      bodyHash: idempotencyKey.bodyHash,
      answer: sql<string | null>`${idempotencyKey.answer} #>> '{}'`,
    })
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.companyId, companyId), eq(idempotencyKey.key, key)));
  return row ?? null;
}

/** `answer` is JSON text, kept as text: a repeat gets it to the letter. */
export async function keepAnswer(tx: Tx, companyId: number, key: string, answer: string): Promise<void> {
  await tx
    .update(idempotencyKey)
    .set({ answer })
    .where(and(eq(idempotencyKey.companyId, companyId), eq(idempotencyKey.key, key)));
}
