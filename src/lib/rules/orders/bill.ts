/**
 * A day's bill of a payment house against our books (rules 5): what is on one side alone, or of another amount. What it booked
 * in the account (资金账单) is held against its own list of trades, fees included, which our books were held against before.
 */

import type { Fen } from '../money/money.ts';
import { keysOf } from '../terms/keys.ts';

/** A line of a bill: money that came or went back, a fee that was taken, or came back with a refund. */
export interface BillLine {
  kind: (typeof billKinds)[number];
  /** Our number; of a line of the account the house's transaction, by which its list of trades names it. */
  no: string;
  /** The house's transaction; of a line of the account its own number. */
  providerNo: string;
  amount: Fen;
}

/** What our books say of a line: null where they do not know the number at all. */
export interface Booked {
  amount: Fen;
  /** The money is written down as come, or as gone back or on its way. */
  isBooked: boolean;
}

/** Each way in which the two differ, and what is to be done about it. */
export const billProblems = {
  unknown: {
    text: '机构有，本站没有这个单号',
    todo: '在机构商户平台按流水号查这笔款的来源；不属于本站的原路退回',
  },
  unbooked: {
    text: '机构已入账，本站未入账',
    todo: '系统已重新查询该单，到账后自动入账或原路退回；次日仍未消除的，在机构商户平台核对后人工退款',
  },
  amount: {
    text: '两边金额不同',
    todo: '以机构账单为准，查明差额原因；多收的在商户平台退回，少收的联系企业补足',
  },
  absent: {
    text: '本站已入账，机构账单没有',
    todo: '在机构商户平台按流水号核对；确未到账的暂停发货并联系企业，确未退出的重新退款',
  },
  moved: {
    text: '资金账单有，交易账单没有',
    todo: '在机构商户平台按流水号查明这笔进出；次日才记入交易账单的会自动消除，不认识的支出立即联系机构',
  },
  unmoved: {
    text: '交易账单有，资金账单没有',
    todo: '多为次日才记账，记账后自动消除；仍在的按流水号向机构查询资金去向',
  },
  moved_amount: {
    text: '交易账单和资金账单金额不同',
    todo: '以资金账单为准；手续费不同的核对签约费率，收退款不同的向机构查询',
  },
} satisfies Record<string, { text: string; todo: string }>;

export type BillProblem = keyof typeof billProblems;
export const billProblemKeys = keysOf(billProblems);
export const billKinds = ['payment', 'refund', 'fee', 'fee_back'] as const;
export const billKindTexts = {
  payment: '收款',
  refund: '退款',
  fee: '手续费',
  fee_back: '退回手续费',
} satisfies Record<BillLine['kind'], string>;

/** What is wrong with a line of a bill; null where our books say the same. */
export function problemOf(line: Pick<BillLine, 'amount'>, booked: Booked | null): BillProblem | null {
  if (booked === null) return 'unknown';
  if (booked.amount !== line.amount) return 'amount';
  return booked.isBooked ? null : 'unbooked';
}

/** What is wrong with what a house booked in the account, against its list of trades; null: that side has nothing of it. */
export function accountProblemOf(sides: { trade: Fen | null; account: Fen | null }): BillProblem | null {
  if (sides.trade === sides.account) return null;
  if (sides.trade === null) return 'moved';
  return sides.account === null ? 'unmoved' : 'moved_amount';
}

/** The hour of Shanghai at which houses have the bill of the day before. */
export const billHour = 10;
/** How many days back a bill that is missing is asked for; houses keep them for months. */
export const billDays = 7;
