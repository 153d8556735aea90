/** Goods by a file in the browser: read in a process of its own, previewed, then published by the import's engine. */

import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import {
  type CatalogueReport,
  type ImportCatalogueValues,
  maxCatalogueRows,
} from '#lib/contract/first-day.ts';
import type { Context } from '../core/context.ts';
import { env, StartupError } from '../core/process/env.ts';
import { withFreeLock } from '../db/migrate.ts';
import { columns, extraColumns } from '../engines/import/columns.ts';
import { importLock, importRows, previewRows } from '../engines/import/import.ts';
import { listMerchantIds } from '../engines/import/import-rows.ts';
import { houseCode } from '../engines/import/publish-goods.ts';
import { type CatalogueFile, readCatalogue } from '../engines/import/read-file.ts';
import type { RowResult } from '../engines/import/report.ts';
import { requiredColumns } from '../engines/import/row.ts';
import { importLimits, type TableLimits } from '../engines/tables/limits.ts';

/** Heads that a file must have. */
export const neededHeads: readonly string[] = requiredColumns.map((column) => columns[column]);

/** Heads of the template: all columns of goods, then the seller, the stock and its lot. */
export const templateHeads: readonly string[] = [
  ...Object.values(columns),
  ...(['merchant', 'stock', 'lot_no', 'produced_on', 'expires_on', 'barcode'] as const).map(
    (column) => extraColumns[column],
  ),
];

const MB = 1024 * 1024;

/** A catalogue of one upload: rows have many columns and long texts, so it is wider than a purchase list. */
const limits: TableLimits = {
  ...importLimits,
  bytes: maxUploadBytes,
  unpacked: 60 * MB,
  rows: maxCatalogueRows + 10,
  text: 10_000_000,
  time: 10_000,
  heap: 256,
};

const shownRows = 300;

/**
 * `POST /api/desk/catalogue`: with `confirm` the rows are published, else only looked at. A repeat finds nothing changed.
 * Throws 422 for a file that cannot be used, 409 without a merchant and while another import runs.
 */
export async function importDeskCatalogue(
  context: Context<'platform'>,
  { file, confirm }: ImportCatalogueValues,
): Promise<CatalogueReport> {
  const { db } = context;
  if (!(await listMerchantIds(db)).has(houseCode))
    throw new AppError(409, `还没有商家${houseCode}，请先在“商家”里新增，目录里没有写商家的商品归它`);
  const { rows, ...read } = await readFile(file.bytes, file.name);
  if (rows.length > maxCatalogueRows)
    throw fieldError('file', `一次最多${maxCatalogueRows}行，请分成几个文件，或由服务器管理员用命令导入`);
  if (confirm === 0) return reportOf(await previewRows(db, rows), read, false);
  const done = await withFreeLock(env().DATABASE_URL ?? '', importLock, () =>
    importRows(context, file.name, rows),
  );
  if (done === null) throw new AppError(409, '另一次导入正在进行，请等它完成后再试');
  return reportOf(done.done.results, read, true);
}

async function readFile(bytes: Uint8Array, name: string): Promise<CatalogueFile> {
  try {
    return await readCatalogue(bytes, name, new Map(), limits);
  } catch (error) {
    // What a command tells its operator, without the command's options.
    if (error instanceof StartupError)
      throw fieldError('file', (error.message.split('，或用 --column')[0] ?? '').replace(/。$/, ''));
    throw error;
  }
}

/** Refused rows first, then published ones with a remark, then the other changes. */
function rankOf({ outcome, reasons }: RowResult): number {
  if (outcome === '拒绝') return 0;
  if (reasons.length > 0) return 1;
  return outcome === '无变化' ? 3 : 2;
}

function reportOf(
  results: readonly RowResult[],
  { columns, ignored, notes }: Omit<CatalogueFile, 'rows'>,
  isWritten: boolean,
): CatalogueReport {
  const count = (outcome: RowResult['outcome']) => results.filter((row) => row.outcome === outcome).length;
  return {
    is_written: isWritten ? 1 : 0,
    added: count('新增'),
    updated: count('更新'),
    same: count('无变化'),
    refused: count('拒绝'),
    columns,
    ignored,
    notes,
    rows: results
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .slice(0, shownRows)
      .map(({ reasons, ...row }) => ({ ...row, reasons: reasons.join('；') })),
  };
}
