/** The first sheet of an XLSX as texts. */
import { type Zippable, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { TableError, type TableLimits } from './limits.ts';
import { checkSheetRange } from './sheet-range.ts';
import { unzipXml } from './unzip.ts';

/**
 * The reader gets an archive made anew of what was unpacked and looked at: it would read the one that came by other
 * rules than we do. Throws TableError for whatever is too large, out of range or broken.
 */
export async function readXlsx(bytes: Buffer, limits: TableLimits): Promise<string[][]> {
  const files = await unpack(bytes, limits);
  const vetted: Zippable = {};
  // Of many sheets only the first is read: one that is too large is in the way only when it is that one.
  const refusals: TableError[] = [];
  for (const [path, content] of files) {
    try {
      if (content.includes('sheetData')) checkSheetRange(content.toString('utf8'), limits);
      vetted[path] = content;
    } catch (error) {
      refusals.push(error instanceof TableError ? error : broken());
    }
  }
  const archive = zipSync(vetted, { level: 0 });
  files.clear();
  try {
    const rows = await readSheet(archive.buffer as ArrayBuffer);
    return rows.map((row) => row.map(cellText));
  } catch {
    throw refusals[0] ?? broken();
  }
}

async function unpack(bytes: Buffer, limits: TableLimits): Promise<Map<string, Buffer>> {
  try {
    return await unzipXml(bytes, limits);
  } catch (error) {
    throw error instanceof TableError ? error : broken();
  }
}

function broken(): TableError {
  return new TableError('不是完好的 XLSX 文件，请用 Excel 或 WPS 重新另存后再导入。');
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
