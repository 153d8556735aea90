import { expect, it } from 'vitest';
import { lotOfFile, reportKeys } from '#lib/rules/orders/report-files.ts';

const lots = [
  { goodsId: 7, lotNo: 'B-2601' },
  { goodsId: 8, lotNo: 'B-2602' },
  { goodsId: 9, lotNo: 'B-2602' },
  { goodsId: 9, lotNo: '12 34'.replace(' ', '') },
];

it.each<[string, { goodsId: number; lotNo: string } | string]>([
  ['B-2601.pdf', { goodsId: 7, lotNo: 'B-2601' }],
  ['合格/ｂ－2601 .PDF', { goodsId: 7, lotNo: 'B-2601' }],
  ['9_B-2602.pdf', { goodsId: 9, lotNo: 'B-2602' }],
  ['8 b-2602.pdf', { goodsId: 8, lotNo: 'B-2602' }],
  ['7_B-2602.pdf', '没有这个批号的批次'],
  ['B-2602.pdf', '有2个商品是这个批号，请把文件名改成“商品编号_批号”'],
  ['1234.pdf', { goodsId: 9, lotNo: '1234' }],
  ['.pdf', '没有这个批号的批次'],
])('%s belongs to its lot, or says why to none', (name, lot) => {
  expect(lotOfFile(name, lots)).toEqual(lot);
});

it('a name is looked for as a lot number, and as one behind the number of an item', () => {
  expect(reportKeys('a/9_b-2602.pdf')).toEqual(['9_B-2602', 'B-2602']);
  expect(reportKeys('.pdf')).toEqual([]);
});
