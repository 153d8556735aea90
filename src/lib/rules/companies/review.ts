/** How the platform decides about an application (rules 2): who looks at it, and what a company becomes. */

import type { EpochMs } from '../terms/terms.ts';
import type { ApplicationKind, ApplicationState } from './application.ts';
import { type CompanyState, canBecome } from './company-state.ts';
import { isScopeHeld, type Paper, type ScopeCode, scopeCodes } from './qualification.ts';

/** So long an application belongs to who has taken it, ms; whoever has it open takes it again before that. */
export const claimMs = 15 * 60_000;

/** Who has an application, and until when. */
export interface Claim {
  by: number | null;
  until: EpochMs | null;
}

/** True while somebody else looks at it: a claim that ran out is nobody's. `me` is null at a command. */
export function isClaimedByOther({ by, until }: Claim, me: number | null, now: EpochMs): boolean {
  return by !== null && by !== me && until !== null && until > now;
}

/** True while it waits for a decision. */
export function isWaiting(state: ApplicationState): boolean {
  return state === 'waiting';
}

const kindTexts = { first: '新企业', change: '资料变更' } satisfies Record<ApplicationKind, string>;

/** What is asked for, in Chinese. */
export function applicationKindText(kind: ApplicationKind): string {
  return kindTexts[kind];
}

export type Verdict = 'approved' | 'returned';

/**
 * What a company becomes by a decision; null where there is nothing to decide any more. A change that is refused leaves
 * the old approval; of a frozen company a change is decided and it stays frozen.
 */
export function stateAfterReview(
  state: CompanyState,
  kind: ApplicationKind,
  verdict: Verdict,
): CompanyState | null {
  if (kind === 'change' && state === 'frozen') return 'frozen';
  const next = kind === 'first' && verdict === 'returned' ? 'rejected' : 'approved';
  return canBecome(state, next) ? next : null;
}

/** What a company that is frozen no more becomes: a change that waited goes on waiting. */
export function stateAfterFreeze(hasWaitingChange: boolean): CompanyState {
  return hasWaitingChange ? 'changing' : 'approved';
}

/** The scopes that are proposed: those asked for, all where none was, as far as a paper in force carries them. */
export function proposedScopes(
  asked: readonly ScopeCode[],
  papers: readonly Paper[],
  now: EpochMs,
): ScopeCode[] {
  return scopeCodes.filter(
    (code) => (asked.length === 0 || asked.includes(code)) && isScopeHeld(code, papers, now),
  );
}
