/** From an uploaded file to the entries of a purchase list. */
import { fieldError } from '#lib/contract/errors.ts';
import { type PurchaseEntry, readPurchaseTable } from '#lib/rules/purchase-split.ts';
import { StartupError } from '../../env.ts';
import { readTable } from '../import/read-file.ts';

const MB = 1024 * 1024;
const mostBytes = 10 * MB;
/** What an XLSX may unpack to: 500 lines need a hundredth of it. */
const mostUnpacked = 60 * MB;

/** Reads a CSV or XLSX. Throws 422 with a sentence for whatever is neither, empty, too large or broken. */
export async function readUpload(file: File): Promise<PurchaseEntry[]> {
  if (file.size === 0) throw fieldError('file', '文件是空的，请检查后重新选择');
  if (file.size > mostBytes) throw fieldError('file', '文件超过10 MB，请只保留采购清单后再上传');
  const name = file.name.slice(0, 60) || '采购清单';
  try {
    return readPurchaseTable(await readTable(Buffer.from(await file.arrayBuffer()), name, mostUnpacked));
  } catch (error) {
    if (error instanceof StartupError) throw fieldError('file', error.message.replaceAll('导入', '上传'));
    throw error;
  }
}
