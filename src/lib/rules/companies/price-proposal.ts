/** An agreed price that the platform proposes: nothing is in force before the merchant accepts it (rules 2). */
import { keysOf } from '../terms/keys.ts';

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

export const allProposalStates = keysOf(proposalStates);

export const newProposal: ProposalState = 'waiting';

export function canProposalMove(from: ProposalState, to: ProposalState): boolean {
  const { next }: Row = proposalStates[from];
  return next.includes(to);
}
