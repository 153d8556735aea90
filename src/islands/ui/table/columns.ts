import type { ReactNode } from 'react';

/** What a cell holds for sorting and in a file; null where there is nothing. */
export type CellValue = string | number | null;

/** One column of a `<DataTable>`; keep the list of columns outside the component that draws it. */
export interface TableColumn<Row> {
  id: string;
  /** Its head, and the label of the cell where a narrow window folds the row into a card. */
  head: string;
  /** Left out of a column of buttons: it stands in no file and has no order. */
  value?: (row: Row) => CellValue;
  /** What is drawn; the value's own text where this is left out. */
  cell?: (row: Row) => ReactNode;
  isSortable?: boolean;
  /** Stands in the file alone: in the table it is a part of another cell. */
  isFileOnly?: boolean;
  /** Numbers stand at the end of their column, in figures of one width. */
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
