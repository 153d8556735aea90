/** The states of an act that needs a second person (rules 15). */
import { keysOf } from '../terms/keys.ts';

/** waiting: for another person. passed: carried out. refused, withdrawn: not carried out. */
export type ActState = 'waiting' | 'passed' | 'refused' | 'withdrawn';

type Row = { text: string; next: ActState[] };

export const actStates = {
  waiting: { text: '待复核', next: ['passed', 'refused', 'withdrawn'] },
  passed: { text: '已通过', next: [] },
  refused: { text: '已驳回', next: [] },
  withdrawn: { text: '已撤回', next: [] },
} satisfies Record<ActState, Row>;

export const allActStates = keysOf(actStates);

/** The state of a new act. */
export const newAct: ActState = 'waiting';

/** True while a decision is open. */
export function isActOpen(state: ActState): boolean {
  return actStates[state].next.length > 0;
}

export function canActMove(from: ActState, to: ActState): boolean {
  const { next }: Row = actStates[from];
  return next.includes(to);
}
