/** What a PDF is made of: parts in their order, each with its place in the contents. It goes as JSON to the program that makes it. */

export interface Book {
  title: string;
  /** What it is and for whom, above the contents. */
  lines: string[];
  parts: BookPart[];
}

interface PartHead {
  /** Parts of one group stand together in contents and bookmarks. */
  group: string;
  /** Its heading, its place in the contents and its bookmark. */
  title: string;
  /** What the contents say of it besides: 3行; of a scan its pages, where it is empty. */
  state: string;
}

/** Pages that are written here. */
export interface BookSheet extends PartHead {
  kind: 'sheet';
  blocks: BookBlock[];
}

/** Pages that somebody else made: a PDF or a picture, by its place among the files. */
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
  /** Names with their values, two beside each other. */
  | { kind: 'pairs'; pairs: [name: string, value: string][] }
  | BookTable
  /** Lines beside a seal: the place among the files of its picture (JPEG). */
  | { kind: 'sealed'; lines: string[]; file: number }
  /** Short words of one length, `columns` beside each other: codes. */
  | { kind: 'grid'; columns: number; cells: string[] };

/** What the JSON says: the book, and how long each file is. */
export interface BookOrder {
  book: Book;
  files: number[];
}

export const bookLimits = {
  /** Bytes of all files of one book: what is over stays where it can be had by itself, and a page says so. */
  bytes: 32 * 1024 * 1024,
  /** Pages of scans. */
  scanPages: 600,
  /** From the order to the PDF, ms. Seconds are usual; on a busy machine it gets only what the requests leave it. */
  time: 90_000,
  /** Heap and all of the memory of the process that makes it, MB. */
  heap: 448,
  memory: 900,
};
