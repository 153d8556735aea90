/**
 * A refund that its provider does not carry out is paid by another way (rules 2 and 5): one person requests, another
 * carries it out. It is never paid twice: during the decision it is not sent, and the provider is queried before either
 * step.
 */
import { keysOf } from '../terms/keys.ts';
import { isOwed, type RefundState } from './refund-state.ts';

/**
 * waiting: for another person. passed: paid. refused: the provider is tried again. void: it had been refunded after
 * all.
 */
export type RerouteState = 'waiting' | 'passed' | 'refused' | 'void';

export const rerouteStates = {
  waiting: { text: '待复核' },
  passed: { text: '已另行退回' },
  refused: { text: '已驳回，继续原路退' },
  void: { text: '渠道已退回，作废' },
} satisfies Record<RerouteState, { text: string }>;

export const allRerouteStates = keysOf(rerouteStates);

/** The other ways. */
export const rerouteWays = {
  balance: { text: '退到企业余额' },
  bank: { text: '由银行转账' },
} as const satisfies Record<string, { text: string }>;

export type RerouteWay = keyof typeof rerouteWays;
export const allRerouteWays = keysOf(rerouteWays);

/** The provider's status of a refund: refunded, still possible, or not in progress. */
export type ProviderStatus = 'back' | 'open' | 'not_back';

/** Reads a response; null means that the provider does not know the refund. */
export function readProvider(answer: { state: 'done' | 'open' | 'failed' } | null): ProviderStatus {
  if (answer === null || answer.state === 'failed') return 'not_back';
  return answer.state === 'done' ? 'back' : 'open';
}

/** The kind of the original way: gone is one that is no longer configured. */
export type WayKind = 'remote' | 'instant' | 'bank' | 'gone';

/** Why another way cannot be requested; null when it can: the refund ended unpaid, and nothing of it is in progress. */
export function rerouteProblem(state: RefundState, way: WayKind): string | null {
  if (!isOwed(state)) return over[state];
  if (way === 'bank') return '对公转账的退款请在“手工退款”登记';
  if (way === 'instant') return '退到余额的退款由系统自动完成，不需要改付';
  // A refund that was never sent is not in progress anywhere.
  if (way === 'gone')
    return state === 'requested' ? null : '这个支付渠道已停用，查不到结果，请恢复渠道配置后再试';
  return state === 'failed' ? null : '渠道还没有给出最终结果，请先“查询渠道”，被拒绝后才能改付';
}

const over: Record<Exclude<RefundState, 'requested' | 'sent' | 'unknown' | 'failed'>, string> = {
  held: '这笔退款已有同事提出改付，待另一位同事复核',
  diverted: '这笔退款已另行退回',
  done: '这笔退款已退回',
};

/** Why this person may not carry it out; null when they may. The requester never may. */
export function rerouteDeciderProblem(askedBy: string, decider: string): string | null {
  return askedBy === decider ? '须由另一位同事复核，不能复核自己提出的改付' : null;
}
