/** Captions of a replay at the desk (rules 22). */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { fieldError } from '#lib/contract/errors.ts';
import type { CaptionsValues } from '#lib/contract/live/console-schema.ts';
import type { DeskRoom, SeenRoomValues } from '#lib/contract/live/desk-schema.ts';
import { shortText } from '#lib/rules/chat/text.ts';
import { captionLimits, readCaptions } from '#lib/rules/live/captions.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { nameOfUpload } from '../ports/files/read-upload.ts';
import { type Captions, deleteCaptions, findCues, putCaptions } from './caption-rows.ts';
import { staffOf } from './desk-console.ts';
import { lockFor, needSeen } from './desk-moves.ts';
import { getDeskRoom } from './desk-read.ts';
import { tell } from './desk-review.ts';
import { type LiveRoomRow, updateRoom } from './desk-rows.ts';

type Host = Context<'merchant'>;
type Desk = Context<'staff'>;

const wrong = (text: string) => fieldError('file', text);

function textOf(bytes: Uint8Array): string {
  if (bytes.byteLength > captionLimits.bytes) throw wrong(`字幕文件最大${captionLimits.bytes / 1024} KB`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw wrong('字幕文件的编码须为UTF-8');
  }
}

/**
 * `POST …/captions`: a WebVTT file for the recording of a room that is over, in the place of the one before; its times count
 * from the start of the broadcast. The same file again changes nothing, whatever was seen. Throws 404, 409, and 422 with the
 * number of the cue that is wrong.
 */
export async function setCaptions(context: Host, { id, revision, file }: CaptionsValues): Promise<DeskRoom> {
  const text = textOf(file.bytes);
  await context.db.transaction(async (tx) => {
    const room = await lockFor(tx, context, id, 'cut');
    const startedAt = must(room.startedAt, 'the start').getTime();
    const read = readCaptions(text, must(room.endedAt, 'the end').getTime() - startedAt);
    if ('fault' in read) throw wrong(read.fault);
    const after = { name: nameOfUpload(file), cues: read.cues };
    const before = await findCues(tx, id);
    if (before !== null && isDeepStrictEqual(before, after)) return;
    needSeen(room, revision);
    await record(tx, context, room, before, after);
    await putCaptions(tx, {
      ...{ roomId: id, ...after },
      ...{ staffId: staffOf(context), createdAt: context.now },
    });
    await updateRoom(tx, id, {});
  });
  return getDeskRoom(context, { id });
}

/**
 * `POST …/remove-captions`: by the merchant, or by the platform, which tells the merchant. Without any it changes nothing.
 * Throws 404, 409.
 */
export async function removeCaptions(context: Desk, { id, revision }: SeenRoomValues): Promise<DeskRoom> {
  await context.db.transaction(async (tx) => {
    const room = await lockFor(tx, context, id, 'cut');
    const before = await findCues(tx, id);
    if (before === null) return;
    needSeen(room, revision);
    await record(tx, context, room, before, null);
    await deleteCaptions(tx, id);
    await updateRoom(tx, id, {});
    if (context.actor.kind !== 'platform') return;
    const body = `“${room.title}”的字幕“${before.name}”已删除，修改后可以重新上传。`;
    await tell(tx, room, { title: '直播回放的字幕已被平台删除', body }, context.now);
  });
  return getDeskRoom(context, { id });
}

/** Characters of the words that the audit log keeps; the hash is of all of them. */
const keptWords = 2_000;

/** Facts by which the audit log identifies captions. */
function factsOf({ name, cues }: Captions) {
  const hash = createHash('sha256').update(
    JSON.stringify(cues.map(({ from, to, text }) => [from, to, text])),
  );
  return { name, count: cues.length, hash: hash.digest('hex') };
}

/** Replaced and removed words are nowhere else afterwards. */
async function record(
  tx: Tx,
  context: Desk,
  { id, merchantId }: LiveRoomRow,
  before: Captions | null,
  after: Captions | null,
): Promise<void> {
  await writeAudit(tx, recordOf(context), {
    act: 'live.captions',
    subject: 'live_room',
    key: id,
    before: before && {
      ...factsOf(before),
      text: shortText(before.cues.map(({ text }) => text).join(' '), keptWords),
    },
    after: after && factsOf(after),
    merchantId,
    at: context.now,
  });
}
