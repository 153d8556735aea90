/** A sheet of an XLSX as texts: the first visible one with the table's header, and its visible rows. */
import { type Zippable, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { numberText } from '#lib/rules/tables/cell.ts';
import { findHead } from '#lib/rules/tables/columns.ts';
import type { TableSpec } from '#lib/rules/tables/spec.ts';
import { TableError, type TableFile, type TableLimits } from './limits.ts';
import { broken, errorsAsTexts, lookAtSheet, type SheetLook } from './sheet-range.ts';
import { unzipXml } from './unzip.ts';
import { listSheets, type SheetEntry } from './workbook.ts';

/** Most sheets opened to find the header. */
const mostOpened = 12;

/**
 * The parser gets an archive built again from the unpacked and checked parts: it would read the original by other rules
 * than ours. Throws TableError for anything too large, out of range or broken.
 */
export async function readXlsx(
  bytes: Buffer,
  limits: TableLimits,
  spec: TableSpec | null,
): Promise<TableFile> {
  const files = await unpack(bytes, limits);
  const vetted: Zippable = {};
  const looks = new Map<string, SheetLook>();
  // One of many sheets is read: a sheet that is too large matters only if it is that one.
  const refusals = new Map<string, TableError>();
  for (const [path, content] of files) {
    try {
      const look = content.includes('sheetData') ? lookAtSheet(content.toString('utf8'), limits) : null;
      if (look) looks.set(path, look);
      vetted[path] = look?.hasErrors ? Buffer.from(errorsAsTexts(content.toString('utf8'))) : content;
    } catch (error) {
      refusals.set(path, error instanceof TableError ? error : broken());
    }
  }
  const sheets = sheetsOf(files);
  const { buffer: archive } = zipSync(vetted, { level: 0 });
  if (!(archive instanceof ArrayBuffer)) throw broken();
  files.clear();
  const found = await findSheet(sheets, { archive, looks, refusals, spec });
  return { ...found.table, notes: notesOf(found, sheets, looks) };
}

async function unpack(bytes: Buffer, limits: TableLimits): Promise<Map<string, Buffer>> {
  try {
    return await unzipXml(bytes, limits);
  } catch (error) {
    throw error instanceof TableError ? error : broken();
  }
}

function sheetsOf(files: ReadonlyMap<string, Buffer>): SheetEntry[] {
  try {
    return listSheets(files);
  } catch {
    throw broken();
  }
}

interface Found {
  entry: SheetEntry;
  table: Pick<TableFile, 'rows' | 'merged'>;
  /** Non-empty rows that are hidden. */
  hidden: number;
}

interface Opened {
  archive: ArrayBuffer;
  looks: ReadonlyMap<string, SheetLook>;
  refusals: ReadonlyMap<string, TableError>;
  spec: TableSpec | null;
}

/** The first visible sheet with the header, else the first non-empty one, else the first. */
async function findSheet(sheets: readonly SheetEntry[], opened: Opened): Promise<Found> {
  const { refusals, spec } = opened;
  const visible = sheets.flatMap((entry, at) => (entry.isHidden ? [] : [{ entry, number: at + 1 }]));
  if (visible.length === 0) throw [...refusals.values()][0] ?? broken();
  let filled: Found | undefined;
  let empty: Found | undefined;
  let refused: TableError | undefined;
  for (const { entry, number } of visible.slice(0, mostOpened)) {
    const refusal = refusals.get(entry.path);
    if (refusal) {
      refused ??= refusal;
      continue;
    }
    const found = await openSheet(number, entry, opened);
    const { table } = found;
    if (spec !== null && findHead(table.rows, spec) >= 0) return found;
    if (table.rows.some((row) => row.some((cell) => cell.trim() !== ''))) filled ??= found;
    else empty ??= found;
    if (spec === null && filled) return filled;
  }
  // Without a header the first sheet counts, with its fault.
  const first = refusals.get(visible[0]?.entry.path ?? '');
  if (first) throw first;
  const found = filled ?? empty;
  if (found === undefined) throw refused ?? [...refusals.values()][0] ?? broken();
  return found;
}

async function openSheet(
  number: number,
  entry: SheetEntry,
  { archive, looks, refusals }: Opened,
): Promise<Found> {
  try {
    const cells = await readSheet(archive, number, { parseNumber: numberText });
    const rows = cells.map((row) => row.map(cellText));
    const look = looks.get(entry.path);
    const merged = look ? fillDown(rows, look) : [];
    const unseen = [...(look?.hidden ?? [])].filter((row) =>
      rows[row - 1]?.some((cell) => cell.trim() !== ''),
    );
    for (const row of unseen) rows[row - 1] = [];
    return { entry, table: { rows, merged }, hidden: unseen.length };
  } catch {
    throw [...refusals.values()][0] ?? broken();
  }
}

/** A merged cell has its text once, but counts in every row. Returns the filled cells. */
function fillDown(rows: string[][], { merges }: SheetLook): string[] {
  const filled: string[] = [];
  for (const { column, fromRow, toRow } of merges) {
    const text = rows[fromRow]?.[column] ?? '';
    if (text === '') continue;
    for (let at = fromRow + 1; at <= toRow && at < rows.length; at++) {
      const row = rows[at];
      // No spreadsheet has overlapping ranges.
      if (row === undefined || (row[column] ?? '') !== '') break;
      // A row of merged cells only does not count.
      if (row.every((cell) => cell === '')) continue;
      row[column] = text;
      filled.push(`${at}:${column}`);
    }
  }
  return filled;
}

function notesOf(
  { entry, hidden }: Found,
  sheets: readonly SheetEntry[],
  looks: ReadonlyMap<string, SheetLook>,
): string[] {
  const others = sheets.filter((sheet) => sheet !== entry && !looks.get(sheet.path)?.isEmpty).length;
  return [
    ...(others > 0 ? [`读取了工作表“${entry.name.slice(0, 40)}”，另有${others}张未读`] : []),
    ...(hidden > 0 ? [`隐藏的${hidden}行没有读取`] : []),
  ];
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
