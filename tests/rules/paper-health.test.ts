import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { healthDays, paperEnds } from '#lib/rules/companies/paper-health.ts';
import { goesOn, type Paper, type PaperKind, scopeCodes } from '#lib/rules/companies/qualification.ts';
import { buyState } from '#lib/rules/goods/buy-state.ts';
import type { BuyStateBuyer, BuyStateContext, BuyStateGoods } from '#lib/rules/goods/buy-state-shape.ts';
import { now } from './fixtures.ts';

const day = 86_400_000;
const ends = (kind: PaperKind, days: number | null, more: Partial<Paper> = {}): Paper => ({
  kind,
  number: `${kind}${days}`,
  validFrom: null,
  validTo: days === null ? null : now + days * day,
  ...more,
});
const bought = [
  { id: 1, scope: '化学药制剂', paid: 30_000 },
  { id: 2, scope: '中成药', paid: 60_000 },
  { id: 3, scope: '保健食品', paid: 900 },
  { id: 4, scope: '二类器械', paid: 500 },
  { id: 5, scope: null, paid: 700 },
  { id: 6, scope: 'unknown', paid: 700 },
] as const;
const scopes = ['化学药制剂', '中成药', '保健食品'] as const;

const found = (papers: Paper[]) =>
  paperEnds({ papers, scopes: [...scopes] }, [...bought], now).map(({ paper, isOver, goods, monthly }) => [
    paper.kind,
    isOver,
    goods.map(({ id }) => id),
    monthly,
  ]);

describe('the end of a paper', () => {
  test.each<[string, Paper[], unknown[]]>([
    ['none has an end', [ends('drug_licence', null)], []],
    [
      'blocks what rests on it, the dearest first, and a third of what was paid a month',
      [ends('drug_licence', 10)],
      [['drug_licence', false, [2, 1], 30_000]],
    ],
    ['of a paper on which nothing rests', [ends('legal_person_id', 3)], [['legal_person_id', false, [], 0]]],
    ['outside of the scopes', [ends('device_filing', 3)], [['device_filing', false, [], 0]]],
    ['has been', [ends('food_licence', -1)], [['food_licence', true, [3], 300]]],
    [
      'that has been, of what another licence has taken up later',
      [ends('drug_licence', -9), ends('practice_licence', null, { validFrom: now - day })],
      [['drug_licence', true, [], 0]],
    ],
    [
      'where the other licence goes on',
      [ends('drug_licence', 9), ends('practice_licence', 20)],
      [
        ['drug_licence', false, [], 0],
        ['practice_licence', false, [2, 1], 30_000],
      ],
    ],
    [
      'that was renewed is left out, its successor is there',
      [ends('food_licence', 3), ends('food_licence', 400)],
      [['food_licence', false, [3], 300]],
    ],
    [
      'with a gap before the next is one',
      [ends('food_licence', 3), ends('food_licence', 400, { validFrom: now + 5 * day })],
      [
        ['food_licence', false, [3], 300],
        ['food_licence', false, [3], 300],
      ],
    ],
  ])('%s', (_, papers, expected) => expect(found(papers)).toEqual(expected));

  test('counts ninety days as three months', () => expect(healthDays).toBe(90));

  test('a paper goes on from another of its kind without a day between', () => {
    expect(goesOn(ends('food_licence', 9), ends('food_licence', 3))).toBe(true);
    expect(goesOn(ends('drug_licence', 9), ends('food_licence', 3))).toBe(false);
    expect(goesOn(ends('food_licence', 9), ends('food_licence', null))).toBe(false);
  });

  // The same answer as the rule that a card, a cart and an order go by.
  test('blocks what buyState refuses from the moment after', () => {
    const kinds: PaperKind[] = [
      'drug_licence',
      'practice_licence',
      'food_licence',
      'device_filing',
      'business_licence',
    ];
    const paper = fc.record({
      kind: fc.constantFrom(...kinds),
      number: fc.constant('1'),
      validFrom: fc.option(fc.integer({ min: -50, max: 50 }).map((days) => now + days * day)),
      validTo: fc.option(fc.integer({ min: -60, max: 60 }).map((days) => now + days * day)),
    });
    fc.assert(
      fc.property(fc.array(paper, { maxLength: 6 }), (papers) => {
        const all = scopeCodes.map((scope) => ({ scope, paid: 1 }));
        for (const end of paperEnds({ papers, scopes: [...scopeCodes] }, all, now))
          for (const { scope } of end.goods)
            expect(stateOf(scope, papers, end.isOver ? now : end.paper.validTo + 1)).toBe('paper_expired');
      }),
    );
  });
});

function stateOf(scope: BuyStateGoods['scope'], papers: Paper[], at: number) {
  const goods: BuyStateGoods = {
    id: 1,
    merchantId: 1,
    scope,
    buyerTypes: null,
    salesRegions: null,
    excludedRegions: [],
    isControlled: false,
    isOnShelf: true,
    isStopped: false,
    expiresOn: '2999-01-01',
    merchantPapersUntil: null,
    stock: 10,
    packStep: 1,
    minQuantity: 1,
    variantCount: 1,
    hasGroupBuy: false,
    limitQuantity: 0,
    dayLimit: 0,
    weekLimit: 0,
  };
  const buyer: BuyStateBuyer = {
    companyId: 1,
    companyState: 'approved',
    buyerType: 'pharmacy',
    region: '110101',
    scopes: [...scopeCodes],
    papers,
  };
  const context: BuyStateContext = { now: at, grant: 'none', limitUsed: 0, dayUsed: 0, weekUsed: 0 };
  return buyState(goods, buyer, context).code;
}
