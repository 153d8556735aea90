/**
 * Compares a day's bill of a payment provider with our books (rules 5): entries on one side only, or with another
 * amount. The movements of its account (资金账单) are compared with its own list of trades, fees included, after that list
 * was compared with our books.
 */

import type { Fen } from '../money/money.ts';
import { keysOf } from '../terms/keys.ts';

/** A line of a bill: money received or refunded, a fee that was charged, or returned with a refund. */
export interface BillLine {
  kind: (typeof billKinds)[number];
  /** Our number; for a line of the account the provider's transaction, as in its list of trades. */
  no: string;
  /** The provider's transaction; for a line of the account its own number. */
  providerNo: string;
  amount: Fen;
}

/** Our booking of a line: null where the number is unknown. */
export interface Booked {
  amount: Fen;
  /** The money is booked as received, or as refunded or being refunded. */
  isBooked: boolean;
}

/** Each kind of difference, and what to do about it. */
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

/** What is wrong with a line of a bill; null where our books agree. */
export function problemOf(line: Pick<BillLine, 'amount'>, booked: Booked | null): BillProblem | null {
  if (booked === null) return 'unknown';
  if (booked.amount !== line.amount) return 'amount';
  return booked.isBooked ? null : 'unbooked';
}

/**
 * What is wrong with an entry in the provider's account, compared with its list of trades; null: that side has no such
 * entry.
 */
export function accountProblemOf(sides: { trade: Fen | null; account: Fen | null }): BillProblem | null {
  if (sides.trade === sides.account) return null;
  if (sides.trade === null) return 'moved';
  return sides.account === null ? 'unmoved' : 'moved_amount';
}

/** The hour of Shanghai at which providers have the bill of the day before. */
export const billHour = 10;
/** How many days back a missing bill is requested; providers store them for months. */
export const billDays = 7;
