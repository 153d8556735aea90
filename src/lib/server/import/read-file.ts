import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { entriesOf, mapValues } from '#lib/rules/terms/keys.ts';
import { withoutHidden } from '#lib/rules/text/one-line.ts';
import { StartupError } from '#lib/server/process/env.ts';
import { codeOf } from '#lib/server/process/error-code.ts';
import { importLimits, TableError } from '#lib/server/tables/limits.ts';
import { readTable } from '#lib/server/tables/read-table.ts';
import { type Column, columns, extraColumns, otherHeads } from './columns.ts';
import { type RawRow, requiredColumns } from './row.ts';

/** A row with its place in the file, as a spreadsheet counts: the head is row 1. */
export type PlacedRow = { at: number; raw: RawRow };

export type CatalogueFile = {
  rows: PlacedRow[];
  /** Heads of columns that the import does not know; they are left out. */
  ignored: string[];
};

/**
 * Reads a catalogue file, CSV (UTF-8, UTF-16 or GBK) or XLSX. Columns are found by their heads, English or Chinese, in
 * any order. Throws a StartupError with one sentence when the file as a whole is of no use.
 */
export async function readCatalogueFile(file: string): Promise<CatalogueFile> {
  const bytes = await load(file);
  const name = path.basename(file);
  try {
    return toRows(await readTable(bytes, importLimits, 'import'), name);
  } catch (error) {
    if (error instanceof TableError) throw new StartupError(`“${name}”${error.message}`);
    throw error;
  }
}

async function load(file: string): Promise<Uint8Array> {
  try {
    const { size, isFolder } = await stat(file).then((s) => ({ size: s.size, isFolder: s.isDirectory() }));
    if (isFolder) throw new StartupError(`“${file}”是文件夹，请给出一个 CSV 或 XLSX 文件。`);
    if (size === 0) throw new StartupError(`“${file}”是空文件，没有可以导入的内容。`);
    if (size > importLimits.bytes) throw new StartupError(`“${file}”超过 200 MB，请拆成几个文件再导入。`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new StartupError(`找不到文件“${file}”，请检查路径。`);
    if (code === 'EACCES' || code === 'EPERM') throw new StartupError(`没有读取“${file}”的权限。`);
    throw error;
  }
}

type Known = keyof RawRow;

const allColumns = { ...columns, ...extraColumns };

/** Column by head: `base_price`, `BASE_PRICE `, `批发价`. */
const byHead = new Map<string, Known>(
  [...entriesOf<Record<Known, string>>(allColumns), ...Object.entries(otherHeads).map(turned)].flatMap(
    ([column, chinese]): [string, Known][] => [
      [normal(column), column],
      [normal(chinese), column],
    ],
  ),
);

function turned([head, column]: [string, Known]): [Known, string] {
  return [column, head];
}

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
    const raw: RawRow = mapValues(allColumns, (_, column) => {
      const at = places.get(column);
      return at === undefined ? '' : withoutHidden(cells[at] ?? '').trim();
    });
    rows.push({ at: index + 2, raw });
  }
  if (rows.length === 0) throw new StartupError(`“${name}”只有列名，没有可以导入的行。`);
  return { rows, ignored };
}
