import { expect, test } from 'vitest';
import { freeShippingText, isUnserved, quoteFreight } from '#lib/rules/promotions/freight.ts';
import { freight } from './fixtures.ts';

const one = {
  amount: 10_000,
  quantity: 10,
  isPreferred: false,
  isColdChain: false,
  freeShippingNumber: null,
};
const region = '420106';

test.each([
  ['below the free amount', freight(), [one], { amount: 1000, freeGap: 20_000 }],
  [
    'at the free amount',
    freight(),
    [{ ...one, amount: 30_000 }],
    { amount: 0, freeGap: null, text: '已免运费' },
  ],
  ['nothing in it', freight(), [], { amount: 0, text: null }],
  ['never free', freight({ freeFrom: null }), [one], { amount: 1000, freeGap: null, text: '运费¥10.00' }],
  ['all lines ship free by themselves', freight(), [{ ...one, freeShippingNumber: 10 }], { amount: 0 }],
  [
    'one line does not',
    freight(),
    [{ ...one, freeShippingNumber: 10 }, one],
    { amount: 1000, freeGap: 10_000 },
  ],
  [
    'a region with a fee of its own',
    freight({ regionFees: [{ regions: ['42'], fee: 2000, freeFrom: 50_000 }] }),
    [{ ...one, amount: 30_000 }],
    { amount: 2000, freeGap: 20_000 },
  ],
  [
    'preferred goods by themselves',
    freight({ preferred: { fee: 600, freeFrom: 20_000 } }),
    [
      { ...one, amount: 30_000 },
      { ...one, isPreferred: true },
    ],
    { amount: 600, ordinary: 0, preferred: 600, freeGap: 10_000 },
  ],
  [
    'once a merchant: the dearer of the two',
    freight({ preferred: { fee: 600, freeFrom: 20_000 } }),
    [one, { ...one, isPreferred: true }],
    { amount: 1000, ordinary: 1000, preferred: 0 },
  ],
  [
    'cold chain on top, once',
    freight({ coldChain: { fee: 3000, freeFrom: null } }),
    [
      { ...one, isColdChain: true },
      { ...one, isColdChain: true, amount: 90_000 },
    ],
    { amount: 3000, ordinary: 0, coldChain: 3000 },
  ],
  [
    'the gap is of the goods that count, and tells what it brings',
    freight({ preferred: { fee: 800, freeFrom: 20_000 }, coldChain: { fee: 3000, freeFrom: null } }),
    [
      { ...one, amount: 30_000, isColdChain: true },
      { ...one, isPreferred: true },
    ],
    {
      amount: 3800,
      freeGap: 10_000,
      gapSaving: 800,
      gapGoods: 'preferred',
      counted: 10_000,
      text: '运费¥38.00，再买¥100.00优选商品减运费¥8.00',
    },
  ],
  [
    'the other fee takes the place of the dearer one',
    freight({ preferred: { fee: 600, freeFrom: 20_000 } }),
    [one, { ...one, isPreferred: true }],
    { amount: 1000, gapSaving: 400, text: '运费¥10.00，再买¥200.00非优选商品减运费¥4.00' },
  ],
  [
    'more goods change nothing where both cost the same',
    freight({ preferred: { fee: 1000, freeFrom: 20_000 } }),
    [one, { ...one, isPreferred: true }],
    { amount: 1000, freeGap: null, gapSaving: 0, text: '运费¥10.00' },
  ],
  [
    'the cold-chain fee stays',
    freight({ coldChain: { fee: 3000, freeFrom: null } }),
    [{ ...one, isColdChain: true }],
    { amount: 4000, gapSaving: 1000, text: '运费¥40.00，再买¥200.00减运费¥10.00' },
  ],
])('freight: %s', (_name, terms, lines, expected) => {
  expect(quoteFreight(terms, region, lines)).toMatchObject(expected);
});

test('areas that are not served', () => {
  const terms = freight({ unservedRegions: ['65', '54'] });
  expect(isUnserved(terms, '650102')).toBe(true);
  expect(isUnserved(terms, region)).toBe(false);
  expect(isUnserved(terms, null)).toBe(false);
});

test('the gap to the free-shipping quantity', () => {
  expect(freeShippingText({ quantity: 7, freeShippingNumber: 10 }, '盒')).toBe('差3盒包邮');
  expect(freeShippingText({ quantity: 10, freeShippingNumber: 10 }, '盒')).toBe('已包邮');
  expect(freeShippingText({ quantity: 7, freeShippingNumber: null }, '盒')).toBeNull();
});
