/** SQL of wheels at the desk: drafts, versions of opened ones, and their end. */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Deck } from '#lib/rules/wheel/deck.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { wheel, wheelPrize, wheelSlot, wheelVersion } from '../db/schema.ts';
import type { PrizeRow, WheelRow } from '../wheel/rows.ts';

export type WheelValues = Pick<
  WheelRow,
  | 'name'
  | 'remarks'
  | 'startsAt'
  | 'endsAt'
  | 'perSign'
  | 'perOrder'
  | 'perAmount'
  | 'pointsPrice'
  | 'pointsDaily'
>;
export type PrizeValues = Omit<PrizeRow, 'id' | 'wheelId' | 'position' | 'drawn'>;

/** Makes a draft; the same token again answers the one that it made, and `isNew` false. */
export async function insertWheel(
  tx: Tx,
  values: WheelValues,
  token: string,
): Promise<{ id: number; isNew: boolean }> {
  const [made] = await tx
    .insert(wheel)
    .values({ ...values, token })
    .onConflictDoNothing({ target: wheel.token })
    .returning({ id: wheel.id });
  if (made) return { id: made.id, isNew: true };
  const [known] = await tx.select({ id: wheel.id }).from(wheel).where(eq(wheel.token, token));
  if (known === undefined) throw new Error('a wheel was not written');
  return { id: known.id, isNew: false };
}

/** Changes a locked wheel, and counts the change. */
export async function updateWheel(
  tx: Tx,
  id: number,
  values: Partial<typeof wheel.$inferInsert>,
): Promise<void> {
  await tx
    .update(wheel)
    .set({ ...values, revision: sql`${wheel.revision} + 1` })
    .where(eq(wheel.id, id));
}

/** Puts the prizes of a draft in the place of those it had; nothing names them yet. */
export async function replacePrizes(tx: Tx, wheelId: number, prizes: readonly PrizeValues[]): Promise<void> {
  await tx.delete(wheelPrize).where(eq(wheelPrize.wheelId, wheelId));
  await insertPrizes(tx, wheelId, prizes, 0);
}

/** Adds prizes behind `position` others; answers their ids in their order. */
export async function insertPrizes(
  tx: Tx,
  wheelId: number,
  prizes: readonly PrizeValues[],
  position: number,
): Promise<number[]> {
  if (prizes.length === 0) return [];
  const rows = await tx
    .insert(wheelPrize)
    .values(prizes.map((prize, at) => ({ ...prize, wheelId, position: position + at })))
    .returning({ id: wheelPrize.id, position: wheelPrize.position });
  return rows.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
}

/** Sets how many tickets there are of a prize. */
export async function setCount(tx: Tx, wheelId: number, id: number, count: number): Promise<void> {
  await tx
    .update(wheelPrize)
    .set({ count })
    .where(and(eq(wheelPrize.id, id), eq(wheelPrize.wheelId, wheelId)));
}

/** Writes a version. Tickets behind `before` are new: their places are lower than their numbers by what was drawn. */
export async function insertVersion(
  tx: Tx,
  version: { wheelId: number; no: number; deck: Deck; root: string; tickets: number },
  { before, drawn, at }: { before: number; drawn: number; at: Date },
): Promise<void> {
  const { wheelId, tickets } = version;
  await tx.insert(wheelVersion).values({ ...version, fromSeq: drawn + 1, createdAt: at });
  if (drawn > 0 && tickets > before)
    await tx.execute(sql`
      insert into wheel_slot (wheel_id, place, ticket)
      select ${wheelId}::int, t - ${drawn}::int, t from generate_series(${before}::int, ${tickets - 1}::int) t`);
}

/** Chances of a wheel: given, used, and by how many companies. */
export async function sumChances(
  db: Db | Tx,
  wheelId: number,
): Promise<{ chances: number; used: number; companies: number }> {
  const { rows } = await db.execute<{ chances: number; used: number; companies: number }>(sql`
    select coalesce(sum(count), 0)::int as chances, coalesce(sum(used), 0)::int as used,
      count(distinct company_id)::int as companies from wheel_chance where wheel_id = ${wheelId}`);
  return rows[0] ?? { chances: 0, used: 0, companies: 0 };
}

/** Publishes the seed of a locked wheel. What nobody can draw any more needs no places. */
export async function publish(tx: Tx, id: number, secret: string, at: Date): Promise<void> {
  await updateWheel(tx, id, { secret, closedAt: at });
  await tx.delete(wheelSlot).where(eq(wheelSlot.wheelId, id));
}

/** Opened wheels whose end is past and whose seed is not published. */
export async function listEnded(db: Db, job: string, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: wheel.id })
    .from(wheel)
    .where(
      and(
        isNull(wheel.closedAt),
        sql`${wheel.openedAt} is not null`,
        lte(wheel.endsAt, now),
        isNull(wheel.pausedAt),
        isReady(job, wheel.id, now),
      ),
    )
    .orderBy(asc(wheel.endsAt))
    .limit(20);
  return rows.map(({ id }) => id);
}
