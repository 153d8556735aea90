/** The state of a parcel by its carrier's reports (rules 3). */
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import { type OrderStatus, orderIs } from './order-state.ts';

/**
 * `sent`: handed over, no report by the carrier yet. `isOnWay`: further reports are expected. `isEnd`: no further query
 * is needed. Carriers correct themselves, so any state may follow any other.
 */
export const parcelStates = {
  sent: { text: '已出库', isOnWay: true, isEnd: false },
  taken: { text: '已揽收', isOnWay: true, isEnd: false },
  moving: { text: '运输中', isOnWay: true, isEnd: false },
  delivering: { text: '派送中', isOnWay: true, isEnd: false },
  signed: { text: '已签收', isOnWay: false, isEnd: true },
  returned: { text: '退回中', isOnWay: false, isEnd: false },
  trouble: { text: '运输异常', isOnWay: false, isEnd: false },
} as const satisfies Record<string, { text: string; isOnWay: boolean; isEnd: boolean }>;

export type ParcelState = keyof typeof parcelStates;

export const parcelStateKeys = keysOf(parcelStates);

/** A parcel in transit without a report for this long is stuck, ms. */
export const standsStillAfter = 48 * 3_600_000;

/** The facts of a parcel. */
export interface ParcelFacts {
  state: ParcelState;
  /** The newest event's time; the time of sending while there is none. */
  movedAt: EpochMs;
  /** A provider tracks it: silence is significant. */
  isFollowed: boolean;
}

/** True for a parcel in transit without a report for 48 hours. */
export function standsStill({ state, movedAt, isFollowed }: ParcelFacts, now: EpochMs): boolean {
  return isFollowed && parcelStates[state].isOnWay && now - movedAt >= standsStillAfter;
}

/** True when something is wrong that a merchant has to check. */
export function needsLooking(facts: ParcelFacts, now: EpochMs): boolean {
  return facts.state === 'trouble' || facts.state === 'returned' || standsStill(facts, now);
}

/**
 * The state in words; empty where a carrier still reports goods on their way that the buyer has received (`isOver`), or
 * that nobody awaits any more.
 */
export function parcelText(facts: ParcelFacts, now: EpochMs, isOver = false): string {
  const { text, isOnWay } = parcelStates[facts.state];
  if (isOver && isOnWay) return '';
  return standsStill(facts, now) ? `${text}，超过48小时没有新消息` : text;
}

/** True when a parcel needs no further query. */
export function isParcelOver(state: ParcelState): boolean {
  return parcelStates[state].isEnd;
}

/** True while a parcel may get another number: it is not signed for. */
export function mayRenumber(state: ParcelState): boolean {
  return state !== 'signed';
}

/** True while a parcel's carrier and number can be corrected: it is not signed for, and its order is on its way. */
export function mayCorrectParcel(state: ParcelState, status: OrderStatus): boolean {
  return mayRenumber(state) && (orderIs.partShipped(status) || orderIs.toReceive(status));
}

/** States that buyers are notified of, with the title of the message. */
const sentences: Partial<Record<ParcelState, string>> = {
  delivering: '包裹正在派送',
  signed: '包裹已签收',
};

/** The title of the message about a parcel in this state; null where none is sent. */
export function titleOfParcelMessage(state: ParcelState): string | null {
  return sentences[state] ?? null;
}

/** The state by the newest of the events; of equal times the later in the list. Null without events. */
export function newestOf<E extends { at: EpochMs }>(events: readonly E[]): E | null {
  let newest: E | null = null;
  for (const event of events) if (newest === null || event.at >= newest.at) newest = event;
  return newest;
}

/** Carriers' clocks differ from ours by this much at most, ms: later events are not this parcel's. */
const ahead = 60 * 60_000;
/** Carriers reuse their numbers: events older than this before the sending are another parcel's. */
const before = 3 * 24 * 60 * 60_000;

/** True for an event that can belong to a parcel sent at that time. */
export function isEventOf(at: EpochMs, sentAt: EpochMs, now: EpochMs): boolean {
  return at >= sentAt - before && at <= now + ahead;
}
