/** The points mall in the browser (rules 6): what the buyer may redeem, redeeming it once, and its orders. */
import { atom } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import type {
  Exchanged,
  ExchangeInput,
  MallGoodsDetail,
  MallGoodsInput,
  MallGoodsList,
} from '#lib/contract/mall.ts';
import type { PointsCaseInput, PointsOrderDetail } from '#lib/contract/points-orders.ts';
import { call } from '../api.ts';
import { isProbablyLoggedIn } from '../hint.ts';
import { newKey } from '../key.ts';
import { markStale } from '../stale.ts';

/** The list of this page as the buyer sees it; undefined before it is loaded, null where it cannot be. */
export const $mall = atom<MallGoodsList | null | undefined>(undefined);

/** Loads it for a buyer; nothing is asked for a visitor. */
export async function loadMall(input: MallGoodsInput): Promise<void> {
  if (!isProbablyLoggedIn()) return;
  $mall.set(await call(api.mallGoods, input).catch(() => null));
}

/** One of it with the buyer's own state. Rejects as `call` does. */
export function loadMallGoods(id: number): Promise<MallGoodsDetail> {
  return call(api.mallGoodsInfo, { id });
}

/** An attempt whose answer has not come, kept for the page that is loaded after it. */
interface Attempt {
  key: string;
  body: string;
  at: number;
}
const attemptItem = 'yp_redeem';
/** A later attempt with the same content is meant as another one. */
const attemptMs = 10 * 60_000;

function keyFor(body: string): string {
  const known = readAttempt();
  const isSame = known !== null && known.body === body && Date.now() - known.at < attemptMs;
  const attempt = isSame ? known : { key: newKey(), body, at: Date.now() };
  sessionStorage.setItem(attemptItem, JSON.stringify(attempt));
  return attempt.key;
}

function readAttempt(): Attempt | null {
  try {
    const { key, body, at } = JSON.parse(sessionStorage.getItem(attemptItem) ?? '');
    return typeof key === 'string' && typeof body === 'string' && typeof at === 'number'
      ? { key, body, at }
      : null;
  } catch {
    return null;
  }
}

/**
 * Redeems. The same content again, after a lost answer or a press too many, is the same order. Rejects as `call` does.
 */
export async function redeem(input: ExchangeInput): Promise<Exchanged> {
  const { pay_password: _, ...content } = input;
  const key = keyFor(JSON.stringify(content));
  const done = await call(api.exchangePoints, input, { headers: { 'Idempotency-Key': key } });
  sessionStorage.removeItem(attemptItem);
  markStale();
  return done;
}

/** An order's page after an act. All reject as `call` does. */
export function loadPointsOrder(no: string): Promise<PointsOrderDetail> {
  return call(api.pointsOrder, { no });
}

export function receivePointsOrder(no: string): Promise<PointsOrderDetail> {
  return acted(call(api.receivePointsOrder, { no }));
}

export function cancelPointsOrder(no: string): Promise<PointsOrderDetail> {
  return acted(call(api.cancelPointsOrder, { no }));
}

export function namePrizeAddress(no: string, addressId: number): Promise<PointsOrderDetail> {
  return acted(call(api.namePrizeAddress, { no, address_id: addressId }));
}

export function askPointsCase(input: PointsCaseInput): Promise<PointsOrderDetail> {
  return acted(call(api.askPointsCase, input));
}

async function acted(work: Promise<PointsOrderDetail>): Promise<PointsOrderDetail> {
  const order = await work;
  markStale();
  return order;
}
