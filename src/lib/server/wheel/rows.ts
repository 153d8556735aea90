/** Wheels as everyone sees them, and what a company has of them. */
import { and, asc, desc, eq, gte, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Deck } from '#lib/rules/wheel/deck.ts';
import type { ChanceSource, WheelFacts } from '#lib/rules/wheel/wheel.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, wheel, wheelChance, wheelDraw, wheelPrize, wheelVersion } from '../db/schema.ts';

export type WheelRow = typeof wheel.$inferSelect;
export type PrizeRow = typeof wheelPrize.$inferSelect;
export type VersionRow = typeof wheelVersion.$inferSelect;
export type DrawRow = typeof wheelDraw.$inferSelect;

/** The facts of the rules. */
export function factsOf(
  row: Pick<WheelRow, 'openedAt' | 'startsAt' | 'endsAt' | 'closedAt' | 'pausedAt' | 'tickets' | 'drawn'>,
): WheelFacts {
  return {
    openedAt: row.openedAt?.getTime() ?? null,
    startsAt: row.startsAt.getTime(),
    endsAt: row.endsAt.getTime(),
    closedAt: row.closedAt?.getTime() ?? null,
    pausedAt: row.pausedAt?.getTime() ?? null,
    tickets: row.tickets,
    drawn: row.drawn,
  };
}

/** Opened wheels whose end has not come: that of a paused one is put off. Over `wheel`. */
export const hasNotEnded: SQL = sql`(wheel.opened_at is not null and wheel.closed_at is null
  and (wheel.ends_at > now() or wheel.paused_at is not null))`;

/** Wheels whose chances can be got, by the database's clock: those of a paused one are used later. Over `wheel`. */
export const bringsChances: SQL = sql`(${hasNotEnded} and wheel.starts_at <= now())`;

/** Wheels from which can be drawn. Over `wheel`. */
const isOpenNow: SQL = sql`(${bringsChances} and wheel.paused_at is null)`;

/** The start of the Shanghai day by the database's clock. */
export const todayStart: SQL = sql`(date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`;

/** A wheel, drafts too. */
export async function findWheel(db: Db | Tx, id: number): Promise<WheelRow | null> {
  const [row] = await db.select().from(wheel).where(eq(wheel.id, id));
  return row ?? null;
}

/** A wheel that everyone may see; of 0 the open one that ends first, else a paused one, else the next one, else
 * the last one. */
export async function findSeenWheel(db: Db, id: number): Promise<WheelRow | null> {
  const place = sql`case when ${isOpenNow} then 0 when wheel.paused_at is not null then 1
    when wheel.closed_at is null and wheel.starts_at > now() then 2 else 3 end`;
  const [row] = await db
    .select()
    .from(wheel)
    .where(and(isNotNull(wheel.openedAt), id > 0 ? eq(wheel.id, id) : undefined))
    .orderBy(
      place,
      sql`case when wheel.closed_at is null and wheel.ends_at > now() then wheel.ends_at end`,
      desc(wheel.endsAt),
      asc(wheel.id),
    )
    .limit(1);
  return row ?? null;
}

/** Other wheels that everyone may see, the newest first. */
export function listOtherWheels(db: Db, id: number): Promise<WheelRow[]> {
  return db
    .select()
    .from(wheel)
    .where(and(isNotNull(wheel.openedAt), ne(wheel.id, id)))
    .orderBy(desc(wheel.startsAt), desc(wheel.id))
    .limit(10);
}

export function listPrizes(db: Db | Tx, wheelId: number): Promise<PrizeRow[]> {
  return db
    .select()
    .from(wheelPrize)
    .where(eq(wheelPrize.wheelId, wheelId))
    .orderBy(asc(wheelPrize.position), asc(wheelPrize.id));
}

export function listVersions(db: Db | Tx, wheelId: number): Promise<VersionRow[]> {
  return db
    .select()
    .from(wheelVersion)
    .where(eq(wheelVersion.wheelId, wheelId))
    .orderBy(asc(wheelVersion.no));
}

/** The deck of a version. */
export async function readDeck(db: Db | Tx, wheelId: number, no: number): Promise<Deck> {
  const [row] = await db
    .select({ deck: wheelVersion.deck })
    .from(wheelVersion)
    .where(and(eq(wheelVersion.wheelId, wheelId), eq(wheelVersion.no, no)));
  return row?.deck ?? [];
}

