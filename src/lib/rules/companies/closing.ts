/** Closing a company's account: its obstacles, and how long it can be cancelled (rules 2). */
import { type Fen, showYuan } from '../money/money.ts';

/** Time from the request until the account closes, in which it can be cancelled, ms. */
export const coolingOff = 7 * 24 * 3_600_000;

/** Facts of a company that may prevent its closing. */
export interface ClosingFacts {
  /** Orders that are neither completed nor called off. */
  openOrders: number;
  /** Recently completed orders that still allow after-sale. */
  freshOrders: number;
  /** Refunds that are not back yet. */
  openRefunds: number;
  /** After-sale that is not over. */
  openCases: number;
  /** Orders of the points mall that are neither completed nor called off, and cases about damaged things. */
  openPointsOrders: number;
  openPointsCases: number;
  /** Top-ups whose money may still come. */
  openTopUps: number;
  /** Fen in the wallet. */
  balance: Fen;
  /** Stores of this head office that are not closed. */
  openStores: number;
}

export type ClosingNeed =
  | 'orders'
  | 'fresh'
  | 'refunds'
  | 'cases'
  | 'pointsOrders'
  | 'pointsCases'
  | 'topUps'
  | 'balance'
  | 'stores';

/** A condition, and whether it is met. */
export interface ClosingCheck {
  need: ClosingNeed;
  text: string;
  isMet: boolean;
  /** What to do, where it is not met. */
  note: string;
}

/** Every condition in the order in which people work them off. */
export function closingChecks(facts: ClosingFacts): ClosingCheck[] {
  const { openOrders, freshOrders, openRefunds, openCases, openPointsOrders, openPointsCases } = facts;
  const { openTopUps, balance, openStores } = facts;
  return [
    check('orders', '没有进行中的订单', openOrders, (count) => `还有${count}笔订单没有完成`),
    check('fresh', '最近的订单完成已满7天', freshOrders, (count) => `还有${count}笔订单在7天售后期内`),
    check('refunds', '没有处理中的退款', openRefunds, (count) => `还有${count}笔退款没有退回`),
    check('cases', '没有处理中的售后', openCases, (count) => `还有${count}件售后没有办完`),
    check(
      'pointsOrders',
      '没有进行中的积分订单',
      openPointsOrders,
      (count) => `还有${count}笔积分订单没有完成`,
    ),
    check(
      'pointsCases',
      '没有处理中的积分商品破损申请',
      openPointsCases,
      (count) => `还有${count}件积分商品破损申请没有办完`,
    ),
    check('topUps', '没有等待结果的充值', openTopUps, (count) => `还有${count}笔充值没有结果`),
    check('balance', '账户余额为0', balance, (fen) => `余额还有¥${showYuan(fen)}，请先用完或联系客服退回`),
    check('stores', '名下没有其他门店', openStores, (count) => `还有${count}家门店，请先注销门店`),
  ];
}

function check(
  need: ClosingNeed,
  text: string,
  count: number,
  note: (count: number) => string,
): ClosingCheck {
  return { need, text, isMet: count === 0, note: count === 0 ? '' : note(count) };
}

/** True without obstacles. */
export function mayClose(facts: ClosingFacts): boolean {
  return closingChecks(facts).every(({ isMet }) => isMet);
}

/** Exports of one's own data (rules 2): how long they are available, and how often they may be requested. */

/** How long a finished file can be fetched, ms. */
export const exportKept = 7 * 24 * 3_600_000;

/** Most exports of a company within a day. */
export const exportsADay = 3;
const aDay = 24 * 3_600_000;

/** The start of the period in which exports count at `now`, ms. */
export function exportsSince(now: number): number {
  return now - aDay;
}

/** making: a job is running. ready: it can be downloaded. gone: it expired, or was deleted. */
type ExportState = 'making' | 'ready' | 'gone';

/** The state of an export; times in ms, null for none. */
export function exportState(
  { readyAt, removedAt }: { readyAt: number | null; removedAt: number | null },
  now: number,
): ExportState {
  if (removedAt !== null) return 'gone';
  if (readyAt === null) return 'making';
  return now < readyAt + exportKept ? 'ready' : 'gone';
}

/** Percent of the work that is done, at most 99 before it is ready. */
export function exportPercent({ done, total }: { done: number; total: number }): number {
  return total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));
}
