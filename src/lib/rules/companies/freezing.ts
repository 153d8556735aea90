/** Freezing a company and taking that back (rules 2). */
import { type CompanyState, canBecome } from './company-state.ts';

/** True for a company that may be frozen: only one that buys has something to lose by it. */
export function mayFreeze(state: CompanyState): boolean {
  return canBecome(state, 'frozen');
}

/** True for a frozen company. */
export function isFrozen(state: CompanyState): boolean {
  return state === 'frozen';
}
