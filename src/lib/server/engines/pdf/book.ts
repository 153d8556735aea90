/**
 * The content of a PDF: parts in order, each with its entry in the contents. It is sent as JSON to the program that
 * makes it.
 */

export interface Book {
  title: string;
  /** Title lines for whom and what it is, above the contents. */
  lines: string[];
  parts: BookPart[];
  /** Without contents and bookmarks: one short paper. */
  isSingle?: true;
}

interface PartHead {
  /** Parts of one group are together in contents and bookmarks. */
  group: string;
  /** Its heading, its place in the contents and its bookmark. */
  title: string;
  /** Further text in the contents: 3行; empty for a scan, which shows its pages. */
  state: string;
}

/** Pages that are written here. */
export interface BookSheet extends PartHead {
  kind: 'sheet';
  blocks: BookBlock[];
}

/** External pages: a PDF or a picture, by index among the files. */
export interface BookScan extends PartHead {
  kind: 'scan';
  file: number;
}

export type BookPart = BookSheet | BookScan;

/** A cell may have several lines (`\n`). Widths are shares of the line. */
export interface BookTable {
  kind: 'table';
  heads: string[];
  widths: number[];
  rows: string[][];
}

export type BookBlock =
  | { kind: 'lines'; lines: string[] }
  | { kind: 'heading'; text: string }
  /** Names with their values, in two columns. */
  | { kind: 'pairs'; pairs: [name: string, value: string][] }
  | BookTable
  /** Lines next to a seal: the index of its picture (JPEG) among the files. */
  | { kind: 'sealed'; lines: string[]; file: number }
  /**
   * A heading, frames for the seals of both sides, each an empty signature field of that name, and lines below: all on one
   * sheet.
   */
  | BookSeals
  /** Short words of one length, in `columns` columns: codes. */
  | { kind: 'grid'; columns: number; cells: string[] };

export interface BookSeals {
  kind: 'seals';
  title: string;
  seals: BookSeal[];
  lines: string[];
}

export interface BookSeal {
  /** Name of the field: small letters. */
  field: string;
  lines: string[];
  /** Index of a picture (PNG) of the seal among the files. */
  file?: number;
}

/** The JSON: the book, and the length of each file. */
export interface BookOrder {
  book: Book;
  files: number[];
}

export const bookLimits = {
  /** Bytes of all files of one book: files above it are left out, and a page says so. */
  bytes: 32 * 1024 * 1024,
  /** Pages of scans. */
  scanPages: 600,
  /** From the request to the PDF, ms. Seconds are usual; on a busy machine requests have priority. */
  time: 90_000,
  /** Heap and total memory of the process that makes it, MB. */
  heap: 448,
  memory: 900,
};
