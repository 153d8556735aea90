/** States of contracts, and how a company and a merchant stand to each other by them (rules 20). */
import { reminderDays } from '../companies/qualification.ts';
import { dayKey } from '../terms/activity-time.ts';
import { keysOf } from '../terms/keys.ts';
import { dayNumber, daysLeft } from '../terms/shelf-life.ts';
import type { EpochMs } from '../terms/terms.ts';
import { type ContractKind, contractKinds } from './kinds.ts';

/** The state that is stored. `half`: one of both sides has signed. Days decide about what was signed by both. */
export type ContractState = 'sent' | 'half' | 'signed' | 'void';

type StateRow = { text: string; next: ContractState[]; isOpen: boolean };

export const contractStates = {
  sent: { text: '待签署', next: ['half', 'signed', 'void'], isOpen: true },
  half: { text: '待对方盖章', next: ['signed', 'void'], isOpen: true },
  signed: { text: '已签署', next: ['void'], isOpen: false },
  void: { text: '已作废', next: [], isOpen: false },
} satisfies Record<ContractState, StateRow>;

export const contractStateKeys = keysOf(contractStates);

/** True when a contract may go from one state to another; the same state is no move. */
export function canContractMove(from: ContractState, to: ContractState): boolean {
  const { next }: StateRow = contractStates[from];
  return next.includes(to);
}

/** True while a side has still to sign. */
export function isContractOpen(state: ContractState): boolean {
  return contractStates[state].isOpen;
}

/** True where both sides have signed. */
export function isContractSigned(state: ContractState): boolean {
  return state === 'signed';
}

/** True where one of both sides has signed. */
export function isContractHalf(state: ContractState): boolean {
  return state === 'half';
}

/** The state after a side has signed. */
export function stateAfterSigning(isOtherSigned: boolean): ContractState {
  return isOtherSigned ? 'signed' : 'half';
}

/** What the pair state needs to know of a contract. Days are Shanghai's, YYYY-MM-DD; null until both have signed. */
export interface ContractFacts {
  state: ContractState;
  validFrom: string | null;
  /** The last day: the contract ends at its midnight in Shanghai. */
  validTo: string | null;
}

/** How a company and its partner stand by the contracts of one kind. */
type PairState = 'none' | 'sent' | 'half' | 'in_force' | 'expiring' | 'lapsed';

type PairRow = { text: string; isInForce: boolean };

export const pairStates = {
  none: { text: '未签署', isInForce: false },
  sent: { text: '待签署', isInForce: false },
  half: { text: '待对方盖章', isInForce: false },
  in_force: { text: '有效', isInForce: true },
  expiring: { text: '即将到期', isInForce: true },
  lapsed: { text: '已过期', isInForce: false },
} satisfies Record<PairState, PairRow>;

export const pairStateKeys = keysOf(pairStates);

/** True while a contract of the kind is in force. */
export function isPairInForce(state: PairState): boolean {
  return pairStates[state].isInForce;
}

/** True where nothing in force goes on for long, so that the company may sign the next one. */
export function mayRenew(state: PairState): boolean {
  return state !== 'in_force' && state !== 'half';
}

/** The state of a pair, by all its contracts of one kind, and the last day of what is or was in force. */
export interface Pair {
  state: PairState;
  validTo: string | null;
}

export function pairOf(contracts: readonly ContractFacts[], now: EpochMs): Pair {
  const today = dayKey(now);
  const signed = contracts
    .filter(({ state }) => isContractSigned(state))
    .flatMap(({ validFrom, validTo }) => (validFrom && validTo ? [{ validFrom, validTo }] : []))
    .sort((a, b) => a.validFrom.localeCompare(b.validFrom));
  const last = signed.reduce<string | null>((until, { validFrom, validTo }) => {
    const isNow = validFrom <= today && validTo >= today;
    const goesOn = until !== null && dayNumber(validFrom) <= dayNumber(until) + 1;
    if (!isNow && !goesOn) return until;
    return until !== null && until > validTo ? until : validTo;
  }, null);
  if (last !== null)
    return { state: expiryStep(last, now) === null ? 'in_force' : 'expiring', validTo: last };
  const lapsedOn = signed.findLast(({ validTo }) => validTo < today)?.validTo ?? null;
  if (contracts.some(({ state }) => isContractHalf(state))) return { state: 'half', validTo: lapsedOn };
  if (contracts.some(({ state }) => isContractOpen(state))) return { state: 'sent', validTo: lapsedOn };
  return { state: lapsedOn === null ? 'none' : 'lapsed', validTo: lapsedOn };
}

/** The state of one contract in words: one that both have signed and that is over reads as that. */
export function contractText(
  { state, validTo }: Pick<ContractFacts, 'state' | 'validTo'>,
  now: EpochMs,
): string {
  const isLapsed = isContractSigned(state) && validTo !== null && validTo < dayKey(now);
  return isLapsed ? pairStates.lapsed.text : contractStates[state].text;
}

/** The reminder that is due for a contract with that last day: 60, 30 or 7 days; null earlier and after it. */
export function expiryStep(validTo: string, now: EpochMs): (typeof reminderDays)[number] | null {
  const left = daysLeft(validTo, now);
  if (left < 0) return null;
  return reminderDays.findLast((days) => left <= days) ?? null;
}

/**
 * The days of a contract that both have signed at `now`: from today on, or behind the last day of the one that it
 * renews. The last day is the one before the same day of a later year; 29 February counts as 1 March.
 */
export function termOf(
  kind: ContractKind,
  before: Pair,
  now: EpochMs,
): { validFrom: string; validTo: string } {
  const goesOn = isPairInForce(before.state) && before.validTo !== null;
  const validFrom = goesOn && before.validTo !== null ? dayAfter(before.validTo, 1) : dayKey(now);
  const [year = 0, month = 0, day = 0] = validFrom.split('-').map(Number);
  const end = new Date(Date.UTC(year + contractKinds[kind].years, month - 1, day - 1));
  return { validFrom, validTo: end.toISOString().slice(0, 10) };
}

function dayAfter(day: string, days: number): string {
  return new Date((dayNumber(day) + days) * 86_400_000).toISOString().slice(0, 10);
}
