/** Many stores named by one table while a head office registers (rules 2): read and checked, nothing is saved. */
import { fieldError } from '#lib/contract/errors.ts';
import type { StoreTableChecked, StoreTableValues } from '#lib/contract/registration/calls.ts';
import { mostStoreRows, readStoreTable, storeTableSpec } from '#lib/rules/companies/store-table.ts';
import { regionText } from '#lib/rules/text/address-text.ts';
import { findRegionInText } from '../addresses/regions.ts';
import type { Context } from '../core/context.ts';
import { uploadLimits } from '../engines/tables/limits.ts';
import { readUpload } from '../engines/tables/read-mapped.ts';

/**
 * `POST /api/register/stores`: the stores of a table, row by row, with what is wrong. Throws 422 for what is no table,
 * 429 when many are read.
 */
export async function checkStoreTable(
  context: Context<'buyer'>,
  { file, text, columns }: StoreTableValues,
): Promise<StoreTableChecked> {
  if (file === undefined && text === '') throw fieldError('file', '请选择门店表，或粘贴表格内容');
  const source = file ?? { name: '粘贴的内容', type: 'text/plain', bytes: new TextEncoder().encode(text) };
  const limits = { ...uploadLimits, rows: mostStoreRows };
  const table = await readUpload(context, source, { spec: storeTableSpec, columns, limits });
  if (table.questions.length > 0) return { list: [], table: table.mapping };
  if (table.rows.length === 0) throw fieldError('file', '表里没有门店');
  const list = readStoreTable(table, findPlace).map(({ creditCode, regionCode, ...row }) => ({
    ...row,
    credit_code: creditCode,
    region_code: regionCode,
  }));
  return { list, table: table.mapping };
}

function findPlace(text: string) {
  const region = findRegionInText(text);
  return typeof region === 'string' ? region : { code: region.code, text: regionText(region) };
}
