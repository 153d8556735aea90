/** From the bytes of a file to rows of texts: CSV (UTF-8, UTF-16 or GBK) or a sheet of an XLSX. */
import type { TableSpec } from '#lib/rules/tables/spec.ts';
import { withoutFormat } from '#lib/rules/text/one-line.ts';
import { readCsvWithin } from './csv.ts';
import { TableError, type TableFile, type TableLimits } from './limits.ts';

/**
 * Reads a file; `spec` is the expected table, by whose headings sheet and delimiter are found. Throws TableError for a
 * file that is not a table, or exceeds the limits. Runs in the process that reads tables.
 */
export async function parseTable(
  bytes: Buffer,
  limits: TableLimits,
  spec: TableSpec | null,
): Promise<TableFile> {
  refuseOthers(bytes);
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));
  const table = isZip ? await parseXlsx(bytes, limits, spec) : parseText(decode(bytes), limits, spec);
  const rows = table.rows.map((row) => row.map(withoutFormat));
  return { ...table, rows: checkRows(rows, limits) };
}

/** Files that have the ending of a table and are none. */
function refuseOthers(bytes: Buffer): void {
  if (bytes.subarray(0, 1024).includes('%PDF-'))
    throw new TableError('是 PDF 格式，请在 Excel 里另存为 .xlsx 再导入。');
  if (!bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return;
  // An XLSX with a password has the same container as the old format.
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')))
    throw new TableError('已加密，请取消密码后再导入。');
  throw new TableError('是旧版 Excel（.xls），请另存为 .xlsx 或 CSV（UTF-8）再导入。');
}

async function parseXlsx(bytes: Buffer, limits: TableLimits, spec: TableSpec | null): Promise<TableFile> {
  const { readXlsx } = await import('./xlsx.ts');
  return readXlsx(bytes, limits, spec);
}

/** The first sign of HTML, of XML (as Excel 2003 writes it), and the head of a page with its pictures (MHTML). */
const markup =
  /^\s*(?:<(?:!doctype|!--|\?xml|html|head|meta|body|table|style|div|workbook)\b|mime-version:)/i;

function parseText(text: string, limits: TableLimits, spec: TableSpec | null): TableFile {
  if (markup.test(text.slice(0, 1000).replace(/^\ufeff/, '')))
    throw new TableError('是网页格式，请在 Excel 里另存为 .xlsx 再导入。');
  return { rows: readCsvWithin(text, limits, spec), merged: [], notes: [] };
}
/** Text by its byte-order mark, else UTF-8 if it is that, else GBK (GB 18030) if it is that. */
function decode(bytes: Buffer): string {
  const start = bytes.subarray(0, 2).toString('hex');
  const encodings = start === 'fffe' ? ['utf-16le'] : start === 'feff' ? ['utf-16be'] : ['utf-8', 'gb18030'];
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (!text.includes('\0')) return text;
    } catch {
      // The next one.
    }
  }
  throw new TableError('的编码无法识别，请另存为 CSV（UTF-8）或 XLSX 再导入。');
}

/** Blank rows stay, so that a row's number is the spreadsheet's; those at the end fall away. */
function checkRows(rows: string[][], limits: TableLimits): string[][] {
  let filled = 0;
  let last = 0;
  let text = 0;
  for (const [at, row] of rows.entries()) {
    if (row.length > limits.columns)
      throw new TableError(`超过 ${limits.columns} 列，请删去多余的列再导入。`);
    for (const cell of row) {
      text += cell.length;
      if (cell.length > limits.cell)
        throw new TableError(`第 ${at + 1} 行有一格超过 ${limits.cell} 个字，请检查后再导入。`);
    }
    if (row.every((cell) => cell.trim() === '')) continue;
    filled += 1;
    last = at + 1;
  }
  if (filled > limits.rows) throw new TableError(`超过 ${limits.rows} 行，请拆成几个文件再导入。`);
  if (text > limits.text) throw new TableError('内容过多，请只保留需要的行和列，或拆成几个文件再导入。');
  return rows.slice(0, last);
}
