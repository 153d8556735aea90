/** Tables that a merchant's people upload to ship by. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Upload } from '#lib/contract/fields.ts';
import { NoTurn } from '../../shares/fair-queue.ts';
import { TableError, type TableLimits, uploadLimits } from '../../tables/limits.ts';
import { readTable } from '../../tables/read-table.ts';

/** Ten thousand trace codes, one a row or many in a cell. */
const limits: TableLimits = { ...uploadLimits, cell: 220_000, text: 3_000_000, time: 10_000, heap: 192 };

/**
 * The rows of an uploaded table, blank ones too. `rows`: how many may hold something. Throws 422 with a sentence for a file
 * that cannot be read, 429 when many are being read.
 */
export async function readShippingTable(file: Upload, merchantId: number, rows: number): Promise<string[][]> {
  try {
    return await readTable(file.bytes, { ...limits, rows }, `merchant ${merchantId}`);
  } catch (error) {
    if (error instanceof NoTurn)
      throw new AppError(429, '正在处理的文件较多，请稍候再试', { retry_after: 5 });
    if (error instanceof TableError) throw fieldError('file', `“${file.name}”${error.message}`);
    throw error;
  }
}
