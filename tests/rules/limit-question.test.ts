import { expect, it } from 'vitest';
import { limitQuestion } from '#lib/rules/promotions/limit-question.ts';
import { commonUnit, piecesText } from '#lib/rules/terms/pieces.ts';
import type { OverLimit, PriceSegment } from '#lib/rules/terms/quote-shape.ts';

const over: OverLimit = {
  limit: 25,
  variant: 'original_price',
  text: '数量超过活动限购25，可原价购买',
};
const segments: PriceSegment[] = [
  { quantity: 25, unitPrice: 367, rule: 'flash' },
  { quantity: 55, unitPrice: 455, rule: 'member' },
];

const cost = '买80盒：25×3.67 + 55×4.55 = ¥342.00';

it.each([
  [
    'the number within the limit is a third answer',
    over,
    segments,
    25,
    `${cost}，超出部分按会员价`,
    '只买25盒',
  ],
  ['there is none', over, segments, 0, `${cost}，超出部分按会员价`, null],
  [
    'the list price is the original one',
    over,
    segments.map((one) => ({ ...one, rule: one.rule === 'member' ? ('list' as const) : one.rule })),
    20,
    cost,
    '只买20盒',
  ],
  [
    'another activity may be had elsewhere',
    { ...over, variant: 'other_activity' as const },
    segments,
    25,
    '',
    null,
  ],
])(
  'the sentence and both buttons word for word; below them: %s',
  (_name, asked, pieces, within, note, other) => {
    const words = { text: '数量超过活动限购25，可原价购买', confirm: '确定', cancel: '取消' };
    expect(limitQuestion(asked, pieces, within, '盒')).toEqual({ ...words, note, other });
  },
);

it.each([
  [[], ''],
  [[['盒', 1200]], '1200盒'],
  [
    [
      ['瓶', 10],
      ['盒', 30],
      ['瓶', 40],
    ],
    '50瓶、30盒',
  ],
  [
    [
      ['盒', 0],
      ['支', 1],
    ],
    '1支',
  ],
])('pieces of each unit, the most first: %j', (lines, text) => {
  const all = (lines as [string, number][]).map(([unit, quantity]) => ({ unit, quantity }));
  expect(piecesText(all)).toBe(text);
});

it.each([
  [[], '个'],
  [['盒', '盒'], '盒'],
  [['盒', '瓶'], '个'],
])('one unit for all of %j', (units, unit) => {
  expect(commonUnit(units)).toBe(unit);
});
