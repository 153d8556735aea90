import { describe, expect, test } from 'vitest';
import { type ClosingFacts, closingChecks, coolingOff, mayClose } from '#lib/rules/companies/closing.ts';

const none: ClosingFacts = {
  openOrders: 0,
  freshOrders: 0,
  openRefunds: 0,
  openCases: 0,
  openPointsOrders: 0,
  openPointsCases: 0,
  openTopUps: 0,
  balance: 0,
  openStores: 0,
};

describe('closing an account', () => {
  test('is free where nothing is left', () => {
    expect(mayClose(none)).toBe(true);
    expect(closingChecks(none).every(({ note }) => note === '')).toBe(true);
  });

  test.each([
    ['openOrders', 'orders', '还有1笔订单没有完成'],
    ['freshOrders', 'fresh', '还有1笔订单在7天售后期内'],
    ['openRefunds', 'refunds', '还有1笔退款没有退回'],
    ['openCases', 'cases', '还有1件售后没有办完'],
    ['openPointsOrders', 'pointsOrders', '还有1笔积分订单没有完成'],
    ['openPointsCases', 'pointsCases', '还有1件积分商品破损申请没有办完'],
    ['openTopUps', 'topUps', '还有1笔充值没有结果'],
    ['balance', 'balance', '余额还有¥0.01，请先用完或联系客服退回'],
    ['openStores', 'stores', '还有1家门店，请先注销门店'],
  ] as const)('waits for %s', (fact, need, note) => {
    const facts = { ...none, [fact]: 1 };
    expect(mayClose(facts)).toBe(false);
    const unmet = closingChecks(facts).filter(({ isMet }) => !isMet);
    expect(unmet).toMatchObject([{ need, note }]);
  });

  test('can be called off for seven days', () => {
    expect(coolingOff).toBe(604_800_000);
  });
});
