/** Stores named by a head office during registration: their faults and states (rules 2). */
import { findCreditCodeProblem } from '../text/credit-code.ts';
import { type CompanyState, isApproved } from './company-state.ts';
import type { BuyerType } from './qualification.ts';
import type { NamedStore } from './registration.ts';

export type NamedState = 'waiting' | 'opened' | 'dropped';

/** A named store waits until it is opened, as a company of its own, or is not wanted any more; both are ends. */
export const namedStates = {
  waiting: { text: '待开通', next: ['opened', 'dropped'] },
  opened: { text: '已开通', next: [] },
  dropped: { text: '不再开通', next: [] },
} satisfies Record<NamedState, { text: string; next: NamedState[] }>;

export function namedState({ companyId, isDropped }: NamedStore): NamedState {
  if (companyId !== null) return 'opened';
  return isDropped === true ? 'dropped' : 'waiting';
}

type Said = Pick<NamedStore, 'name' | 'creditCode' | 'regionCode'>;

/** The first fault of a store, compared with those before it; null for none. */
function storeProblem(store: Said, before: readonly Said[], headCode: string) {
  if (store.name === '') return { field: 'name', text: '请填写门店名称' };
  const text = findCreditCodeProblem(store.creditCode);
  if (text !== null) return { field: 'credit_code', text };
  if ([headCode, ...before.map(({ creditCode }) => creditCode)].includes(store.creditCode))
    return { field: 'credit_code', text: '这个代码已经填过，每家门店有自己的代码' };
  return store.regionCode === '' ? { field: 'region_code', text: '请选择门店所在地区' } : null;
}

/** What prevents the review of named stores, at most one sentence a store; `at` is its field on the wire. */
export function findStoreLacks(stores: readonly Said[], headCode: string): { at: string; text: string }[] {
  return stores.flatMap((store, nth) => {
    const problem = storeProblem(store, stores.slice(0, nth), headCode);
    return problem === null ? [] : [{ at: `stores.${nth}.${problem.field}`, text: problem.text }];
  });
}

/** Why a named store is not there to be opened or dropped; null where it waits. */
export function findNamedRefusal(store: NamedStore): string | null {
  const state = namedState(store);
  if (state === 'opened') return `“${store.name}”已经开通，请刷新页面`;
  return state === 'dropped' ? `“${store.name}”已从清单里划去，可以用“添加门店”添加` : null;
}

// Stores of a head office: whose licences they buy on (rules 2).

/** Stores a head office may have. */
export const maxStores = 200;

/** The message about its named stores for a head office that waits itself. */
export const namedNotYet = '总部资质审核通过后，才能开通或划去登记的门店';

/** The type of a head office's store: a chain's shop for a chain, else the same type. */
export function storeType(head: BuyerType): BuyerType {
  return head === 'chain_head' || head === 'pharmacy' ? 'chain_store' : head;
}

/** The head office as far as the rule asks. */
type HeadFacts = { state: CompanyState; headId: number | null };

/**
 * Why a company may not have stores; null where it may. A store cannot have stores. Only an approved head office lends
 * its licences; a store that submits its own may be added before.
 */
export function findStoreRefusal({ state, headId }: HeadFacts, inherits: boolean): string | null {
  if (headId !== null) return '门店不能再添加门店，请切换到总部后添加';
  if (inherits && !isApproved(state)) return '总部资质审核通过后，门店才能沿用总部资质';
  return null;
}
