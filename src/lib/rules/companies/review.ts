/** Decisions about an application (rules 2): the reviewer's claim, and the resulting state of the company. */

import type { EpochMs } from '../terms/terms.ts';
import type { ApplicationKind, ApplicationState } from './application.ts';
import { type CompanyState, canBecome } from './company-state.ts';
import { isScopeHeld, type Paper, type ScopeCode, scopeCodes } from './qualification.ts';

/** Duration of a reviewer's claim, ms; an open page renews it before. */
export const claimMs = 15 * 60_000;

/** The reviewer of an application, and until when. */
export interface Claim {
  by: number | null;
  until: EpochMs | null;
}

/** True while another person reviews it: an expired claim does not count. `me` is null for a command. */
export function isClaimedByOther({ by, until }: Claim, me: number | null, now: EpochMs): boolean {
  return by !== null && by !== me && until !== null && until > now;
}

/** True while undecided. */
export function isWaiting(state: ApplicationState): boolean {
  return state === 'waiting';
}

const kindTexts = { first: '新企业', change: '资料变更' } satisfies Record<ApplicationKind, string>;

/** The kind of application in Chinese. */
export function applicationKindText(kind: ApplicationKind): string {
  return kindTexts[kind];
}

export type Verdict = 'approved' | 'returned';

/** Time in which the reviewer may take a decision back, ms; it is carried out afterwards. */
export const withdrawMs = 10_000;

/** A decision as it waits to be carried out. Fields left out stay as they are, scopes as the licences propose them. */
export type StoredVerdict = { requestId: string } & (
  | { verdict: 'approved'; scopes: ScopeCode[]; rank?: number; managerId?: number | null }
  | {
      verdict: 'returned';
      /** Reasons by the licence's id. */
      papers: [id: number, reason: string][];
      reason: string;
    }
);

/** True for the same decision by whichever request. */
export function isSameVerdict(one: StoredVerdict, other: StoredVerdict): boolean {
  return wordOf(one) === wordOf(other);
}

function wordOf(one: StoredVerdict): string {
  if (one.verdict === 'returned')
    return JSON.stringify([one.papers.toSorted(([a], [b]) => a - b), one.reason]);
  const { scopes, rank, managerId } = one;
  return JSON.stringify([scopes?.toSorted() ?? null, rank ?? null, managerId ?? null]) + one.verdict;
}

/**
 * The state of a company after a decision; null where there is nothing left to decide. A refused change leaves the old
 * approval; a frozen company stays frozen when a change is decided.
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

/** The state of a company after a freeze: a pending change continues to wait. */
export function stateAfterFreeze(hasWaitingChange: boolean): CompanyState {
  return hasWaitingChange ? 'changing' : 'approved';
}

/** The proposed scopes: the requested ones, or all if none was requested, as far as a valid licence covers them. */
export function proposedScopes(
  asked: readonly ScopeCode[],
  papers: readonly Paper[],
  now: EpochMs,
): ScopeCode[] {
  return scopeCodes.filter(
    (code) => (asked.length === 0 || asked.includes(code)) && isScopeHeld(code, papers, now),
  );
}
