/** Stores of a head office: whose licences they buy on (rules 2). */
import { type CompanyState, isApproved } from './company-state.ts';
import type { BuyerType } from './qualification.ts';

/** Stores a head office may have. */
export const maxStores = 200;

/** The message about its named stores for a head office that waits itself. */
export const namedNotYet = '总部资质审核通过后，才能开通或划去登记的门店';

/** The type of a head office's store: a chain's shop for a chain, else the same type. */
export function storeType(head: BuyerType): BuyerType {
  return head === 'chain_head' || head === 'pharmacy' ? 'chain_store' : head;
}

/** The head office as far as the rule asks. */
export type HeadFacts = { state: CompanyState; headId: number | null };

/**
 * Why a company may not have stores; null where it may. A store cannot have stores. Only an approved head office lends
 * its licences; a store that submits its own may be added before.
 */
export function findStoreRefusal({ state, headId }: HeadFacts, inherits: boolean): string | null {
  if (headId !== null) return '门店不能再添加门店，请切换到总部后添加';
  if (inherits && !isApproved(state)) return '总部资质审核通过后，门店才能沿用总部资质';
  return null;
}
