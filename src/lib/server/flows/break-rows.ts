/** Breaks of orders: money or goods that do not add up, or a sealed record that was changed. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type FlowBreak, sealedCauses } from '#lib/rules/flows/causes.ts';
import type { Db, Tx } from '../db/client.ts';
import { flowBreak } from '../db/schema.ts';

const wordsOf = (causes: readonly string[]): SQL => sql`any(${sql.param([...causes])}::text[])`;

/**
 * Stores the breaks of these orders as they are now: new ones open, known ones keep their age and, with the same figures,
 * their note; the rest closes by itself. A break of a sealed record (`leaf`) is found elsewhere and stays.
 */
export async function saveBreaks(
  tx: Tx,
  nos: readonly string[],
  found: readonly (FlowBreak & { orderNo: string })[],
  now: Date,
): Promise<void> {
  const asked = sql`any(${sql.param([...nos])}::text[])`;
  const rows = sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
    as f ("orderNo" text, cause text, about text, wanted bigint, found bigint)`;
  await tx.execute(sql`
    update flow_break b set closed_at = ${now}
    where b.order_no = ${asked} and b.closed_at is null and b.cause <> 'leaf' and not exists (
      select 1 from ${rows} where f."orderNo" = b.order_no and f.cause = b.cause and f.about = b.about)`);
  if (found.length > 0) await upsertBreaks(tx, rows, now);
}

/** Of these orders those whose sealed record was changed, without a person's note on each change. */
export async function listUnexplained(tx: Tx, nos: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ no: string }>(sql`
    select distinct order_no as no from flow_break
    where order_no = any(${sql.param([...nos])}::text[]) and closed_at is null and noted_at is null
      and cause = ${wordsOf(sealedCauses)}`);
  return new Set(rows.map(({ no }) => no));
}

/** Opens a break of an order's sealed record. A repeat changes nothing. */
export async function saveLeafBreak(tx: Tx, orderNo: string, day: string, now: Date): Promise<void> {
  const found = JSON.stringify([{ orderNo, cause: 'leaf', about: day, wanted: 0, found: 0 }]);
  await upsertBreaks(
    tx,
    sql`jsonb_to_recordset(${found}::jsonb) as f ("orderNo" text, cause text, about text, wanted bigint, found bigint)`,
    now,
  );
}

/** Closes breaks of a day's sealed records that fit again. */
export async function closeLeafBreaks(
  tx: Tx,
  day: string,
  wrong: readonly string[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update flow_break set closed_at = ${now}
    where cause = 'leaf' and about = ${day} and closed_at is null
      and not order_no = any(${sql.param([...wrong])}::text[])`);
}

async function upsertBreaks(tx: Tx, rows: SQL, now: Date): Promise<void> {
  const isSame = sql`flow_break.closed_at is null and flow_break.wanted = excluded.wanted and flow_break.found = excluded.found`;
  await tx.execute(sql`
    insert into flow_break (order_no, cause, about, wanted, found, found_at)
    select f."orderNo", f.cause, f.about, f.wanted, f.found, ${now} from ${rows} order by 1, 2, 3
    on conflict (order_no, cause, about) do update set wanted = excluded.wanted, found = excluded.found,
      found_at = case when flow_break.closed_at is null then flow_break.found_at else excluded.found_at end,
      closed_at = null,
      note = case when ${isSame} then flow_break.note end,
      noted_by = case when ${isSame} then flow_break.noted_by end,
      noted_at = case when ${isSame} then flow_break.noted_at end`);
}

/**
 * Breaks that need a person: they are open, and nobody has explained their figures; of all merchants or of one. Over
 * `flow_break`.
 */
export function isBreakWaiting(within: number | null): SQL | undefined {
  const isOwn = sql`exists (select 1 from "order" o where o.no = ${flowBreak.orderNo} and o.merchant_id = ${within})`;
  return and(isNull(flowBreak.closedAt), isNull(flowBreak.notedAt), within === null ? undefined : isOwn);
}

export async function findBreak(db: Db | Tx, id: number) {
  const [row] = await db.select().from(flowBreak).where(eq(flowBreak.id, id));
  return row ?? null;
}

/** Notes what a person found out; false where the break has closed, or its figures were explained by now. */
export async function noteBreak(
  tx: Tx,
  id: number,
  patch: { note: string; notedBy: string; notedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(flowBreak)
    .set(patch)
    .where(and(eq(flowBreak.id, id), isBreakWaiting(null)))
    .returning({ id: flowBreak.id });
  return rows.length > 0;
}
