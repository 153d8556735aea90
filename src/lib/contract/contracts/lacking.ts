/** Contracts that a purchase lacks, for browsers: the data of the answer 459, and what pages say of them (rules 8, 20). */
import { contractKindText } from '#lib/rules/contracts/kinds.ts';
import { type LackingContract, lackingSentence, waitsForSeals } from '#lib/rules/contracts/lacking.ts';
import { pairStates } from '#lib/rules/contracts/state.ts';
import { path } from '../routes.ts';

interface LackingData {
  contracts: {
    merchant_id: number;
    merchant: string;
    kind: string;
    kind_text: string;
    state: string;
    state_text: string;
  }[];
  /** Their merchants for the address of /dzht, `5,7`. */
  merchants: string;
  /** The page of what the company has signed, where only merchants' seals are waited for; else empty. */
  waiting_link: string;
}

export function lackingData(lacking: readonly LackingContract[]): LackingData {
  return {
    contracts: lacking.map(({ merchantId, merchant, kind, state }) => ({
      merchant_id: merchantId,
      merchant,
      kind,
      kind_text: contractKindText(kind),
      state,
      state_text: pairStates[state].text,
    })),
    merchants: merchantsOf(lacking),
    waiting_link: waitsForSeals(lacking) ? waitingLink(lacking) : '',
  };
}

/** What a page says before the answer 459 comes. */
export interface LackingNote {
  text: string;
  /** The way to sign or to look, in words. */
  act: string;
  link: string;
}

/** The note of a page at the address `next`; null where nothing is lacking. */
export function lackingNote(lacking: readonly LackingContract[], next: string): LackingNote | null {
  if (lacking.length === 0) return null;
  const text = lackingSentence(lacking);
  return waitsForSeals(lacking)
    ? { text, act: '查看合同', link: waitingLink(lacking) }
    : { text, act: '去签合同', link: path('/dzht', undefined, { merchant: merchantsOf(lacking), next }) };
}

function merchantsOf(lacking: readonly LackingContract[]): string {
  return [...new Set(lacking.map(({ merchantId }) => merchantId))].join(',');
}

/** One contract has its page; several are in the list. */
function waitingLink([first, ...others]: readonly LackingContract[]): string {
  return first?.no === undefined || others.length > 0 ? path('/dzht') : path('/dzht/[no]', { no: first.no });
}
