/** Rooms as viewers find them. */
import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { allRoomStates, isPublicRoom, statesFor, viewerLeftMs } from '#lib/rules/live/room.ts';
import type { Db } from '../db/client.ts';
import { liveRoom, merchant } from '../db/schema.ts';

const columns = {
  id: liveRoom.id,
  title: liveRoom.title,
  summary: liveRoom.summary,
  hostName: liveRoom.hostName,
  isRx: liveRoom.isRx,
  state: liveRoom.state,
  startsAt: liveRoom.startsAt,
  endsAt: liveRoom.endsAt,
  startedAt: liveRoom.startedAt,
  endedAt: liveRoom.endedAt,
  publishedAt: liveRoom.publishedAt,
  droppedAt: liveRoom.droppedAt,
  likes: liveRoom.likes,
  isMuted: liveRoom.isMuted,
  isReplay: liveRoom.isReplay,
  replayFrom: liveRoom.replayFrom,
  replayTo: liveRoom.replayTo,
  merchant: { id: merchant.id, name: merchant.shortName, fullName: merchant.fullName },
};

const isPublic = inArray(liveRoom.state, allRoomStates.filter(isPublicRoom));

function selectRooms(db: Db) {
  return db.select(columns).from(liveRoom).innerJoin(merchant, eq(merchant.id, liveRoom.merchantId));
}

export type RoomRow = Awaited<ReturnType<ReturnType<typeof selectRooms>['execute']>>[number];

/** A room that the public may know of; null for an unknown one. */
export async function findRoom(db: Db, id: number): Promise<RoomRow | null> {
  const [row] = await selectRooms(db).where(and(eq(liveRoom.id, id), isPublic));
  return row ?? null;
}

/** How many were in a room within the last minute. Over `live_room`. */
const viewersAt = (now: Date): SQL<number> => sql<number>`(select count(*)::int from live_viewer v
  where v.room_id = ${liveRoom.id} and v.last_at > ${new Date(now.getTime() - viewerLeftMs)})`;

export async function countViewers(db: Db, roomId: number, now: Date): Promise<number> {
  const [row] = await db
    .select({ viewers: viewersAt(now) })
    .from(liveRoom)
    .where(eq(liveRoom.id, roomId));
  return row?.viewers ?? 0;
}

/** Announced rooms whose time has passed by this much are listed no more, ms. */
const lateMs = 6 * 3_600_000;
/** Rooms of one kind in the list. */
const most = 30;

export interface ListedRoom extends RoomRow {
  viewers: number;
  /** The first of its goods; null where there is none. */
  goodsId: number | null;
  isReminded: boolean;
}

/** Rooms on air, the announced ones, the next first, and replays, the newest first. */
export async function listRooms(db: Db, userId: string | null, now: Date): Promise<ListedRoom[]> {
  const late = new Date(now.getTime() - lateMs);
  const listed = (where: SQL | undefined, ...order: SQL[]) =>
    db
      .select({
        ...columns,
        viewers: viewersAt(now),
        goodsId: sql<number | null>`(select g.goods_id from live_goods g where g.room_id = ${liveRoom.id}
          order by g.position, g.goods_id limit 1)`,
        isReminded: sql<boolean>`exists (select 1 from live_reminder r where r.room_id = ${liveRoom.id}
          and r.user_id = ${userId ?? ''})`,
      })
      .from(liveRoom)
      .innerJoin(merchant, eq(merchant.id, liveRoom.merchantId))
      .where(where)
      .orderBy(...order)
      .limit(most);
  const isSoon = inArray(liveRoom.state, statesFor('start'));
  const isNow = inArray(liveRoom.state, statesFor('end'));
  const parts = await Promise.all([
    listed(isNow, desc(liveRoom.startedAt), asc(liveRoom.id)),
    listed(and(isSoon, gt(liveRoom.startsAt, late)), asc(liveRoom.startsAt)),
    listed(
      and(
        inArray(liveRoom.state, statesFor('cut')),
        eq(liveRoom.isReplay, true),
        sql`${liveRoom.replayTo} is not null`,
      ),
      desc(liveRoom.startsAt),
    ),
  ]);
  return parts.flat();
}
