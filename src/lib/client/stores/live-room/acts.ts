/** What a viewer does in a live room besides watching. Calls reject as `call` does. */
import { api } from '#lib/contract/api.ts';
import type { CenterCoupon } from '#lib/contract/coupons.ts';
import type { LiveQuestionWire } from '#lib/contract/live/schema.ts';
import { call, sendLast } from '../../api.ts';
import { isProbablyLoggedIn } from '../../hint.ts';
import { newKey } from '../../key.ts';

/** Switches the message at the beginning of a room on or off; answers what it is now. */
export async function remind(id: number, isOn: boolean): Promise<boolean> {
  return (await call(api.remindLive, { id, is_on: isOn ? 1 : 0 })).is_on === 1;
}

/** Asks in a room. `key` names the question: sent again it is the same one. */
export function askLive(id: number, key: string, text: string): Promise<LiveQuestionWire> {
  return call(api.askLive, { id, client_id: key, text });
}

/** The questions of one's own company; none for a visitor. */
export async function loadQuestions(id: number): Promise<LiveQuestionWire[]> {
  return isProbablyLoggedIn() ? (await call(api.liveQuestions, { id })).list : [];
}

/** Coupons that were dropped in a room so far. */
export async function loadDrops(id: number): Promise<CenterCoupon[]> {
  return (await call(api.liveRoomCoupons, { id })).list;
}

/** Counts an addition to the cart for the room; what is lost is a figure. */
export function countAdded(id: number, goodsId: number, number: number): void {
  void call(api.addedLive, { id, goods_id: goodsId, number }).catch(() => undefined);
}

const visitorKey = 'yp-live-visitor';

/** The random number of this browser; another one each time where nothing can be stored. */
function visitorNumber(): string {
  try {
    const known = localStorage.getItem(visitorKey) ?? newKey();
    localStorage.setItem(visitorKey, known);
    return known;
  } catch {
    return newKey();
  }
}

/** Says that the room is open here; answers how many watch. */
export async function beat(id: number): Promise<number> {
  return (await call(api.beatLive, { id, visitor: visitorNumber() })).viewers;
}

interface Likes {
  likes: number;
  mine: number;
}

/** Brings one's own likes of a room to a number; answers both sums as they are then. */
export function sendLikes(id: number, likes: number): Promise<Likes> {
  return call(api.likeLive, { id, likes });
}

/** The same from a page that is left. */
export function sendLastLikes(id: number, likes: number): Promise<Likes> {
  return sendLast(api.likeLive, { id, likes });
}
