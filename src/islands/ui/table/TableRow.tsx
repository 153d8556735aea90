import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { Tick } from '../Tick.tsx';
import type { CellValue, TableColumn } from './columns.ts';

interface Props<Row> {
  row: Row;
  columns: readonly TableColumn<Row>[];
  name: string;
  /** Rows are stops of the keyboard: the table is a grid. */
  isWalked: boolean;
  focus:
    | {
        tabIndex: 0 | -1;
        onFocus: (event: FocusEvent<HTMLElement>) => void;
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
      }
    | undefined;
  tick:
    | { isOn: boolean; isDisabled: boolean; onChange: (isOn: boolean, withShift: boolean) => void }
    | undefined;
  onOpen: (() => void) | undefined;
}

/** A row of a table; in a narrow window a card of labelled lines under its title. */
export function TableRow<Row>({ row, columns, name, isWalked, focus, tick, onOpen }: Props<Row>) {
  const role = isWalked ? 'gridcell' : 'cell';
  return (
    <tr
      {...focus}
      role="row"
      aria-selected={tick && !tick.isDisabled ? tick.isOn : undefined}
      className={`border-b border-b-solid border-line last:border-b-0 max-md:(relative flex flex-col px-3 py-2.5) hover:bg-card-dim focus-visible:(outline-2 outline-primary -outline-offset-2) ${tick?.isOn ? 'bg-primary-wash' : ''} ${tick ? 'max-md:pl-12' : ''}`}
      onDoubleClick={onOpen}
    >
      {tick && (
        <td role={role} className="w-touch pl-4 pr-1 py-1 max-md:(absolute left-0 top-1)">
          <Tick label={`选中${name}`} {...tick} />
        </td>
      )}
      {columns.map((column) => {
        const value = column.value?.(row);
        const content = column.cell ? column.cell(row) : value;
        const isEmpty = content === '' || content === null || content === undefined || content === false;
        return column.isTitle ? (
          <th
            key={column.id}
            role="rowheader"
            scope="row"
            className="px-2 xl:px-3 py-2 text-left font-600 max-md:(block order-first p-0 mb-1 text-body)"
          >
            <span className={roomOf(content, value)}>{content}</span>
          </th>
        ) : (
          <td
            key={column.id}
            role={role}
            className={`px-2 xl:px-3 py-2 ${isEmpty ? 'max-md:hidden' : 'max-md:(flex gap-3 justify-between items-baseline px-0 py-0.5 text-right)'} ${column.isNumber ? 'num md:text-right' : ''}`}
          >
            <span className="md:hidden text-ink-2 whitespace-nowrap">{column.head}</span>
            <span className={roomOf(content, value)}>{content}</span>
          </td>
        );
      })}
    </tr>
  );
}

/**
 * How a cell takes its width: figures and words are not broken; a number of twenty letters breaks as Chinese does, and
 * neither is squeezed into a column of single letters. Custom content is judged by its value; buttons have none.
 */
function roomOf(content: ReactNode, value: CellValue | undefined): string {
  if (isFigure(content)) return 'num whitespace-nowrap';
  if (isWord(content)) return 'whitespace-nowrap';
  const isLong = typeof value === 'string' && !isFigure(value) && !isWord(value);
  if (!isLong) return 'min-w-0 break-words';
  return `min-w-0 [overflow-wrap:anywhere] md:inline-block ${isCode(value) ? 'md:min-w-28 2xl:min-w-46' : 'md:min-w-18'}`;
}

/** The number of an order, of a payment. */
function isCode(value: string): boolean {
  return /^[\w-]{14}/.test(value);
}

/** A name, a state, a kind: a browser breaks Chinese anywhere, and three rows of two characters each are no word. */
function isWord(content: unknown): boolean {
  return typeof content === 'string' && content.length <= longestWord;
}
const longestWord = 7;

/** A date, a moment, a number: it is read in one piece, and would break at its hyphens. */
function isFigure(content: unknown): boolean {
  return typeof content === 'number' || (typeof content === 'string' && /^[\d .,:-]+$/.test(content));
}
