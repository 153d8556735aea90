/** Kinds of contracts, and what a merchant asks for before it sells (rules 20). */
import { isKeyOf, keysOf } from '../terms/keys.ts';

export type ContractKind = 'quality' | 'purchase' | 'platform';
/** Who signs beside the buying company. */
type ContractParty = 'merchant' | 'platform';

/** `years` is the term of a contract of that kind. */
export const contractKinds = {
  quality: { text: '质量保证协议', with: 'merchant', years: 1 },
  purchase: { text: '框架购销合同', with: 'merchant', years: 1 },
  platform: { text: '平台服务协议', with: 'platform', years: 3 },
} as const satisfies Record<ContractKind, { text: string; with: ContractParty; years: number }>;

export const contractKindKeys = keysOf(contractKinds);

/** The kind in Chinese; 合同 for one of a newer version. */
export function contractKindText(kind: string): string {
  return isKeyOf(contractKinds, kind) ? contractKinds[kind].text : '合同';
}

/** What a merchant asks a buyer to have signed. */
export const contractAsks = {
  none: { text: '不要求', kinds: [] },
  quality: { text: '质量保证协议', kinds: ['quality'] },
  both: { text: '质量保证协议和框架购销合同', kinds: ['quality', 'purchase'] },
} as const satisfies Record<string, { text: string; kinds: readonly ContractKind[] }>;

export type ContractAsk = keyof typeof contractAsks;
export const contractAskKeys = keysOf(contractAsks);

/** The steps of a purchase, in their order: a merchant names the first one at which a contract must be in force. */
export const contractSteps = {
  add: { text: '加入购物车', order: 1 },
  order: { text: '提交订单', order: 2 },
  pay: { text: '付款', order: 3 },
} as const satisfies Record<string, { text: string; order: number }>;

export type ContractStep = keyof typeof contractSteps;
export const contractStepKeys = keysOf(contractSteps);

/** A merchant's rule. */
export interface ContractRule {
  asks: ContractAsk;
  step: ContractStep;
}

/** The rule of a merchant that has set none. */
export const noContractRule: ContractRule = { asks: 'none', step: 'order' };

/** The kinds that must be in force at a step: from the merchant's step on, at every later one too. */
export function kindsAskedAt({ asks, step }: ContractRule, at: ContractStep): readonly ContractKind[] {
  return contractSteps[at].order >= contractSteps[step].order ? contractAsks[asks].kinds : [];
}

/** True where a merchant asks for nothing at any step. */
export function asksNothing({ asks }: ContractRule): boolean {
  return contractAsks[asks].kinds.length === 0;
}
