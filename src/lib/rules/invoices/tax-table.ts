/** How a merchant changes the taxes of its items at the desk: in cells, many at once, by a table (rules 18, 19). */
import type { CellFields, CellValue } from '../changes/cells.ts';
import { goodsTable } from '../goods/goods-table.ts';
import { findTaxProblem, isTaxRate, taxPolicies } from './tax.ts';

export const taxFields = {
  taxRate: {
    kind: 'choice',
    label: '税率',
    choices: { 0: '0%', 3: '3%', 6: '6%', 9: '9%', 13: '13%' },
    isNeeded: true,
  },
  taxPolicy: { kind: 'choice', label: '优惠政策', choices: taxPolicies, isNeeded: true },
  taxCode: { kind: 'text', label: '税收分类编码', min: 19, max: 19, isNeeded: true },
  taxFrom: { kind: 'day', label: '生效日期', isNeeded: true },
} as const satisfies CellFields<string>;

export type TaxField = keyof typeof taxFields;
export type TaxValues = Readonly<Record<TaxField, CellValue>>;

/** What a change of a tax depends on: the first day of the newest tax that the item has; null where it has none. */
export interface TaxFacts {
  from: string | null;
}

/** Why these values do not go together; null where they do. No policy is 无, no first day is today. */
export function taxFault(
  { taxRate, taxPolicy, taxCode, taxFrom }: TaxValues,
  { from }: TaxFacts,
): string | null {
  const rate = taxRate === null ? Number.NaN : Number(taxRate);
  if (!isTaxRate(rate) || typeof taxCode !== 'string')
    return '这个商品还没有税率，请勾选后用“批量修改”一起填写税率和税收分类编码';
  const policy = taxPolicy === 'simple_3' || taxPolicy === 'exempt' ? taxPolicy : 'none';
  const problem = findTaxProblem({ rate, policy, taxCode });
  if (problem !== null) return problem;
  if (from !== null && typeof taxFrom === 'string' && taxFrom < from)
    return `生效日期不能早于现在的${from}，之前的税率已经用于开票`;
  return null;
}

/** The table of taxes. */
export const taxTable = goodsTable('goods-tax', taxFields, {
  taxRate: ['增值税税率', '适用税率', 'tax_rate'],
  taxPolicy: ['税收优惠', '优惠政策标识', '免税'],
  taxCode: ['税收编码', '税收分类', '商品和服务税收分类编码', '编码19位', 'tax_code'],
  taxFrom: ['生效日', '起始日期', '生效时间'],
});
