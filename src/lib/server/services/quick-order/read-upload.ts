/** From an uploaded file to the entries of a purchase list. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Upload } from '#lib/contract/fields.ts';
import { type PurchaseEntry, readPurchaseTable } from '#lib/rules/purchase/purchase-split.ts';
import { NoTurn } from '../../shares/fair-queue.ts';
import { TableError, uploadLimits } from '../../tables/limits.ts';
import { readTable } from '../../tables/read-table.ts';

/**
 * Reads a CSV or XLSX for a company. Throws 422 with a sentence for whatever is neither, empty, too large or broken,
 * 429 when too many files are being read.
 */
export async function readUpload(file: Upload, companyId: number): Promise<PurchaseEntry[]> {
  if (file.bytes.byteLength === 0) throw fieldError('file', '文件是空的，请检查后重新选择');
  if (file.bytes.byteLength > uploadLimits.bytes)
    throw fieldError('file', '文件超过10 MB，请只保留采购清单后再上传');
  const name = file.name.slice(0, 60) || '采购清单';
  try {
    return readPurchaseTable(await readTable(file.bytes, uploadLimits, `company ${companyId}`));
  } catch (error) {
    if (error instanceof NoTurn)
      throw new AppError(429, '正在读取的文件较多，请稍候再试', { retry_after: 5 });
    if (error instanceof TableError)
      throw fieldError('file', `“${name}”${error.message.replaceAll('导入', '上传')}`);
    throw error;
  }
}
