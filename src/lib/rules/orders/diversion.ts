/**
 * A refund that its house will not carry out goes back by another way (rules 2 and 5): one person asks, another carries it out.
 * It is never paid twice: while it is decided about nobody sends it, and the house is asked before either step.
 */
import { keysOf } from '../terms/keys.ts';
import { isOwed, type RefundState } from './refund-state.ts';

/** waiting: for another person. passed: paid. refused: the house is asked again. void: it had gone back after all. */
export type DiversionState = 'waiting' | 'passed' | 'refused' | 'void';

export const diversionStates = {
  waiting: { text: '待复核' },
  passed: { text: '已另行退回' },
  refused: { text: '已驳回，继续原路退' },
  void: { text: '渠道已退回，作废' },
} satisfies Record<DiversionState, { text: string }>;

export const allDiversionStates = keysOf(diversionStates);

/** By which way it goes instead. */
export const diversionWays = {
  balance: { text: '退到企业余额' },
  bank: { text: '由银行转账' },
} as const satisfies Record<string, { text: string }>;

export type DiversionWay = keyof typeof diversionWays;
export const allDiversionWays = keysOf(diversionWays);

/** What a house says of a refund: its money is back, it may still go, or it is not on its way. */
export type HouseSays = 'back' | 'open' | 'not_back';

/** Reads an answer; null is a house that has never heard of it. */
export function readHouse(answer: { state: 'done' | 'open' | 'failed' } | null): HouseSays {
  if (answer === null || answer.state === 'failed') return 'not_back';
  return answer.state === 'done' ? 'back' : 'open';
}

/** How the way stands by which it was to go: gone is one that is not set up any more. */
export type WayKind = 'remote' | 'instant' | 'bank' | 'gone';

/** Why nobody may ask for another way; null when one may: it ended without money, and nothing of it is on its way. */
export function divertProblem(state: RefundState, way: WayKind): string | null {
  if (!isOwed(state)) return over[state];
  if (way === 'bank') return '对公转账的退款请在“手工退款”登记';
  if (way === 'instant') return '退到余额的退款由系统自动完成，不需要改付';
  // What was never handed over is nowhere on its way.
  if (way === 'gone')
    return state === 'requested' ? null : '这个支付渠道已停用，查不到结果，请恢复渠道配置后再试';
  return state === 'failed' ? null : '渠道还没有给出最终结果，请先“查询渠道”，被拒绝后才能改付';
}

const over: Record<Exclude<RefundState, 'requested' | 'sent' | 'unknown' | 'failed'>, string> = {
  held: '这笔退款已有同事提出改付，待另一位同事复核',
  diverted: '这笔退款已另行退回',
  done: '这笔退款已退回',
};

/** Why this person may not carry it out; null when they may. Who asked never does. */
export function divertDeciderProblem(askedBy: string, decider: string): string | null {
  return askedBy === decider ? '须由另一位同事复核，不能复核自己提出的改付' : null;
}
