/** A room goes on air and off again, with its stream key (rules 22). */
import { AppError } from '#lib/contract/errors.ts';
import type { LiveConsole, MadeKey } from '#lib/contract/live/console-schema.ts';
import type { RoomValues, SeenRoomValues } from '#lib/contract/live/desk-schema.ts';
import { isOnAir, startFault } from '#lib/rules/live/desk.ts';
import { maxOnAirMs } from '#lib/rules/live/room.ts';
import { type Context, jobContext, recordOf } from '../core/context.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { announcing } from '../db/transaction.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { livePort } from '../ports/live/providers.ts';
import { staffOf } from './desk-console.ts';
import { getConsole } from './desk-console-read.ts';
import { lockFor, needSeen } from './desk-moves.ts';
import { type LiveRoomRow, listOverdueRooms, lockRoom, updateRoom } from './desk-rows.ts';
import { insertLiveEvent } from './event-rows.ts';

type Host = Context<'merchant'>;

/**
 * `POST …/key`: a new stream key and where to send the picture. The answer alone shows it, the shop stores its hash; the key
 * before is void. Throws 404, 409 in another state, for a room that was changed since it was seen, and where nobody can publish.
 */
export async function rekeyRoom(context: Host, { id, revision }: SeenRoomValues): Promise<MadeKey> {
  const { db, now } = context;
  const made = await db.transaction(async (tx) => {
    const room = await lockFor(tx, context, id, 'rekey');
    needSeen(room, revision);
    const key = livePort(room).ingestKey(id, now);
    if (key === null) throw new AppError(409, '本商城还没有开通推流，请联系平台管理员');
    await updateRoom(tx, id, { keyHash: key.hash, keyMadeAt: now });
    await writeAudit(tx, recordOf(context), {
      act: 'live.key',
      subject: 'live_room',
      key: id,
      before: null,
      after: { title: room.title },
      at: now,
    });
    return key;
  });
  return {
    server: made.server,
    key: made.key,
    expires_at: made.expires.toISOString(),
    console: await getConsole(context, { id }),
  };
}

/** `POST …/start`: on air, an hour before its time at the earliest. On air already, it changes nothing. Throws 404, 409. */
export async function startRoom(context: Host, { id }: RoomValues): Promise<LiveConsole> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const known = await lockRoom(tx, id, actor.merchantId);
    if (known !== null && isOnAir(known.state)) return;
    const room = await lockFor(tx, context, id, 'start');
    const fault = startFault(
      { startsAt: room.startsAt.getTime(), endsAt: room.endsAt.getTime() },
      now.getTime(),
    );
    if (fault !== null) throw new AppError(409, fault);
    await updateRoom(tx, id, { state: 'live', startedAt: now });
    await insertLiveEvent(tx, { roomId: id, kind: 'start', at: now, staffId: staffOf(context) });
    // Nobody publishes: viewers are told that the picture is there.
    if (livePort(room).isByClock)
      await insertLiveEvent(tx, { roomId: id, kind: 'picture', text: 'on', at: now });
    await writeAudit(tx, recordOf(context), {
      act: 'live.start',
      subject: 'live_room',
      key: id,
      before: { state: room.state },
      after: { state: 'live' },
      at: now,
    });
  });
  return getConsole(context, { id });
}

/** `POST …/end`: off air. Over already, it changes nothing. Throws 404, 409. */
export async function endRoom(context: Host, { id }: RoomValues): Promise<LiveConsole> {
  const { db, actor } = context;
  await db.transaction(async (tx) => {
    const known = await lockRoom(tx, id, actor.merchantId);
    if (known?.state === 'ended') return;
    await end(tx, context, await lockFor(tx, context, id, 'end'), staffOf(context));
  });
  return getConsole(context, { id });
}

async function end(
  tx: Tx,
  context: Context<'merchant'> | Context<'system'>,
  room: LiveRoomRow,
  staffId: number | null,
): Promise<void> {
  const { now } = context;
  await updateRoom(tx, room.id, { state: 'ended', endedAt: now, keyHash: null });
  await insertLiveEvent(tx, { roomId: room.id, kind: 'end', at: now, staffId });
  await writeAudit(tx, recordOf(context), {
    act: 'live.end',
    subject: 'live_room',
    key: room.id,
    before: { state: room.state },
    after: { state: 'ended' },
    merchantId: room.merchantId,
    at: now,
  });
}

/** Ends rooms that nobody has ended and that are on air for longer than a room may be. */
export function endOverdueRooms(db: Db, now: Date): Promise<RowsDone> {
  const job = 'endOverdueRooms';
  const before = new Date(now.getTime() - maxOnAirMs);
  const context = jobContext(db, now, job);
  return eachRow(db, {
    job,
    now,
    list: () => listOverdueRooms(db, before, { job, now, limit: 50 }),
    work: (id) =>
      db.transaction(async (tx) => {
        const room = await lockRoom(tx, id, null);
        if (room === null || !isOnAir(room.state) || room.startedAt === null || room.startedAt > before)
          return 0;
        await end(tx, context, room, null);
        return 1;
      }, announcing),
  });
}
