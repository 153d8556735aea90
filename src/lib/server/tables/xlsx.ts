/** A sheet of an XLSX as texts: the first visible one that has the table's head, and its visible rows. */
import { type Zippable, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { numberText } from '#lib/rules/tables/cell.ts';
import { findHead } from '#lib/rules/tables/columns.ts';
import type { TableSpec } from '#lib/rules/tables/spec.ts';
import { TableError, type TableLimits } from './limits.ts';
import { broken, errorsAsTexts, lookAtSheet, type SheetLook } from './sheet-range.ts';
import type { TableFile } from './table-file.ts';
import { unzipXml } from './unzip.ts';
import { listSheets, type SheetEntry } from './workbook.ts';

/** Sheets that are opened to find the head. */
const mostOpened = 12;

/**
 * The reader gets an archive made anew of what was unpacked and looked at: it would read the one that came by other
 * rules than we do. Throws TableError for whatever is too large, out of range or broken.
 */
export async function readXlsx(
  bytes: Buffer,
  limits: TableLimits,
  spec: TableSpec | null,
): Promise<TableFile> {
  const files = await unpack(bytes, limits);
  const vetted: Zippable = {};
  const looks = new Map<string, SheetLook>();
  // Of many sheets one is read: one that is too large is in the way only when it is that one.
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
  /** Rows with something in them that people do not see. */
  hidden: number;
}

interface Opened {
  archive: ArrayBuffer;
  looks: ReadonlyMap<string, SheetLook>;
  refusals: ReadonlyMap<string, TableError>;
  spec: TableSpec | null;
}

/** The first visible sheet with the head, else the first with anything in it, else the first. */
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
  // Where no head is found the first sheet counts, and what is wrong with it.
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

/** A merged cell holds its text once: it counts in every row. Answers the cells that were filled. */
function fillDown(rows: string[][], { merges }: SheetLook): string[] {
  const filled: string[] = [];
  for (const { column, fromRow, toRow } of merges) {
    const text = rows[fromRow]?.[column] ?? '';
    if (text === '') continue;
    for (let at = fromRow + 1; at <= toRow && at < rows.length; at++) {
      const row = rows[at];
      // Ranges that lie over each other are no spreadsheet's.
      if (row === undefined || (row[column] ?? '') !== '') break;
      // A row of nothing but merged cells is none.
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
