/** SQL of live rooms at the desks. `within` binds to a merchant's own; null is the platform, which sees all that was handed in. */
import { and, asc, eq, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { RoomItem } from '#lib/rules/live/desk.ts';
import { statesFor } from '#lib/rules/live/room.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { goods, liveGoods, liveRoom, product, staff } from '../db/schema.ts';

export type LiveRoomRow = typeof liveRoom.$inferSelect;
export type LiveRoomValues = Partial<Omit<typeof liveRoom.$inferInsert, 'id' | 'merchantId' | 'token'>>;

/** Rooms that a desk knows of. */
function isKnownTo(id: number, within: number | null): SQL | undefined {
  const own = within === null ? ne(liveRoom.state, 'draft') : eq(liveRoom.merchantId, within);
  // A room that was handed in once stays known to the platform.
  return and(eq(liveRoom.id, id), within === null ? or(own, sql`${liveRoom.handedInAt} is not null`) : own);
}

export async function findDeskRoom(
  db: Db | Tx,
  id: number,
  within: number | null,
): Promise<LiveRoomRow | null> {
  const [row] = await db.select().from(liveRoom).where(isKnownTo(id, within));
  return row ?? null;
}

/** The same, locked: acts on a room come one after the other. */
export async function lockRoom(tx: Tx, id: number, within: number | null): Promise<LiveRoomRow | null> {
  const [row] = await tx.select().from(liveRoom).where(isKnownTo(id, within)).for('update');
  return row ?? null;
}

/** Rooms on air since before a moment. */
export async function listOverdueRooms(
  db: Db,
  before: Date,
  { job, now, limit }: { job: string; now: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: liveRoom.id })
    .from(liveRoom)
    .where(
      and(
        inArray(liveRoom.state, statesFor('end')),
        lte(liveRoom.startedAt, before),
        isReady(job, liveRoom.id, now),
      ),
    )
    .orderBy(asc(liveRoom.startedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Makes a draft. The same token again answers the room that it made, where it is the merchant's, and `isNew` false. */
export async function insertRoom(
  tx: Tx,
  values: typeof liveRoom.$inferInsert,
): Promise<{ id: number; isNew: boolean } | null> {
  const [made] = await tx
    .insert(liveRoom)
    .values(values)
    .onConflictDoNothing({ target: liveRoom.token })
    .returning({ id: liveRoom.id });
  if (made) return { id: made.id, isNew: true };
  const [known] = await tx
    .select({ id: liveRoom.id })
    .from(liveRoom)
    .where(and(eq(liveRoom.token, values.token), eq(liveRoom.merchantId, values.merchantId)));
  return known ? { id: known.id, isNew: false } : null;
}

/** Changes a locked room, and counts the change. */
export async function updateRoom(tx: Tx, id: number, values: LiveRoomValues): Promise<void> {
  await tx
    .update(liveRoom)
    .set({ ...values, revision: sql`${liveRoom.revision} + 1` })
    .where(eq(liveRoom.id, id));
}

/** An item as a desk chooses it. */
export interface RoomGoodsRow extends RoomItem {
  id: number;
  name: string;
  spec: string;
  maker: string;
  otc: string;
  stock: number;
}

const goodsColumns = {
  id: goods.id,
  name: product.name,
  spec: product.spec,
  maker: product.maker,
  otc: product.otc,
  stock: goods.stock,
  isOnShelf: goods.isOnShelf,
  isStopped: goods.isStopped,
};

/** The goods of a room in the host's order. */
export function listRoomGoods(db: Db | Tx, roomId: number): Promise<(RoomGoodsRow & { point: string })[]> {
  return db
    .select({ ...goodsColumns, point: liveGoods.point })
    .from(liveGoods)
    .innerJoin(goods, eq(goods.id, liveGoods.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .where(eq(liveGoods.roomId, roomId))
    .orderBy(asc(liveGoods.position), asc(liveGoods.goodsId));
}

/** Items of a merchant: those with these ids. */
export async function mapOwnGoods(
  db: Db | Tx,
  merchantId: number,
  ids: readonly number[],
): Promise<Map<number, RoomGoodsRow>> {
  const rows = await db
    .select(goodsColumns)
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(and(eq(goods.merchantId, merchantId), sql`${goods.id} = any(${sql.param([...ids])}::int[])`));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Items of a merchant that can be shown, by a part of the name, the maker or their number. */
export function findOwnGoods(
  db: Db,
  merchantId: number,
  find: string,
  limit: number,
): Promise<RoomGoodsRow[]> {
  const byNumber = /^[1-9]\d{0,8}$/.test(find) ? eq(goods.id, Number(find)) : undefined;
  return db
    .select(goodsColumns)
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(
      and(
        eq(goods.merchantId, merchantId),
        eq(goods.isOnShelf, true),
        eq(goods.isStopped, false),
        byNumber ?? or(contains(product.name, find), contains(product.maker, find)),
      ),
    )
    .orderBy(asc(product.name), asc(goods.id))
    .limit(limit);
}

/** Puts goods in the place of those that a room had. */
export async function replaceRoomGoods(
  tx: Tx,
  roomId: number,
  list: readonly { id: number; point: string }[],
): Promise<void> {
  await tx.delete(liveGoods).where(eq(liveGoods.roomId, roomId));
  if (list.length === 0) return;
  await tx
    .insert(liveGoods)
    .values(list.map(({ id, point }, position) => ({ roomId, goodsId: id, position, point })));
}

/** The login name of a person of the desks; empty for none. */
export async function staffName(db: Db | Tx, id: number | null): Promise<string> {
  if (id === null) return '';
  const [row] = await db.select({ name: staff.username }).from(staff).where(eq(staff.id, id));
  return row?.name ?? '';
}
