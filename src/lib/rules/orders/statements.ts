/** 对账单: the account of a merchant over a closed month, derived from the books, and its answer to it (rules 4). */
import type { Fen } from '../money/money.ts';
import { dayKey, findDay } from '../terms/activity-time.ts';
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';

/** A merchant's account over a span: `before` and the movements sum up to `owed`. */
export interface AccountFigures {
  /** Owed when the span begins. */
  before: Fen;
  /** Amount of the orders that were paid in it. */
  sold: Fen;
  /** Amount of orders refunded in it. */
  refunded: Fen;
  /** The platform's share of that, less refunds. */
  borne: Fen;
  /** Paid to the merchant in it. */
  settled: Fen;
  owed: Fen;
}

/** The figures in the order of a statement. */
export const figureTexts = {
  before: '期初应付',
  sold: '销售',
  refunded: '退款',
  borne: '平台承担优惠',
  settled: '已结算',
  owed: '期末应付',
} as const satisfies Record<keyof AccountFigures, string>;

/** The figures that differ. */
export function changedFigures(was: AccountFigures, now: AccountFigures): (keyof AccountFigures)[] {
  return keysOf(figureTexts).filter((figure) => was[figure] !== now[figure]);
}

/** The Shanghai month of a moment: 2026-11. */
export function monthOf(now: EpochMs): string {
  return dayKey(now).slice(0, 7);
}

/** A Shanghai month, `to` excluded; null for anything else than YYYY-MM. */
export function monthSpan(month: string): { from: EpochMs; to: EpochMs } | null {
  const from = /^\d{4}-\d{2}$/.test(month) ? findDay(`${month}-01`) : null;
  if (from === null) return null;
  // 31 days after the first of a month is in the next one, at its first days.
  const to = findDay(`${monthOf(from + 31 * 86_400_000)}-01`);
  return to === null ? null : { from, to };
}

/** Only a month that is over has a statement: its figures no longer change by the trade of the day. */
export function isMonthClosed(month: string, now: EpochMs): boolean {
  const span = monthSpan(month);
  return span !== null && span.to <= now;
}

export type StatementAct = 'confirm' | 'object' | 'answer';

/** open: the merchant has not answered. objected: it has given a reason. answered: the platform has replied to that. */
const states = {
  open: { text: '待确认', may: ['confirm', 'object'] },
  objected: { text: '有异议', may: ['answer'] },
  answered: { text: '已答复，待确认', may: ['confirm'] },
  confirmed: { text: '已确认', may: [] },
} as const satisfies Record<string, { text: string; may: readonly StatementAct[] }>;

export type StatementState = keyof typeof states;

/** The states that a merchant's answer is stored with. */
export const answerStates = ['objected', 'answered', 'confirmed'] as const satisfies StatementState[];

export const statementStates: Record<StatementState, string> = {
  open: states.open.text,
  objected: states.objected.text,
  answered: states.answered.text,
  confirmed: states.confirmed.text,
};

/** What may be done with a statement in a state. An objection is made once, and confirmed after the platform's reply. */
export function statementMay(state: StatementState, act: StatementAct): boolean {
  return statesFor(act).includes(state);
}

/** The states in which an act may be done. */
export function statesFor(act: StatementAct): StatementState[] {
  return keysOf(states).filter((state) => {
    const { may }: { may: readonly StatementAct[] } = states[state];
    return may.includes(act);
  });
}

/** The state that an act leads to. */
export const statementBecomes = {
  confirm: 'confirmed',
  object: 'objected',
  answer: 'answered',
} as const satisfies Record<StatementAct, StatementState>;

/** The order of a side's list: its own work first. */
export const statementOrder = {
  merchant: ['answered', 'open', 'objected', 'confirmed'],
  platform: ['objected', 'open', 'answered', 'confirmed'],
} as const satisfies Record<'merchant' | 'platform', StatementState[]>;

/** Why an act is not possible in a state. */
export function statementRefusal(state: StatementState, act: StatementAct): string {
  if (act === 'answer') return state === 'open' ? '商家没有提出异议' : '这份对账单的异议已答复，请刷新后再看';
  if (state === 'confirmed') return '这份对账单已确认，不能再更改';
  if (act === 'confirm') return '已对这份对账单提出异议，平台答复后才能确认';
  return '已对这份对账单提出过异议，请刷新后再看';
}

/** A statement of an address, `5-2026-10`: the merchant's id and the month. */
export function readStatementId(id: string): { merchantId: number; month: string } | null {
  const [, merchantId = '', month = ''] = /^([1-9]\d{0,8})-(\d{4}-\d{2})$/.exec(id) ?? [];
  return monthSpan(month) === null ? null : { merchantId: Number(merchantId), month };
}
