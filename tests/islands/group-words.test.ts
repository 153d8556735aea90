import { describe, expect, it } from 'vitest';
import { type GroupFacts, progressText, roomText } from '#islands/activities/group-words.ts';
import { settleChange } from '#islands/buy/quantity-change.ts';
import { pricedAt } from '#islands/quick-order/amounts.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { goods, now, promo, running } from '../rules/fixtures.ts';

const group: GroupFacts = {
  id: 1,
  goal: 200,
  joined: 120,
  joined_percent: 60,
  left_number: 480,
  xg_number: 20,
  is_reached: 0,
  state_text: '拼团中',
  start_time: running.startsAt,
  end_time: running.endsAt,
  phase: 'running',
};

describe('what a group-buy says of itself', () => {
  it.each([
    [group, '已拼120盒，还差80盒成团'],
    [{ ...group, joined: 240, is_reached: 1 }, '已拼240盒，已成团'],
  ])('names what is missing, or that it is reached', (facts, text) => {
    expect(progressText(facts, '盒')).toBe(text);
    expect(roomText(facts, '盒')).toBe('20盒起拼 · 还可拼480盒');
  });
});

describe('the quantity of a group-buy', () => {
  const terms: GoodsTerms = goods({
    packStep: 10,
    // Sold alone it would be asked for beyond 5 pieces; joining has one price for all of it.
    promo: promo({ activityLimit: 5 }),
    groupBuy: {
      activityId: 1,
      price: 700,
      minQuantity: 20,
      goal: 200,
      joined: 0,
      leftNumber: 95,
      ...running,
    },
  });

  it.each([
    [35, 30, '按10盒起订，已调整为30盒'],
    [5, 20, '20盒起购，已调整为20盒'],
    [500, 90, '已达最大购买量'],
  ])('asked for %i it holds %i', (asked, value, message) => {
    expect(settleChange(asked, 20, terms, false, now, 'group_buy')).toMatchObject({
      value,
      message,
      question: null,
    });
  });
});

describe('a row of what was bought before', () => {
  const ladder = { kind: 'from' as const, tiers: [{ number: 200, price: 900 }] };
  it.each([
    // The ladder's price only from its tier on.
    [{ ladder }, 100, 1000, 100_000],
    [{ ladder }, 200, 900, 180_000],
    // Beyond a promo's limit the average of both prices, rounded to a fen.
    [{ promo: promo({ activityLimit: 5 }) }, 5, 800, 4_000],
    [{ promo: promo({ activityLimit: 5 }) }, 7, 857, 6_000],
    [{}, 0, undefined, undefined],
  ])('%#: has the price of its number', (over, number, each, gross) => {
    const item = { terms: toWire(goods(over)) } as unknown as GoodsItem;
    const priced = pricedAt(item, number, now);
    expect([priced?.each, priced?.gross]).toEqual([each, gross]);
  });
});
