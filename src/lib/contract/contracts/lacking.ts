/** The data of the answer 459: what is to be signed, and with whom (rules 8, 20). */
import { contractKindText } from '#lib/rules/contracts/kinds.ts';
import type { LackingContract } from '#lib/rules/contracts/lacking.ts';
import { pairStates } from '#lib/rules/contracts/state.ts';

interface LackingData {
  contracts: {
    merchant_id: number;
    merchant: string;
    kind: string;
    kind_text: string;
    state: string;
    state_text: string;
  }[];
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
  };
}
