/** Limits of table files, by purpose. */
import { maxUploadBytes } from '#lib/contract/constants.ts';

const MB = 1024 * 1024;

export interface TableLimits {
  /** Bytes of the file as it came. */
  bytes: number;
  /** Bytes of everything that an XLSX unpacks to. */
  unpacked: number;
  /** Rows with something in them, the head included. */
  rows: number;
  columns: number;
  /** Characters of one cell. */
  cell: number;
  /** Characters of all cells. */
  text: number;
  /** Time to read it in, ms. */
  time: number;
  /** Heap of the process that reads it, MB. */
  heap: number;
}

/** A purchase list of a buyer: 500 lines are matched at once, so 2,000 rows leave room for heads and blank lines. */
export const uploadLimits: TableLimits = {
  bytes: maxUploadBytes,
  unpacked: 12 * MB,
  rows: 2_000,
  columns: 64,
  cell: 1_000,
  text: 500_000,
  time: 3_000,
  heap: 64,
};

/** A catalogue that an operator imports from the command line. */
export const importLimits: TableLimits = {
  bytes: 200 * MB,
  unpacked: 400 * MB,
  rows: 200_000,
  columns: 256,
  cell: 20_000,
  text: 100_000_000,
  time: 120_000,
  heap: 4_096,
};

/** The file cannot be used; the message is a Chinese predicate that follows the file's name. */
export class TableError extends Error {
  override name = 'TableError';
}

/** The content of a table file. */
export interface TableFile {
  /** Texts. Blank and hidden rows stay as empty ones, so that a row's number is the spreadsheet's. */
  rows: string[][];
  /** Cells whose text is that of a merged cell which begins above, as `row:column`, from 0. */
  merged: string[];
  /** What was ignored, in sentences. */
  notes: string[];
}
