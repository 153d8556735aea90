/** The replay of a room that is over: which part is shown, and whether (rules 22). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { CutValues } from '#lib/contract/live/console-schema.ts';
import type { DeskRoom } from '#lib/contract/live/desk-schema.ts';
import { cutFault } from '#lib/rules/live/desk.ts';
import { findMinute, secondKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { lockFor, needSeen } from './desk-moves.ts';
import { recordingFault } from './desk-playback.ts';
import { getDeskRoom } from './desk-read.ts';
import { updateRoom } from './desk-rows.ts';

/** A second of Shanghai as typed, as ms; of a bound of the broadcast its own ms. */
function momentOf(typed: string, bound: number): number {
  const minute = must(findMinute(typed.slice(0, 16)), 'a minute');
  const moment = minute + Number(typed.slice(17) || 0) * 1_000;
  return Math.floor(bound / 1_000) * 1_000 === moment ? bound : moment;
}

/** `POST …/cut`. As it is already, it changes nothing. Throws 404, 409 where there is no recording too, and 422 for a part outside of the broadcast. */
export async function cutRoom(context: Context<'merchant'>, input: CutValues): Promise<DeskRoom> {
  const { db, now } = context;
  const { id, revision } = input;
  await db.transaction(async (tx) => {
    const room = await lockFor(tx, context, id, 'cut');
    const startedAt = must(room.startedAt, 'the start').getTime();
    const endedAt = must(room.endedAt, 'the end').getTime();
    const from = momentOf(input.from, startedAt);
    const to = momentOf(input.to, endedAt);
    const fault = cutFault({ from, to }, { startedAt, endedAt });
    if (fault !== null) throw fieldError(fault.field, fault.text);
    const isReplay = input.is_replay === 1;
    const isSame =
      room.isReplay === isReplay && room.replayFrom?.getTime() === from && room.replayTo?.getTime() === to;
    if (isSame) return;
    needSeen(room, revision);
    const missing = isReplay ? await recordingFault(tx, room) : '';
    if (missing !== '') throw new AppError(409, missing);
    await updateRoom(tx, id, { isReplay, replayFrom: new Date(from), replayTo: new Date(to) });
    const told = (is: boolean, first: Date | null, last: Date | null) => ({
      isReplay: is,
      from: first && secondKey(first.getTime()),
      to: last && secondKey(last.getTime()),
    });
    await writeAudit(tx, recordOf(context), {
      act: 'live.cut',
      subject: 'live_room',
      key: id,
      before: told(room.isReplay, room.replayFrom, room.replayTo),
      after: told(isReplay, new Date(from), new Date(to)),
      at: now,
    });
  });
  return getDeskRoom(context, { id });
}
