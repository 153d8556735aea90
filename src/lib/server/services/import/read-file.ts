import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '#lib/server/env.ts';
import { readCsv } from './csv.ts';
import { type Column, columns, extraColumns, type RawRow, requiredColumns } from './row.ts';

/** A row with its place in the file, as a spreadsheet counts: the head is row 1. */
export type PlacedRow = { at: number; raw: RawRow };

export type CatalogueFile = {
  rows: PlacedRow[];
  /** Heads of columns that the import does not know; they are left out. */
  ignored: string[];
};

const mostBytes = 200 * 1024 * 1024;
/** What an xlsx may unpack to: a spreadsheet of a megabyte can hold gigabytes. */
const mostUnpacked = 400 * 1024 * 1024;
const mostRows = 200_000;

/**
 * Reads a catalogue file, CSV (UTF-8, UTF-16 or GBK) or XLSX. Columns are found by their heads, English or Chinese, in
 * any order. Throws a StartupError with one sentence when the file as a whole is of no use.
 */
export async function readCatalogueFile(file: string): Promise<CatalogueFile> {
  const bytes = await load(file);
  const name = path.basename(file);
  const table = await readTable(bytes, name);
  return toRows(table, name);
}

/**
 * The first sheet of an XLSX, or the rows of a CSV (UTF-8, UTF-16 or GBK), as texts. Throws a StartupError with one
 * sentence for whatever is neither, or unpacks to more than `most` bytes.
 */
export async function readTable(bytes: Buffer, name: string, most = mostUnpacked): Promise<string[][]> {
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    throw new StartupError(`“${name}”是旧版 Excel（.xls），请另存为 .xlsx 或 CSV（UTF-8）再导入。`);
  }
  return isZip ? readXlsx(bytes, name, most) : readText(bytes, name);
}

async function load(file: string): Promise<Buffer> {
  try {
    const { size, isFolder } = await stat(file).then((s) => ({ size: s.size, isFolder: s.isDirectory() }));
    if (isFolder) throw new StartupError(`“${file}”是文件夹，请给出一个 CSV 或 XLSX 文件。`);
    if (size === 0) throw new StartupError(`“${file}”是空文件，没有可以导入的内容。`);
    if (size > mostBytes) throw new StartupError(`“${file}”超过 200 MB，请拆成几个文件再导入。`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new StartupError(`找不到文件“${file}”，请检查路径。`);
    if (code === 'EACCES' || code === 'EPERM') throw new StartupError(`没有读取“${file}”的权限。`);
    throw error;
  }
}

/** Text by its byte-order mark, else UTF-8 if it is that, else GBK (GB 18030) if it is that. */
function decode(bytes: Buffer, name: string): string {
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
  throw new StartupError(`“${name}”的编码无法识别，请另存为 CSV（UTF-8）或 XLSX 再导入。`);
}

function readText(bytes: Buffer, name: string): string[][] {
  const text = decode(bytes, name);
  const rows: string[][] = [];
  try {
    for (const row of readCsv(text)) {
      rows.push(row);
      if (rows.length > mostRows + 1) break;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StartupError(`“${name}”第 ${rows.length + 1} 行起的引号没有成对，请检查文件是否完整。`);
  }
  return rows;
}

async function readXlsx(bytes: Buffer, name: string, most: number): Promise<string[][]> {
  if (unpackedSize(bytes) > most) {
    throw new StartupError(`“${name}”解压后过大，请删去多余的工作表和格式，或另存为 CSV（UTF-8）再导入。`);
  }
  // Loaded only for spreadsheets.
  const { readSheet } = await import('read-excel-file/node');
  try {
    const rows = await readSheet(bytes);
    return rows.map((row) => row.map(cellText));
  } catch {
    throw new StartupError(`“${name}”不是完好的 XLSX 文件，请用 Excel 或 WPS 重新另存后再导入。`);
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}

/** Sum of the sizes that the zip's own directory states. */
function unpackedSize(bytes: Buffer): number {
  let total = 0;
  let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
  while (at !== -1 && at + 46 <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50) {
    total += bytes.readUInt32LE(at + 24);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return total;
}

type Known = keyof RawRow;

/** Column by head: `base_price`, `BASE_PRICE `, `批发价`. */
const byHead = new Map<string, Known>(
  Object.entries({ ...columns, ...extraColumns }).flatMap(([column, chinese]) => [
    [normal(column), column as Known],
    [normal(chinese), column as Known],
  ]),
);

function normal(head: string): string {
  return head.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}

function toRows(table: string[][], name: string): CatalogueFile {
  const [head, ...body] = table;
  const places = new Map<Known, number>();
  const ignored: string[] = [];
  for (const [at, text] of (head ?? []).entries()) {
    const column = byHead.get(normal(text));
    if (column === undefined) {
      if (text.trim() !== '') ignored.push(text.trim());
    } else if (places.has(column)) {
      throw new StartupError(`“${name}”里有两列“${text.trim()}”，请删去一列。`);
    } else places.set(column, at);
  }
  const missing = requiredColumns.filter((column) => !places.has(column));
  if (missing.length > 0) {
    const shown = missing.map((column: Column) => `${column}（${columns[column]}）`).join('、');
    throw new StartupError(`“${name}”缺少列：${shown}。第一行应为列名，写法与 catalogue.csv 相同。`);
  }
  const rows: PlacedRow[] = [];
  for (const [index, cells] of body.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const raw = Object.fromEntries(
      [...Object.keys(columns), ...Object.keys(extraColumns)].map((column) => {
        const at = places.get(column as Known);
        return [column, at === undefined ? '' : (cells[at] ?? '').trim()];
      }),
    ) as RawRow;
    rows.push({ at: index + 2, raw });
  }
  if (rows.length === 0) throw new StartupError(`“${name}”只有列名，没有可以导入的行。`);
  if (rows.length > mostRows) throw new StartupError(`“${name}”超过 ${mostRows} 行，请拆成几个文件再导入。`);
  return { rows, ignored };
}
