/** A refund by another way: when it may be asked for, what a house's answer means, and what is said of a failure. */
import { describe, expect, it } from 'vitest';
import {
  allRefundStates,
  backStates,
  isOwed,
  isRefundState,
  type RefundState,
  unpaidStates,
} from '#lib/rules/orders/refund-state.ts';
import { owedStates } from '#lib/rules/orders/remote-state.ts';
import {
  readProvider,
  rerouteDeciderProblem,
  rerouteProblem,
  type WayKind,
} from '#lib/rules/orders/reroute.ts';
import { failureText } from '#lib/rules/site/job-words.ts';

describe('the states of a refund', () => {
  it('are back or not, and owed by the job or out of its reach', () => {
    expect([...backStates, ...unpaidStates].toSorted()).toEqual(allRefundStates.toSorted());
    expect(allRefundStates.filter(isOwed).toSorted()).toEqual([...owedStates].toSorted());
    expect(isOwed('held') || isOwed('diverted')).toBe(false);
    expect([isRefundState('held'), isRefundState('open')]).toEqual([true, false]);
  });
});

describe('another way', () => {
  it.each<[RefundState, WayKind, boolean]>([
    ['failed', 'remote', true],
    ['requested', 'remote', false],
    ['sent', 'remote', false],
    ['unknown', 'remote', false],
    ['held', 'remote', false],
    ['diverted', 'remote', false],
    ['done', 'remote', false],
    // Never handed over, and nobody is there to take it.
    ['requested', 'gone', true],
    ['failed', 'gone', false],
    ['unknown', 'gone', false],
    ['done', 'gone', false],
    ['requested', 'instant', false],
    ['requested', 'bank', false],
    ['failed', 'bank', false],
  ])('of one that is %s by a %s way may be asked for: %s', (state, way, may) => {
    expect(rerouteProblem(state, way) === null).toBe(may);
  });

  it('is carried out by another person', () => {
    expect(rerouteDeciderProblem('a', 'a')).not.toBeNull();
    expect(rerouteDeciderProblem('a', 'b')).toBeNull();
  });

  it('is taken only where the house says that nothing went back', () => {
    expect(readProvider(null)).toBe('not_back');
    expect((['failed', 'open', 'done'] as const).map((state) => readProvider({ state }))).toEqual([
      'not_back',
      'open',
      'back',
    ]);
  });
});

describe('a failure in words', () => {
  it.each([
    ['', ''],
    ['wechat refused to give back 100 as R1-1: 账户异常', '渠道拒绝：账户异常'],
    ['wechat: fetch failed (connect ECONNREFUSED)', '对方没有答复（网络不通或超时）'],
    ['alipay: NoSuchMethod', '对方的答复不能确认结果'],
    ['no provider wechat', '支付渠道wechat没有配置'],
    ['23505 booking_once duplicate key value', '数据重复'],
    ['P0001 this row is poisoned', '数据库拒绝了这次修改'],
    ['微信支付多次关闭了这笔退款', '微信支付多次关闭了这笔退款'],
    ["Cannot read properties of undefined (reading 'no')", '程序出错，请把原文交给技术人员'],
  ])('%s', (error, said) => {
    expect(failureText(error)).toBe(said);
  });
});
