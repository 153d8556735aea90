import { type KeyboardEvent, useRef, useState } from 'react';
import { pressedKey } from '#islands/ui/pressed-key.ts';

interface Spot {
  row: number;
  column: number;
}

interface Options {
  rows: number;
  columns: number;
  /**
   * Enter, F2 or a character on a cell: true where the cell is changed in its place, beginning with the character; empty
   * keeps the value.
   */
  onEdit?: ((row: number, column: number, typed: string) => boolean) | undefined;
  /** Opens a row whose cell has nothing to press. */
  onEnter: (row: number) => void;
  /** Space: ticks a row, with Shift all from the one before. */
  onSpace: ((row: number, withShift: boolean) => void) | undefined;
  /** Ctrl A: ticks all of the page. */
  onAll: (() => void) | undefined;
  /** Esc, where no more than one cell is chosen. */
  onEscape: () => void;
  /** Ctrl C: the chosen cells, both corners within. */
  onCopy: (from: Spot, to: Spot) => void;
}

interface CellKeys {
  tabIndex: 0 | -1;
  'data-cell': string;
  'data-chosen': true | undefined;
  onFocus: () => void;
}

export interface GridKeys {
  cell: (row: number, column: number) => CellKeys;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Rows of one step of PageUp and PageDown. */
const pageStep = 10;

/**
 * The keyboard of a grid: one cell takes part in Tab; arrows, Home, End, PageUp and PageDown move it, Shift chooses cells
 * on the way, Enter presses what the cell has or opens the row. Keys pressed inside a control stay that control's.
 */
export function useGridKeys(options: Options): GridKeys {
  const lastRow = Math.max(0, options.rows - 1);
  const lastColumn = Math.max(0, options.columns - 1);
  const [wanted, setWanted] = useState<Spot>({ row: 0, column: 0 });
  const [corner, setCorner] = useState<Spot | null>(null);
  const isExtending = useRef(false);
  const active = { row: Math.min(wanted.row, lastRow), column: Math.min(wanted.column, lastColumn) };

  const from = {
    row: Math.min(active.row, corner?.row ?? active.row),
    column: Math.min(active.column, corner?.column ?? active.column),
  };
  const to = {
    row: Math.max(active.row, corner?.row ?? active.row),
    column: Math.max(active.column, corner?.column ?? active.column),
  };

  function go(table: HTMLElement, row: number, column: number, isWithShift: boolean) {
    const spot = { row: clamp(row, lastRow), column: clamp(column, lastColumn) };
    isExtending.current = isWithShift;
    setCorner(isWithShift ? (corner ?? active) : null);
    const cell = table.querySelector<HTMLElement>(`[data-cell="${spot.row}:${spot.column}"]`);
    cell?.focus();
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    isExtending.current = false;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, currentTarget: table, altKey, shiftKey } = event;
    if (!(target instanceof HTMLElement) || target.dataset.cell === undefined || altKey) return;
    const isCtrl = event.ctrlKey || event.metaKey;
    const { row, column } = active;
    const move = (toRow: number, toColumn: number) => () => go(table, toRow, toColumn, shiftKey);
    const plain: Record<string, (() => void) | undefined> = {
      ArrowDown: move(row + 1, column),
      ArrowUp: move(row - 1, column),
      ArrowRight: move(row, column + 1),
      ArrowLeft: move(row, column - 1),
      Home: move(row, 0),
      End: move(row, lastColumn),
      PageDown: move(row + pageStep, column),
      PageUp: move(row - pageStep, column),
      Enter: () => options.onEdit?.(row, column, '') || pressIn(target) || options.onEnter(row),
      F2: options.onEdit && (() => void options.onEdit?.(row, column, '')),
      ' ': options.onSpace && (() => options.onSpace?.(row, shiftKey)),
      Escape: () => (corner === null ? options.onEscape() : setCorner(null)),
    };
    const withCtrl: typeof plain = {
      Home: move(0, 0),
      End: move(lastRow, lastColumn),
      a: options.onAll,
      c: getSelection()?.isCollapsed === false ? undefined : () => options.onCopy(from, to),
    };
    const key = pressedKey(event);
    const act = (isCtrl ? withCtrl : plain)[key];
    if (!act) {
      if (!isCtrl && isWritten(key) && options.onEdit?.(row, column, key)) event.preventDefault();
      return;
    }
    event.preventDefault();
    act();
  }

  return {
    onKeyDown,
    cell: (row, column) => {
      const isIn = row >= from.row && row <= to.row && column >= from.column && column <= to.column;
      return {
        tabIndex: row === active.row && column === active.column ? 0 : -1,
        'data-cell': `${row}:${column}`,
        'data-chosen': corner !== null && isIn ? true : undefined,
        onFocus: () => {
          setWanted({ row, column });
          if (!isExtending.current) setCorner(null);
        },
      };
    },
  };
}

function clamp(at: number, last: number): number {
  return Math.min(Math.max(at, 0), last);
}

/** A character that begins a new value: digits, letters and signs. `?` and `/` have their own meaning in lists. */
function isWritten(key: string): boolean {
  return [...key].length === 1 && key !== '?' && key !== '/';
}

/** Presses the link or button of a cell; false where it has none. */
function pressIn(cell: HTMLElement): boolean {
  const control = cell.querySelector<HTMLElement>('a, button, input:not([type=checkbox])');
  control?.click();
  return control !== null;
}
