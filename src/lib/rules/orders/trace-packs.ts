/** Which boxes are in which case (追溯码 are aggregated), from a table: a code and the code that it is packed under (rules 3). */
import { findCutCode } from '../tables/cell.ts';
import type { TableRow } from '../tables/columns.ts';
import type { TableSpec } from '../tables/spec.ts';
import { findTraceCode } from '../text/trace-code.ts';
import type { TraceFault } from './trace-table.ts';

/** The most rows of one file. */
export const mostPackRows = 20_000;

/** A code, and the code of the case or middle pack that it is in. */
export interface Packed {
  code: string;
  parent: string;
}

export const packSpec = {
  name: 'packs',
  columns: [
    {
      key: 'parent',
      title: '箱码',
      kind: 'code',
      is: ['箱码', '上级码', '父码', '外箱码', '大箱码', '箱追溯码', '上级追溯码', '父级追溯码', '包装箱码'],
      has: ['箱码', '上级'],
      never: ['数', '规格', '状态', '时间', '日期'],
    },
    {
      key: 'code',
      title: '追溯码',
      kind: 'code',
      is: ['追溯码', '盒码', '下级码', '子码', '监管码', '药品追溯码', '盒追溯码', '下级追溯码'],
      has: ['追溯码', '盒码', '下级', '监管码'],
      never: ['数', '规格', '状态', '时间', '日期', '上级', '父', '箱'],
    },
  ],
  others: ['序号', '商品名称', '品名', '规格', '批号', '生产日期', '有效期至', '生产企业', '备注'],
  needed: [['parent'], ['code']],
  leastNamed: 2,
  headless: 'no',
} as const satisfies TableSpec;

/** Reads every row; each that is wrong is named. A pair that comes twice counts once. */
export function readPacks(table: readonly TableRow[]): { packed: Packed[]; faults: TraceFault[] } {
  const parents = new Map<string, { parent: string; row: number }>();
  const faults: TraceFault[] = [];
  for (const cells of table) {
    const { row } = cells;
    const read = (['parent', 'code'] as const).map((key) => codeOf(cells.cell(key)));
    const [parent, code] = read;
    const wrong = read.find((one) => one?.fault !== undefined)?.fault;
    const before = parents.get(code?.code ?? '');
    if (wrong !== undefined) faults.push({ row, sentence: wrong });
    else if (parent === undefined || code === undefined) continue;
    else if (parent.code === code.code) faults.push({ row, sentence: `箱码和追溯码相同：${code.code}` });
    else if (before !== undefined && before.parent !== parent.code)
      faults.push({ row, sentence: `追溯码${code.code}在第${before.row}行属于另一箱${before.parent}` });
    else if (before === undefined) parents.set(code.code, { parent: parent.code, row });
  }
  for (const [code, { row }] of parents)
    if (isInItself(code, parents))
      faults.push({ row, sentence: `追溯码${code}是它自己的上级，箱码和盒码填反了` });
  faults.sort((a, b) => a.row - b.row);
  return { packed: [...parents].map(([code, { parent }]) => ({ code, parent })), faults };
}

function codeOf(cell: string): { code: string; fault?: string } {
  const cut = findCutCode(cell);
  if (cut !== null) return { code: '', fault: cut };
  const code = findTraceCode(cell);
  if (code !== null) return { code };
  return { code: '', fault: cell === '' ? '请填写箱码和追溯码' : `“${cell.slice(0, 24)}”不是20位数字` };
}

function isInItself(code: string, parents: ReadonlyMap<string, { parent: string }>): boolean {
  const seen = new Set<string>();
  for (let at = parents.get(code)?.parent; at !== undefined; at = parents.get(at)?.parent) {
    if (at === code) return true;
    if (seen.has(at)) return false;
    seen.add(at);
  }
  return false;
}

/** Digits that say which product and pack a code is of (药品标识码). */
const productDigits = 7;

export function traceProduct(code: string): string {
  return code.slice(0, productDigits);
}
