import { describe, expect, it, test } from 'vitest';
import { maxPrizeWorth } from '#lib/rules/wheel/prizes.ts';
import {
  appendedDeck,
  type ChanceRules,
  chancesOfOrder,
  closeRefusal,
  drawRefusal,
  endAfterPause,
  maskedCompany,
  maxPrizes,
  maxTickets,
  type PrizeDraft,
  pauseRefusal,
  prizeProblem,
  prizesProblem,
  refusalOfRules,
  rulesProblem,
  seenWheelStates,
  type WheelFacts,
  type WheelState,
  wheelState,
  wheelStates,
  worthProblem,
} from '#lib/rules/wheel/wheel.ts';

const facts: WheelFacts = {
  ...{ openedAt: 1, startsAt: 100, endsAt: 200, closedAt: null, pausedAt: null },
  ...{ tickets: 10, drawn: 3 },
};

describe('the state of a wheel', () => {
  const cases: [WheelState, Partial<WheelFacts>, number][] = [
    ['draft', { openedAt: null }, 150],
    ['coming', {}, 99],
    ['open', {}, 100],
    ['open', {}, 199],
    ['paused', { pausedAt: 150 }, 160],
    ['paused', { pausedAt: 90 }, 95],
    ['paused', { pausedAt: 150 }, 200],
    ['over', { drawn: 10 }, 150],
    ['closed', {}, 200],
    ['closed', { closedAt: 120 }, 130],
    ['closed', { drawn: 10 }, 200],
  ];
  test.each(cases)('is %s for %j at %i', (state, own, now) => {
    expect(wheelState({ ...facts, ...own }, now)).toBe(state);
  });

  it('is reached, each of them; only an open wheel can be drawn from, and all but drafts are seen', () => {
    expect(new Set(cases.map(([state]) => state))).toEqual(new Set(Object.keys(wheelStates)));
    for (const [state] of cases) expect(drawRefusal(state) === '').toBe(state === 'open');
    expect(seenWheelStates).toEqual(['coming', 'open', 'paused', 'over', 'closed']);
  });

  test.each(cases)('%s with %j at %i is closed only after its end or its last ticket', (state, own, now) => {
    const isRefused = closeRefusal({ ...facts, ...own }, now) !== null;
    expect(isRefused).toBe(state !== 'over' && state !== 'closed');
  });
});

describe('a pause', () => {
  test.each<[string | null, Partial<WheelFacts>, number]>([
    [null, {}, 99],
    [null, {}, 199],
    ['草稿', { openedAt: null }, 150],
    ['已暂停', { pausedAt: 120 }, 150],
    ['已抽完', { drawn: 10 }, 150],
    ['已结束', {}, 200],
  ])('is refused with %s for %j at %i', (word, own, now) => {
    const refusal = pauseRefusal({ ...facts, ...own }, now);
    if (word === null) expect(refusal).toBeNull();
    else expect(refusal).toContain(word);
  });

  test.each([
    ['none', null, 150, 200],
    ['of 30', 120, 150, 230],
    ['longer than the rest', 190, 400, 410],
    ['that is over before the start', 50, 90, 200],
    ['from before the start on', 50, 130, 230],
  ])('%s puts the end off by the time without draws', (_, pausedAt, now, end) => {
    expect(endAfterPause({ ...facts, pausedAt }, now)).toBe(end);
  });
});

const rules: ChanceRules = {
  perSign: 1,
  perOrder: 1,
  perAmount: 100_00,
  pointsPrice: 50,
  pointsDaily: 3,
};

test.each([
  [0, 0],
  [-1, 0],
  [1, 1],
  [99_99, 1],
  [100_00, 2],
  [350_00, 4],
])('an order of which %i fen were paid brings %i chances', (paid, count) => {
  expect(chancesOfOrder(rules, paid)).toBe(count);
});

test('rules that bring none bring none', () => {
  expect(chancesOfOrder({ ...rules, perOrder: 0, perAmount: 0 }, 500_00)).toBe(0);
  expect(rulesProblem({ ...rules, pointsDaily: 0 })).toContain('同时填写');
  expect(rulesProblem({ ...rules, pointsPrice: 0, pointsDaily: 0 })).toBeNull();
});

test.each<[string, Partial<ChanceRules>, boolean]>([
  ['the same', {}, true],
  ['more of a sign-in', { perSign: 2 }, true],
  ['fewer of a sign-in', { perSign: 0 }, false],
  ['fewer of an order', { perOrder: 0 }, false],
  ['a smaller amount', { perAmount: 50_00 }, true],
  ['a larger amount', { perAmount: 100_01 }, false],
  ['no amount any more', { perAmount: 0 }, false],
  ['cheaper ones', { pointsPrice: 40 }, true],
  ['dearer ones', { pointsPrice: 51 }, false],
  ['fewer a day', { pointsDaily: 2 }, false],
])('an opened wheel may change its chances to %s: %j', (_name, own, isAllowed) => {
  expect(refusalOfRules(rules, { ...rules, ...own }) === null).toBe(isAllowed);
});

