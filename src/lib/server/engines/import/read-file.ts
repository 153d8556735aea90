import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ReadColumns, readColumns } from '#lib/rules/tables/columns.ts';
import { normalHead, type TableSpec } from '#lib/rules/tables/spec.ts';
import { entriesOf, isKeyOf, keysOf, mapValues } from '#lib/rules/terms/keys.ts';
import { withoutHidden } from '#lib/rules/text/one-line.ts';
import { StartupError } from '#lib/server/core/process/env.ts';
import { codeOf } from '#lib/server/core/process/error-facts.ts';
import {
  importLimits,
  TableError,
  type TableFile,
  type TableLimits,
} from '#lib/server/engines/tables/limits.ts';
import { readTable } from '#lib/server/engines/tables/read-table.ts';
import { type Column, columns, extraColumns, otherHeads } from './columns.ts';
import { type RawRow, requiredColumns } from './row.ts';

/** A row with its place in the file, as a spreadsheet counts: the head is row 1. */
export type PlacedRow = { at: number; raw: RawRow };

export type CatalogueFile = {
  rows: PlacedRow[];
  /** The heads that are read, each with the column that it is taken for. */
  columns: string[];
  /** Heads of columns that the import does not know; they are left out. */
  ignored: string[];
  /** What was ignored, in sentences. */
  notes: string[];
};

/**
 * Reads a catalogue file, CSV (UTF-8, UTF-16 or GBK) or XLSX. Columns are found by their headings, English or Chinese,
 * in any order; `named` are headings of the file by the column that an operator assigned. Throws a StartupError with
 * one sentence when the file as a whole is unusable, or when a column is ambiguous.
 */
export async function readCatalogueFile(
  file: string,
  named: ReadonlyMap<string, string> = new Map(),
): Promise<CatalogueFile> {
  return readCatalogue(await load(file), path.basename(file), named);
}

/** The same of a file's bytes, within other limits. */
export async function readCatalogue(
  bytes: Uint8Array,
  name: string,
  named: ReadonlyMap<string, string> = new Map(),
  limits: TableLimits = importLimits,
): Promise<CatalogueFile> {
  try {
    return toRows(await readTable(bytes, limits, 'import', catalogueSpec), name, named);
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

/** The columns of a catalogue by their heads: `base_price`, `BASE_PRICE `, `批发价`, `批发价(元)`. */
const catalogueSpec = {
  name: 'catalogue',
  columns: entriesOf<Record<Known, string>>(allColumns).map(([key, title]) => ({
    key,
    title: `${key}（${title}）`,
    kind: 'text' as const,
    is: [key, title, ...keysOf(otherHeads).filter((head) => otherHeads[head] === key)].map(normalHead),
  })),
  others: [],
  needed: requiredColumns.map((column: Column) => [column]),
  leastNamed: 2,
  headless: 'no',
} satisfies TableSpec;

/** The key of a column that an operator names: `base_price` or `批发价`. */
function keyOf(name: string): string {
  const column = catalogueSpec.columns.find(({ is }) => is.includes(normalHead(name)));
  if (!column) throw new StartupError(`没有“${name}”这一列，列名与 catalogue.csv 相同。`);
  return column.key;
}

/** The places of columns that an operator names by their heads in the file, or by their numbers: `#3`. */
function chooseColumns(read: ReadColumns, named: ReadonlyMap<string, string>, file: string): string[] | null {
  if (named.size === 0) return null;
  const keys = read.columns.map(({ key }) => key);
  for (const [name, head] of named) {
    const key = keyOf(name);
    const places = /^#\d+$/.test(head)
      ? [Number(head.slice(1)) - 1].filter((at) => at >= 0 && at < keys.length)
      : read.columns.flatMap((column, at) => (normalHead(column.head) === normalHead(head) ? [at] : []));
    const [place] = places;
    if (place === undefined) throw new StartupError(`“${file}”里没有列“${head}”。`);
    if (places.length > 1)
      throw new StartupError(
        `“${file}”里有${places.length}列“${head}”，请写明第几列，如 ${name}=#${place + 1}。`,
      );
    for (const [at, one] of keys.entries()) if (one === key) keys[at] = '';
    keys[place] = key;
  }
  return keys;
}

function toRows(
  { rows, merged, notes }: TableFile,
  file: string,
  named: ReadonlyMap<string, string>,
): CatalogueFile {
  const table = { rows, merged: new Set(merged) };
  const guessed = readColumns(table, catalogueSpec);
  const chosen = chooseColumns(guessed, named, file);
  const read = chosen === null ? guessed : readColumns(table, catalogueSpec, chosen);
  if (read.questions.length > 0)
    throw new StartupError(
      `“${file}”的列名不能确定：${read.questions.join('；')}。列名写法与 catalogue.csv 相同，或用 --column 写明，如 --column 批发价=执行价。`,
    );
  if (read.rows.length === 0) throw new StartupError(`“${file}”只有列名，没有可以导入的行。`);
  return {
    rows: read.rows.map((row) => ({
      at: row.row,
      raw: mapValues(allColumns, (_, column) => withoutHidden(row.cell(column)).trim()),
    })),
    columns: read.columns.flatMap(({ head, key }) =>
      isKeyOf(allColumns, key) ? [`${head} → ${allColumns[key]}`] : [],
    ),
    ignored: read.columns.flatMap(({ head, key }) => (key === '' && head !== '' ? [head] : [])),
    notes,
  };
}
