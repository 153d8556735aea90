/** Closing a company's account: what stands in the way, and how long it can be called off (rules 2). */
import { type Fen, showYuan } from '../money/money.ts';

/** From the asking until the account closes it can be called off, ms. */
export const coolingOff = 7 * 24 * 3_600_000;

/** What of a company speaks against closing it. */
export interface ClosingFacts {
  /** Orders that are neither completed nor called off. */
  openOrders: number;
  /** Orders that were completed so lately that after-sale can still be asked for. */
  freshOrders: number;
  /** Refunds that are not back yet. */
  openRefunds: number;
  /** After-sale that is not over. */
  openCases: number;
  /** Top-ups whose money may still come. */
  openTopUps: number;
  /** Fen in the wallet. */
  balance: Fen;
  /** Stores of this head office that are not closed. */
  openStores: number;
}

export type ClosingNeed = 'orders' | 'fresh' | 'refunds' | 'cases' | 'topUps' | 'balance' | 'stores';

/** One of the conditions, and whether it is met. */
export interface ClosingCheck {
  need: ClosingNeed;
  text: string;
  isMet: boolean;
  /** What is to be done, where it is not met. */
  note: string;
}

/** Every condition in the order in which people work them off. */
export function closingChecks(facts: ClosingFacts): ClosingCheck[] {
  const { openOrders, freshOrders, openRefunds, openCases, openTopUps, balance, openStores } = facts;
  return [
    check('orders', '没有进行中的订单', openOrders, (count) => `还有${count}笔订单没有完成`),
    check('fresh', '最近的订单完成已满7天', freshOrders, (count) => `还有${count}笔订单在7天售后期内`),
    check('refunds', '没有处理中的退款', openRefunds, (count) => `还有${count}笔退款没有退回`),
    check('cases', '没有处理中的售后', openCases, (count) => `还有${count}件售后没有办完`),
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

/** True when nothing stands in the way. */
export function mayClose(facts: ClosingFacts): boolean {
  return closingChecks(facts).every(({ isMet }) => isMet);
}