/** Chances of a company that are left. */
export async function countChances(db: Db | Tx, wheelId: number, companyId: number): Promise<number> {
  const [row] = await db
    .select({ left: sql<number>`coalesce(sum(${wheelChance.count} - ${wheelChance.used}), 0)::int` })
    .from(wheelChance)
    .where(and(eq(wheelChance.wheelId, wheelId), eq(wheelChance.companyId, companyId)));
  return row?.left ?? 0;
}

/** Chances that a company has got for points since the Shanghai day began. */
export function countBoughtToday(db: Db | Tx, wheelId: number, companyId: number): Promise<number> {
  return countGotToday(db, { wheelId, companyId, source: 'points' });
}

/** Chances that a company has got from a source since the Shanghai day began. */
export async function countGotToday(
  db: Db | Tx,
  { wheelId, companyId, source }: { wheelId: number; companyId: number; source: ChanceSource },
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${wheelChance.count}), 0)::int` })
    .from(wheelChance)
    .where(
      and(
        eq(wheelChance.wheelId, wheelId),
        eq(wheelChance.companyId, companyId),
        eq(wheelChance.source, source),
        gte(wheelChance.createdAt, todayStart),
      ),
    );
  return row?.count ?? 0;
}

/** Open wheels, the one that ends first in front, and whether the company can draw for the first time today. */
export async function listToJoin(db: Db, companyId: number): Promise<{ id: number; isToJoin: boolean }[]> {
  const { rows } = await db.execute<{ id: number; isToJoin: boolean }>(sql`
    select wheel.id, wheel.drawn < wheel.tickets
      and exists (select 1 from wheel_chance c
        where c.wheel_id = wheel.id and c.company_id = ${companyId} and c.used < c.count)
      and not exists (select 1 from wheel_draw d
        where d.wheel_id = wheel.id and d.company_id = ${companyId} and d.created_at >= ${todayStart}) as "isToJoin"
    from wheel where ${isOpenNow} order by wheel.ends_at, wheel.id`);
  return rows;
}

/** Draws of a company with their prizes, the newest first; of 0 those of all wheels. */
export async function listOwnDraws(
  db: Db,
  companyId: number,
  { wheelId, limit, offset }: { wheelId: number; limit: number; offset: number },
) {
  const where = and(
    eq(wheelDraw.companyId, companyId),
    wheelId > 0 ? eq(wheelDraw.wheelId, wheelId) : undefined,
  );
  const list = await db
    .select({ draw: wheelDraw, prize: wheelPrize, wheel: wheel.name })
    .from(wheelDraw)
    .innerJoin(wheelPrize, eq(wheelPrize.id, wheelDraw.prizeId))
    .innerJoin(wheel, eq(wheel.id, wheelDraw.wheelId))
    .where(where)
    .orderBy(desc(wheelDraw.id))
    .limit(limit)
    .offset(offset);
  return { list, total: await db.$count(wheelDraw, where) };
}

/** The newest prizes that were won, with the whole names of the companies. */
export function listWon(db: Db, wheelId: number, limit: number) {
  return db
    .select({
      company: company.name,
      name: wheelPrize.name,
      kind: wheelPrize.kind,
      seq: wheelDraw.seq,
      at: wheelDraw.createdAt,
    })
    .from(wheelDraw)
    .innerJoin(wheelPrize, eq(wheelPrize.id, wheelDraw.prizeId))
    .innerJoin(company, eq(company.id, wheelDraw.companyId))
    .where(and(eq(wheelDraw.wheelId, wheelId), ne(wheelPrize.kind, 'nothing')))
    .orderBy(desc(wheelDraw.seq))
    .limit(limit);
}

/** Draws of a wheel in their order, from one on. */
export function listDraws(db: Db, wheelId: number, from: number, limit: number) {
  return db
    .select({
      seq: wheelDraw.seq,
      buyer_seed: wheelDraw.buyerSeed,
      ticket: wheelDraw.ticket,
      prize_id: wheelDraw.prizeId,
    })
    .from(wheelDraw)
    .where(and(eq(wheelDraw.wheelId, wheelId), gte(wheelDraw.seq, from)))
    .orderBy(asc(wheelDraw.seq))
    .limit(limit);
}

/** Prizes by their ids. */
export async function mapPrizes(db: Db | Tx, ids: readonly number[]): Promise<Map<number, PrizeRow>> {
  const rows = await db
    .select()
    .from(wheelPrize)
    .where(inArray(wheelPrize.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}
