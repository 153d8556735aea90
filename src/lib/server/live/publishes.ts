/** Publishers of rooms: the receiver of the shop itself, and notices of a picture server elsewhere. */
import { AppError } from '#lib/contract/errors.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { env } from '../core/process/env.ts';
import type { Db } from '../db/client.ts';
import type { Rooms } from '../ports/live/port.ts';
import type { PictureNotice } from '../ports/live/remote.ts';
import { hashKey } from '../ports/live/stream-key.ts';
import {
  beginPublish,
  endPublish,
  findPublish,
  insertSegment,
  isPublishing,
  listSilent,
} from './publish-rows.ts';

/** The rooms of a database, for the receiver. */
export function roomsOf(db: Db): Rooms {
  return {
    onPublish: (given) => beginPublish(db, given),
    onDone: (publish, now) => endPublish(db, publish, now),
    isOpen: (publish, now) => isPublishing(db, publish, now),
    keep: (publish, segment, now) => insertSegment(db, publish, segment, now),
  };
}

/** Follows a notice. Throws 403 for a key that opens no room, and for a viewer without a good address. */
export async function receivePictureNotice(
  { db, now }: { db: Db; now: Date },
  notice: PictureNotice,
): Promise<void> {
  if (notice.act === 'other') return;
  if (notice.act === 'play') {
    if (!notice.isAllowed) throw new AppError(403, '观看地址无效或已过期');
    return;
  }
  const given = { roomId: notice.roomId, keyHash: hashKey(notice.key), now };
  if (notice.act === 'publish') {
    if ((await beginPublish(db, given)) === null) throw new AppError(403, '串流密钥不正确，或直播间未开放');
    return;
  }
  const publish = await findPublish(db, given);
  if (publish !== null) await endPublish(db, publish, now);
}

const handful = 50;
/** A publish without a segment for so long has lost its process, ms. */
const silentMs = 30_000;

/** Ends publishes whose process was killed: viewers are told that the picture is lost. */
export function endSilentPublishes(db: Db, now: Date): Promise<RowsDone> {
  // A picture server elsewhere tells the end itself, and no segment.
  if (env().LIVE_PLAYBACK_URL !== undefined) return Promise.resolve({ done: 0, failed: 0 });
  const job = 'endSilentPublishes';
  return eachRow(db, {
    job,
    now,
    list: () => listSilent(db, { job, now, before: new Date(now.getTime() - silentMs), limit: handful }),
    work: async (roomId) => {
      const publish = await findPublish(db, { roomId });
      if (publish === null) return 0;
      await endPublish(db, publish, now);
      return 1;
    },
  });
}
