/** Where a parcel is, by what its carrier reported (rules 3). */
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import { type OrderStatus, orderIs } from './order-state.ts';

/**
 * `sent`: handed over, the carrier has said nothing yet. `isOnWay`: something should be heard of it again. `isEnd`: there
 * is nothing more to ask. Carriers correct themselves, so any state may follow any other.
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

/** A parcel on its way of which nothing was heard for so long stands still, ms. */
export const standsStillAfter = 48 * 3_600_000;

/** What is known of a parcel. */
export interface ParcelFacts {
  state: ParcelState;
  /** The newest event's moment; when it was sent, while there is none. */
  movedAt: EpochMs;
  /** Somebody is asked about it: silence means something. */
  isFollowed: boolean;
}

/** True for a parcel on its way that was not heard of for 48 hours. */
export function standsStill({ state, movedAt, isFollowed }: ParcelFacts, now: EpochMs): boolean {
  return isFollowed && parcelStates[state].isOnWay && now - movedAt >= standsStillAfter;
}

/** True when something of it is wrong that a merchant has to look after. */
export function needsLooking(facts: ParcelFacts, now: EpochMs): boolean {
  return facts.state === 'trouble' || facts.state === 'returned' || standsStill(facts, now);
}

/** In words, as people read it. */
export function parcelText(facts: ParcelFacts, now: EpochMs): string {
  const { text } = parcelStates[facts.state];
  return standsStill(facts, now) ? `${text}，超过48小时没有新消息` : text;
}

/** True when there is nothing more to ask about a parcel. */
export function isParcelOver(state: ParcelState): boolean {
  return parcelStates[state].isEnd;
}

/** True while a parcel's carrier and number can be corrected: nobody has signed for it, and its order is on its way. */
export function mayCorrectParcel(state: ParcelState, status: OrderStatus): boolean {
  return state !== 'signed' && (orderIs.partShipped(status) || orderIs.toReceive(status));
}

/** States that buyers are told of by a message, with its title. */
const told: Partial<Record<ParcelState, string>> = {
  delivering: '包裹正在派送',
  signed: '包裹已签收',
};

/** The title of the message about a parcel that came to this state; null where none is sent. */
export function titleOfParcelMessage(state: ParcelState): string | null {
  return told[state] ?? null;
}

/** The state by the newest of the events; of the same moment the later in the list. Null without events. */
export function newestOf<E extends { at: EpochMs }>(events: readonly E[]): E | null {
  let newest: E | null = null;
  for (const event of events) if (newest === null || event.at >= newest.at) newest = event;
  return newest;
}

/** Carriers' clocks differ from ours by so much at most, ms: what lies further ahead is none of this parcel's. */
const ahead = 60 * 60_000;
/** Carriers use their numbers again: what is older than so long before the sending is another parcel's. */
const before = 3 * 24 * 60 * 60_000;

/** True for an event that can be one of a parcel that was sent then. */
export function isEventOf(at: EpochMs, sentAt: EpochMs, now: EpochMs): boolean {
  return at >= sentAt - before && at <= now + ahead;
}
