/** What the host's console of a live room shows (rules 22). */
import { AppError } from '#lib/contract/errors.ts';
import type {
  ConsoleEvent,
  ConsoleGoods,
  ConsoleValues,
  LiveConsole,
} from '#lib/contract/live/console-schema.ts';
import type { RoomValues } from '#lib/contract/live/desk-schema.ts';
import {
  eventText,
  isHideable,
  isOnAir,
  itemFault,
  mostConsoleEvents,
  startFault,
} from '#lib/rules/live/desk.ts';
import { roomCan, roomText } from '#lib/rules/live/room.ts';
import { type Moment, momentOf } from '#lib/rules/live/timeline.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import { type Bookmark, bookmarkText, comparePositions } from '../core/journal/position.ts';
import { livePort } from '../ports/live/providers.ts';
import {
  type ConsoleEventRow,
  countAdds,
  countQuestions,
  countViewers,
  listDrops,
  listLastEvents,
  listQuestions,
} from './desk-console-rows.ts';
import { deskPlayback, recordingFault } from './desk-playback.ts';
import { findDeskRoom, type LiveRoomRow, listRoomGoods } from './desk-rows.ts';
import { catchUp, nextPlace, placeOf, type Timeline } from './kept-timeline.ts';

type Desk = Context<'staff'>;

/** Questions that a console shows. */
const shownQuestions = 100;

/** Acts answer all of it. */
type AskedConsole = RoomValues & Partial<Pick<ConsoleValues, 'after'>>;

const iso = (moment: Date | null) => moment?.toISOString() ?? '';
const momentIso = (ms: number) => new Date(ms).toISOString();
const flag = (is: boolean) => (is ? 1 : 0);

/** What stands beside the picture, and the moment of the next event: who waited for the lock comes behind the one before. */
export function momentAt({ events }: Timeline, now: Date): Moment & { next: Date } {
  const shown = [...events.values()]
    .filter(({ is_hidden }) => !is_hidden)
    .map(({ goods_id: goodsId, ...event }) => ({ ...event, goodsId }));
  const last = Math.max(0, ...shown.filter(({ is_staff }) => is_staff).map(({ at }) => at));
  const next = Math.max(now.getTime(), last);
  return { ...momentOf(shown, next), next: new Date(next) };
}

/** Events that a console shows which asked from a place: those written since, and those whose moment has come since. */
function changedSince({ events }: Timeline, place: Bookmark, now: Date): number[] {
  return [...events.values()]
    .filter((row) => row.at <= now.getTime() && (comparePositions(row, place) > 0 || row.at > place.at))
    .map(({ id }) => id);
}

/**
 * `GET /api/desk/live/rooms/{id}/console`: with a place, of the record what is new behind it alone. Throws 404 for an
 * unknown one, and for another merchant's.
 */
export async function getConsole(context: Desk, { id, after = '' }: AskedConsole): Promise<LiveConsole> {
  const room = await findDeskRoom(context.db, id, context.actor.merchantId);
  if (room === null) throw new AppError(404, '没有这个直播间');
  return consoleOf(context, room, after);
}

/** The same, null for an unknown one. */
export async function openConsole(context: Desk, id: number): Promise<LiveConsole | null> {
  const room = await findDeskRoom(context.db, id, context.actor.merchantId);
  return room === null ? null : consoleOf(context, room, '');
}

async function consoleOf({ db, now, actor }: Desk, room: LiveRoomRow, after: string): Promise<LiveConsole> {
  const timeline = await catchUp(db, room.id);
  const place = await placeOf(db, timeline.settled, after);
  const ids = place === null ? undefined : changedSince(timeline, place, now);
  const [goods, adds, present, questions, waiting, events, drops] = await Promise.all([
    listRoomGoods(db, room.id),
    countAdds(db, room.id),
    countViewers(db, room.id, now),
    listQuestions(db, room.id, shownQuestions),
    countQuestions(db, room.id, 'waiting'),
    ids?.length === 0 ? [] : listLastEvents(db, room.id, { now, limit: mostConsoleEvents, ids }),
    listDrops(db, room.id),
  ]);
  const moment = momentAt(timeline, now);
  const port = livePort(room);
  const isLive = isOnAir(room.state);
  const times = { startsAt: room.startsAt.getTime(), endsAt: room.endsAt.getTime() };
  const spent = drops.reduce((sum, { value, total }) => sum + value * total, 0);
  return {
    id: room.id,
    title: room.title,
    revision: room.revision,
    state: room.state,
    state_text: roomText(room.state),
    is_rx: flag(room.isRx),
    start_time: minuteKey(times.startsAt),
    end_time: minuteKey(times.endsAt),
    started_at: iso(room.startedAt),
    ended_at: iso(room.endedAt),
    start_fault: roomCan(room.state, 'start') ? (startFault(times, now.getTime()) ?? '') : '',
    is_muted: flag(room.isMuted),
    is_by_clock: flag(port.isByClock),
    has_picture: flag(isLive && (port.isByClock || moment.hasPicture)),
    can_publish: flag(port.ingestKey(room.id, now) !== null),
    key_made_at: iso(room.keyMadeAt),
    playback: deskPlayback(room, await recordingFault(db, room)),
    ...present,
    peak: room.peak,
    likes: room.likes,
    notice: moment.notice ?? '',
    chapter: moment.chapter ?? '',
    coupon_budget: formatYuan(room.couponBudget),
    coupon_left: formatYuan(Math.max(0, room.couponBudget - spent)),
    goods: goods.map((row): ConsoleGoods => {
      const { id, name, spec, point, stock } = row;
      const isPinned = moment.pinned.includes(id);
      const more = {
        fault: itemFault(row) ?? '',
        is_pinned: flag(isPinned),
        adds: adds.get(id) ?? 0,
      } as const;
      return { id, name, spec, point, stock, ...more };
    }),
    questions: questions.map(({ at, ...question }) => ({ ...question, at: momentIso(at) })),
    waiting,
    events: events.map(eventWire),
    drops: drops.map(({ couponId, value, threshold, claimTo, ...drop }) => ({
      ...drop,
      coupon_id: couponId,
      value: formatYuan(value),
      threshold: formatYuan(threshold),
      claim_to: claimTo.toISOString(),
      is_open: flag(claimTo > now),
    })),
    is_host: flag(actor.kind === 'merchant'),
    after: bookmarkText({ ...nextPlace(timeline.settled, place), at: now.getTime() }),
    is_whole: flag(place === null),
  };
}

function eventWire({ id, kind, at, by, is_hidden: isHidden, ...about }: ConsoleEventRow): ConsoleEvent {
  const switches = { on: '开', off: '关' } as const;
  const isSwitch = kind === 'picture' || kind === 'mute';
  const word = isSwitch && about.text === 'on' ? switches.on : switches.off;
  const said = kind === 'mute' ? (about.text === 'on' ? '关闭' : '开放') : word;
  return {
    id,
    kind,
    kind_text: eventText(kind),
    text: isSwitch ? said : about.text || (about.goods ?? about.coupon ?? (kind === 'notice' ? '撤下' : '')),
    at: momentIso(at),
    by,
    is_hidden: flag(isHidden),
    is_hideable: flag(!isHidden && isHideable({ kind, text: about.text })),
  };
}
