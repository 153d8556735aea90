import type { ReactNode } from 'react';

/** The value of a cell for sorting and in a file; null for none. */
export type CellValue = string | number | null;

/** One column of a `<DataTable>`; define the list of columns outside the component that renders it. */
export interface TableColumn<Row> {
  id: string;
  /** Its head, and the label of the cell where a narrow window folds the row into a card. */
  head: string;
  /** Left out for a column of buttons: it is in no file and cannot be sorted. */
  value?: (row: Row) => CellValue;
  /** The rendered content; by default the value's own text. */
  cell?: (row: Row) => ReactNode;
  isSortable?: boolean;
  /** Only in the file: in the table it is a part of another cell. */
  isFileOnly?: boolean;
  /** Numbers are right-aligned, in tabular figures. */
  isNumber?: boolean;
  /** Names its row: the row's head, and the title of the folded card. */
  isTitle?: boolean;
}

export interface TableSort {
  column: string;
  isDescending: boolean;
}

const collator = new Intl.Collator('zh-CN', { numeric: true });

/** Numbers by size, texts as a Chinese dictionary has them, with figures inside by size. */
export function compareCells(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a ?? ''), String(b ?? ''));
}
