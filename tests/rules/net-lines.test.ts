import { describe, expect, test } from 'vitest';
import { netOfLines } from '#lib/rules/quote/net-lines.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import type { QuoteLine } from '#lib/rules/terms/asked.ts';
import type { Offers } from '#lib/rules/terms/terms.ts';
import { buyer, coupon, freight, goods, line, merchant, now, offers, reduction } from './fixtures.ts';

function nets(lines: QuoteLine[], over: Partial<Offers>) {
  const made = quote(lines, buyer(), offers(over), now);
  const found = netOfLines(made);
  const freight = [...found.values()].reduce((sum, one) => sum + one.freight, 0);
  expect(freight, 'no fen of the freight is lost').toBe(made.totals.shipping);
  return Object.fromEntries([...found].map(([id, { price }]) => [id, price]));
}

const two = [line({ quantity: 10 }), line({ id: 2, goodsId: 2, quantity: 20 })];
const both = [goods(), goods({ id: 2, price: 500 })];
const costly = [merchant({ freight: freight({ freeFrom: 30_000 }) })];

describe('到手单价 of the lines of a cart', () => {
  test.each<[string, QuoteLine[], Partial<Offers>, Record<number, number>]>([
    ['is the price where nothing is shared', two, { goods: both }, { 1: 1000, 2: 500 }],
    [
      'carries the freight by what each line pays',
      two,
      { goods: both, merchants: costly },
      { 1: 1050, 2: 525 },
    ],
    [
      'carries none once the merchant’s lines together ship free',
      [line({ quantity: 10 }), line({ id: 2, goodsId: 2, quantity: 40 })],
      { goods: both, merchants: costly },
      { 1: 1000, 2: 500 },
    ],
    [
      'shares reduction and coupon as the lines do',
      [line({ quantity: 50 })],
      { goods: [goods({ activityIds: [10] })], activities: [reduction], coupons: [coupon()] },
      { 1: 920 },
    ],
    ['is rounded up', [line({ quantity: 3 })], { merchants: costly }, { 1: 1334 }],
    [
      'of each merchant its own freight',
      two,
      {
        goods: [goods(), goods({ id: 2, merchantId: 2, price: 500 })],
        merchants: [...costly, merchant({ id: 2 })],
      },
      { 1: 1100, 2: 500 },
    ],
    ['is none of a line that is not selected', [line({ quantity: 10, isSelected: false })], {}, {}],
    ['is none of a line that cannot be bought', [line({ quantity: 5000 })], {}, {}],
    ['is none of what is gone', [line({ goodsId: 99 })], {}, {}],
  ])('%s', (_name, lines, over, expected) => {
    expect(nets(lines, over)).toEqual(expected);
  });
});
