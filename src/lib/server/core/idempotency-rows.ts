/** Answers stored under the keys of a company, so that a repeat gets the same one (rules 5). */
import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { idempotencyKey } from '../db/schema.ts';
import { intArray } from '../fast/arrays.ts';
import { ask } from '../fast/prepared.ts';

/** First half of the advisory lock that lets a company place one order at a time. */
const companyLock = 7_310_942;

/** A key to save. */
export interface Claim {
  companyId: number;
  key: string;
  bodyHash: string;
  /** JSON text, where it is known before the work; null: {@link keepAnswer} saves it. */
  answer: string | null;
  /** Items that the work takes from: locked after the company's turn, in the order of their ids. */
  goodsIds: readonly number[];
}

/**
 * Opens a write that happens once, in one round trip of three parts: {@link companyTurn}, {@link keyClaim},
 * {@link goodsLock}. False, and no items locked, when the key exists already. A transaction that ends without a commit,
 * by a refusal or a kill, leaves neither locks nor key. A later statement must read the items: the snapshot of this one
 * is from before it waited.
 */
export async function openOnce(
  tx: Tx,
  { companyId, key, bodyHash, answer, goodsIds }: Claim,
): Promise<boolean> {
  const { rows } = await ask<{ is_claimed: boolean }>(tx, 'claim key', opening, {
    companyId,
    key,
    bodyHash,
    answer,
    goodsIds: intArray(goodsIds),
  });
  return rows[0]?.is_claimed ?? false;
}

function opening() {
  return sql`
    with turn as materialized (${companyTurn()}), claimed as (${keyClaim()}), locked as materialized (${goodsLock()})
    select exists (select from claimed) as is_claimed, (select count(*) from locked) as locked`;
}

/** Waits until no other transaction of the company places an order. */
function companyTurn() {
  return sql`select pg_advisory_xact_lock(${sql.raw(String(companyLock))}, ${sql.placeholder('companyId')}::int)`;
}

/** Saves the key after the company's turn; no row where it exists. */
function keyClaim() {
  const of = sql.placeholder;
  return sql`
    insert into idempotency_key (company_id, key, body_hash, answer)
    select ${of('companyId')}::int, ${of('key')}::text, ${of('bodyHash')}::text, to_jsonb(${of('answer')}::text) from turn
    on conflict do nothing returning key`;
}

/** Locks the items that the work takes from, in the order of their ids; none where the key exists. */
function goodsLock() {
  return sql`
    select id from goods
    where exists (select from claimed) and id = any((select ${sql.placeholder('goodsIds')}::int[])::int[])
    order by id for no key update`;
}

/** Takes the turns of several companies, in the order of their numbers: each places one order at a time. */
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

/** `answer` is JSON text, stored as text: a repeat gets the exact bytes. */
export async function keepAnswer(tx: Tx, companyId: number, key: string, answer: string): Promise<void> {
  await tx
    .update(idempotencyKey)
    .set({ answer })
    .where(and(eq(idempotencyKey.companyId, companyId), eq(idempotencyKey.key, key)));
}
