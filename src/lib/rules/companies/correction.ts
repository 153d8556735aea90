/**
 * What moves money by hand (rules 15), a company's balance or a coupon or voucher that it is given: one person asks,
 * another passes or refuses.
 */

import { type Fen, showYuan } from '../money/money.ts';
import { type IssuedKind, issuedKinds } from '../promotions/issued.ts';
import { keysOf } from '../terms/keys.ts';

/** waiting: for another person's word. passed: it is in the ledger. refused: nothing was moved. */
export type CorrectionState = 'waiting' | 'passed' | 'refused';

type Row = { text: string; next: CorrectionState[] };

export const correctionStates = {
  waiting: { text: '待复核', next: ['passed', 'refused'] },
  passed: { text: '已入账', next: [] },
  refused: { text: '已驳回', next: [] },
} satisfies Record<CorrectionState, Row>;

export const allCorrectionStates = keysOf(correctionStates);

/** What is moved. */
export type CorrectionKind = 'balance' | IssuedKind;
export const allCorrectionKinds: readonly CorrectionKind[] = ['balance', ...keysOf(issuedKinds)];

export function correctionKindText(kind: CorrectionKind): string {
  return kind === 'balance' ? '余额调整' : issuedKinds[kind].name;
}

/** How it stands: a balance is entered, a piece is given. */
export function correctionStateText(state: CorrectionState, kind: CorrectionKind): string {
  return state === 'passed' && kind !== 'balance' ? '已发放' : correctionStates[state].text;
}

/** Where one begins. */
export const newCorrection: CorrectionState = 'waiting';

/** True while somebody has to decide. */
export function isCorrectionOpen(state: CorrectionState): boolean {
  return correctionStates[state].next.length > 0;
}

export function canCorrectionMove(from: CorrectionState, to: CorrectionState): boolean {
  const { next }: Row = correctionStates[from];
  return next.includes(to);
}

/** Fen that are moved at once, either way. */
export const mostCorrected = 1_000_000_00;

/** Why nobody may ask for this amount (fen, signed) over this balance; null when one may. */
export function correctionProblem(amount: Fen, balance: Fen): string | null {
  if (amount === 0) return '请填写要调整的金额';
  if (Math.abs(amount) > mostCorrected) return `每次最多调整${mostCorrected / 100 / 10_000}万元`;
  return balance + amount < 0 ? `余额只有¥${showYuan(balance)}，不能调减¥${showYuan(-amount)}` : null;
}

/** Why this person may not decide; null when they may. Who asked never does. */
export function deciderProblem(askedBy: string, decider: string): string | null {
  return askedBy === decider ? '须由另一位同事复核，不能复核自己提出的' : null;
}
