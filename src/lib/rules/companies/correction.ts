/** Correcting a company's balance by hand (rules 15): one person asks, another passes or refuses. */

import { type Fen, showYuan } from '../money/money.ts';
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
  return askedBy === decider ? '须由另一位同事复核，不能复核自己提出的调整' : null;
}
