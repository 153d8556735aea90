/** SQL of a draw. All of it runs under the lock of the wheel. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { wheel, wheelDraw, wheelSlot } from '../db/schema.ts';
import type { DrawRow, WheelRow } from '../wheel/rows.ts';

/** Locks a wheel until the transaction ends; null for none. Those who insert its chances do not wait for it. */
export async function lockWheel(tx: Tx, id: number): Promise<WheelRow | null> {
  const [row] = await tx.select().from(wheel).where(eq(wheel.id, id)).for('no key update');
  return row ?? null;
}

/** The clock, and the newest version of a locked wheel. */
export async function readTurn(
  tx: Tx,
  wheelId: number,
): Promise<{ at: Date; no: number; root: string } | null> {
  const { rows } = await tx.execute<{ at: Date; no: number; root: string }>(sql`
    select clock_timestamp() as at, no, root from wheel_version where wheel_id = ${wheelId} order by no desc limit 1`);
  const [row] = rows;
  return row === undefined ? null : { ...row, at: new Date(row.at) };
}

/** The draw that a company's token has made; null for none. */
export async function findByToken(
  db: Db | Tx,
  { wheelId, companyId, token }: { wheelId: number; companyId: number; token: string },
): Promise<DrawRow | null> {
  const [row] = await db
    .select()
    .from(wheelDraw)
    .where(
      and(eq(wheelDraw.companyId, companyId), eq(wheelDraw.wheelId, wheelId), eq(wheelDraw.token, token)),
    );
  return row ?? null;
}

/** Uses the company's oldest chance; null where none is left. */
export async function takeChance(tx: Tx, wheelId: number, companyId: number): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update wheel_chance set used = used + 1
    where used < count and id = (
      select id from wheel_chance
      where wheel_id = ${wheelId} and company_id = ${companyId} and used < count order by id limit 1 for update)
    returning id`);
  return rows[0]?.id ?? null;
}

/** Tickets that were moved to these places. */
export async function readSlots(
  tx: Tx,
  wheelId: number,
  places: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .select({ place: wheelSlot.place, ticket: wheelSlot.ticket })
    .from(wheelSlot)
    .where(and(eq(wheelSlot.wheelId, wheelId), inArray(wheelSlot.place, [...places])));
  return new Map(rows.map(({ place, ticket }) => [place, ticket]));
}

export type NewDraw = Omit<DrawRow, 'id'>;

/** Writes a draw: its row, the counts of wheel and prize, and the ticket that moves to the taken place. */
export async function insertDraw(
  tx: Tx,
  draw: NewDraw,
  { place, last, moved }: { place: number; last: number; moved: number | null },
): Promise<DrawRow> {
  const { wheelId, seq, prizeId, createdAt } = draw;
  const { rows } = await tx.execute<{ id: number }>(sql`
    with gone as (
      delete from wheel_slot where wheel_id = ${wheelId} and place = ${last}
    ), put as (
      insert into wheel_slot (wheel_id, place, ticket)
      select ${wheelId}::int, ${place}::int, ${moved}::int where ${moved !== null}
      on conflict (wheel_id, place) do update set ticket = excluded.ticket
    ), counted as (
      update wheel set drawn = ${seq}::int where id = ${wheelId} and drawn = ${seq}::int - 1 returning id
    ), won as (
      update wheel_prize set drawn = drawn + 1 where id = ${prizeId} and wheel_id = ${wheelId} returning id
    )
    insert into wheel_draw (wheel_id, seq, company_id, user_id, chance_id, prize_id, version_no, token, buyer_seed,
      ticket, created_at)
    select counted.id, ${seq}::int, ${draw.companyId}::int, ${draw.userId}, ${draw.chanceId}::int, won.id,
      ${draw.versionNo}::int, ${draw.token}, ${draw.buyerSeed}, ${draw.ticket}::int, ${createdAt} from counted, won
    returning id`);
  return { ...draw, id: must(rows[0], `draw ${seq} of wheel ${wheelId}`).id };
}
