import { describe, expect, test } from 'vitest';
import { netOfLines } from '#lib/rules/quote/net-lines.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import type { QuoteLine } from '#lib/rules/terms/asked.ts';
import type { Offers } from '#lib/rules/terms/terms.ts';
import { buyer, coupon, freight, goods, line, merchant, now, offers, reduction } from './fixtures.ts';

function nets(lines: QuoteLine[], over: Partial<Offers>) {
  const offered = offers(over);
  const made = quote(lines, buyer({ voucherIds: 'best' }), offered, now);
  const found = netOfLines(made, offered.merchants, '420106');
  for (const { freight, others } of found.values())
    expect(freight + others, 'all of the freight is told').toBeLessThanOrEqual(made.totals.shipping);
  return Object.fromEntries([...found].map(([id, { price }]) => [id, price]));
}

const two = [line({ quantity: 10 }), line({ id: 2, goodsId: 2, quantity: 20 })];
const both = [goods(), goods({ id: 2, price: 500 })];
const costly = [merchant({ freight: freight({ freeFrom: 30_000 }) })];

describe('到手单价 of the lines of a cart', () => {
  test.each<[string, QuoteLine[], Partial<Offers>, Record<number, number>]>([
    ['is the price where nothing is shared', two, { goods: both }, { 1: 1000, 2: 500 }],
    [
      'carries no freight that the other line pays anyway',
      two,
      { goods: both, merchants: costly },
      { 1: 1000, 2: 500 },
    ],
    [
      'carries what it adds: the cold chain comes on top',
      two,
      {
        goods: [goods({ isColdChain: true }), both[1]!],
        merchants: [merchant({ freight: freight({ coldChain: { fee: 500, freeFrom: null } }) })],
      },
      { 1: 1050, 2: 500 },
    ],
    [
      'is the same whether a voucher pays or not',
      [line({ quantity: 10 })],
      {
        merchants: costly,
        vouchers: [{ id: 1, name: '现金券', balance: 500, startsAt: 0, endsAt: now + 1 }],
      },
      { 1: 1100 },
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
