/** An agreed price that the platform proposes: nothing is in force before the merchant accepts it (rules 2). */
import { isKeyOf, keysOf } from '../terms/keys.ts';

/** replaced: another proposal for the same company and goods took its place. */
export type ProposalState = 'waiting' | 'accepted' | 'refused' | 'withdrawn' | 'replaced';

type Row = { text: string; next: ProposalState[] };

export const proposalStates = {
  waiting: { text: '待商家确认', next: ['accepted', 'refused', 'withdrawn', 'replaced'] },
  accepted: { text: '商家已接受', next: [] },
  refused: { text: '商家已拒绝', next: [] },
  withdrawn: { text: '已撤回', next: [] },
  replaced: { text: '已被新的报价取代', next: [] },
} satisfies Record<ProposalState, Row>;

/** The state in Chinese; the word itself for one of another version. */
export function proposalStateText(state: string): string {
  return isKeyOf(proposalStates, state) ? proposalStates[state].text : state;
}

export const allProposalStates = keysOf(proposalStates);

export const newProposal: ProposalState = 'waiting';

export function canProposalMove(from: ProposalState, to: ProposalState): boolean {
  const { next }: Row = proposalStates[from];
  return next.includes(to);
}
