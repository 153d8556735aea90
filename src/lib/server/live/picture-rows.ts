/** A room's picture for its desk: of the merchant's own rooms, or of all. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { liveRoom } from '../db/schema.ts';

const columns = {
  id: liveRoom.id,
  state: liveRoom.state,
  startedAt: liveRoom.startedAt,
  endedAt: liveRoom.endedAt,
  publishedAt: liveRoom.publishedAt,
  isReplay: liveRoom.isReplay,
  replayFrom: liveRoom.replayFrom,
  replayTo: liveRoom.replayTo,
};

/** A room of a merchant; of any one where `merchantId` is null. Null where there is none. */
export async function findDeskPicture(db: Db, id: number, merchantId: number | null) {
  const within = merchantId === null ? undefined : eq(liveRoom.merchantId, merchantId);
  const [row] = await db
    .select(columns)
    .from(liveRoom)
    .where(and(eq(liveRoom.id, id), within));
  return row ?? null;
}
