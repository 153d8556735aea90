import { expect, test } from 'vitest';
import { type MoveEffect, movedLines, moveEffects, whyDearer } from '#lib/rules/best-cart/move-effects.ts';
import type { MerchantTerms } from '#lib/rules/terms/terms.ts';
import { buyer, freight, goods, line, merchant, now, offers } from './fixtures.ts';

const costly = (id: number, over: Partial<MerchantTerms> = {}) =>
  merchant({ id, freight: freight({ freeFrom: 30_000 }), ...over });
const lines = [line({ quantity: 10 }), line({ id: 2, goodsId: 2, quantity: 10 })];
const all = offers({
  // Both at merchant 1; the second is sold by merchant 2 for less, the first for more.
  goods: [
    goods(),
    goods({ id: 2, price: 500 }),
    goods({ id: 11, merchantId: 2, price: 1010 }),
    goods({ id: 12, merchantId: 2, price: 400 }),
  ],
  merchants: [costly(1), costly(2)],
});

function effectsOf(moves: [number, number][]) {
  const steps = moveEffects(lines, new Map(moves), buyer(), all, now);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

test('each move is judged beside the others: what it saves in all, on its line, by freight', () => {
  const effects = effectsOf([
    [1, 11],
    [2, 12],
  ]);
  // Left at the first merchant, the first line would cost its freight.
  expect(effects.get(1)).toEqual({ saving: 900, line: -100, freight: 1000, discount: 0, gap: 0 });
  expect(effects.get(2)).toEqual({ saving: 2000, line: 1000, freight: 1000, discount: 0, gap: 0 });
  // By itself it only costs more.
  expect(effectsOf([[1, 11]]).get(1)).toEqual({
    saving: -1100,
    line: -100,
    freight: -1000,
    discount: 0,
    gap: 0,
  });
  expect(effectsOf([]).size).toBe(0);
});

test('moved lines keep their order and numbers', () => {
  expect(movedLines(lines, new Map([[2, 12]]))).toEqual([lines[0], { ...lines[1], goodsId: 12 }]);
});

const none: MoveEffect = { saving: 0, line: 0, freight: 0, discount: 0, gap: 0 };
test.each<[Partial<MoveEffect>, string]>([
  [{ line: 100, freight: 500 }, ''],
  [{}, ''],
  [{ line: -2610, freight: 1000, discount: 3000 }, '单行贵¥26.10，整单运费少¥10.00、满减和券多减¥30.00'],
  [{ line: -1, gap: 5000 }, '单行贵¥0.01，整单起订额少差¥50.00'],
  [{ line: -100, freight: -100 }, '单行贵¥1.00'],
])('a dearer line is explained by the whole: %o', (over, text) => {
  expect(whyDearer({ ...none, ...over })).toBe(text);
});