const nothing: PrizeDraft = {
  id: 0,
  kind: 'nothing',
  name: '谢谢参与',
  remarks: '',
  count: 90,
  cost: 0,
  points: null,
  value: null,
  threshold: null,
  days: null,
  goodsId: null,
};
const points: PrizeDraft = { ...nothing, kind: 'points', points: 10, cost: 10, count: 10 };
const coupon: PrizeDraft = {
  ...nothing,
  kind: 'coupon',
  value: 5_00,
  threshold: 50_00,
  days: 30,
  cost: 5_00,
};
const voucher: PrizeDraft = { ...coupon, kind: 'voucher', threshold: 0 };
const thing: PrizeDraft = { ...nothing, kind: 'thing', goodsId: 1, cost: maxPrizeWorth };

test.each<[PrizeDraft, string | null]>([
  [nothing, null],
  [points, null],
  [coupon, null],
  [voucher, null],
  [thing, null],
  [{ ...thing, cost: maxPrizeWorth + 1 }, '不能超过50000元'],
  [{ ...thing, cost: 0 }, '请填写奖品价值'],
  [{ ...thing, goodsId: null }, '请选择'],
  [{ ...nothing, cost: 1 }, '没有价值'],
  [{ ...nothing, name: ' ' }, '请填写奖品名称'],
  [{ ...nothing, count: 0 }, '数量至少为1'],
  [{ ...points, points: 0 }, '积分须为'],
  [{ ...points, points: 100_001 }, '积分须为'],
  [{ ...coupon, threshold: 4_99 }, '门槛不能低于面额'],
  [{ ...coupon, value: 5_000_01, cost: 5_000_01, threshold: 5_000_01 }, '5000元以内'],
  [{ ...coupon, days: 367 }, '有效天数'],
  [{ ...coupon, cost: 4_00 }, '须等于面额'],
  [{ ...voucher, threshold: 1 }, '没有使用门槛'],
])('%j: %s', (prize, problem) => {
  const said = prizeProblem(prize);
  if (problem === null) expect(said).toBeNull();
  else expect(said).toContain(problem);
});

test.each<[Partial<PrizeDraft>, string | null]>([
  [{ ...points, points: 100, cost: 1_00 }, null],
  [{ ...points, points: 100, cost: 99 }, '积分折合的1.00元'],
  [{ ...points, points: 1, cost: 0 }, '积分折合的0.01元'],
  [{ ...thing, cost: 50_00 }, null],
  [{ ...thing, cost: 49_99 }, '商品成本50.00元'],
  [{ ...thing, goodsId: 2, cost: 1 }, null],
  [nothing, null],
])('%j says at least what it is worth: %s', (own, problem) => {
  const said = worthProblem({ ...nothing, ...own }, { yuanPerThousand: 10, things: new Map([[1, 50_00]]) });
  if (problem === null) expect(said).toBeNull();
  else expect(said).toContain(problem);
});

test('a wheel has two prizes to twelve, and a bounded number of tickets', () => {
  expect(prizesProblem([points, nothing])).toBeNull();
  expect(prizesProblem([points])).toContain('2到12种');
  expect(prizesProblem(Array.from({ length: maxPrizes + 1 }, () => points))).toContain('2到12种');
  expect(prizesProblem([points, { ...nothing, count: maxTickets - 10 }])).toBeNull();
  expect(prizesProblem([points, { ...nothing, count: maxTickets - 9 }])).toContain('奖券最多');
  expect(prizesProblem([points, { ...points, points: 0 }])).toBe('第2个奖品：积分须为1到100000');
});

test('a later version appends what is added of each prize, new prizes too', () => {
  const deck = [{ prizeId: 1, count: 5 }];
  const before = new Map([[1, 5]]);
  expect(appendedDeck(deck, before, [{ id: 1, count: 5 }])).toEqual(deck);
  expect(
    appendedDeck(deck, before, [
      { id: 1, count: 7 },
      { id: 2, count: 3 },
    ]),
  ).toEqual([...deck, { prizeId: 1, count: 2 }, { prizeId: 2, count: 3 }]);
});

test.each([
  ['康源大药房有限公司', '康源***公司'],
  ['好药房店铺', '好药***店铺'],
  ['好药房', '好***'],
  ['', '***'],
])('%s is shown as %s', (name, shown) => {
  expect(maskedCompany(name)).toBe(shown);
});
