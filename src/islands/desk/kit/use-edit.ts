import { useState } from 'react';
import { makeChange, makeTableChanges } from '#lib/client/stores/desk/changes.ts';
import { sayQueued } from '#lib/client/stores/desk/countersign.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { cellText } from '#lib/contract/desk/cells.ts';
import type { AnyRow, ListShape } from '#lib/contract/desk/list.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { type CellField, readCell } from '#lib/rules/changes/cells.ts';

/** The cell that is being changed. */
interface Spot {
  row: AnyRow;
  name: string;
  field: CellField;
  /** Place in the table, from 0. */
  at: number;
  place: number;
  /** What the box begins with. */
  text: string;
  /** It begins with a character that was typed, behind which the next one goes. */
  isTyped: boolean;
}

export interface CellEdit {
  spot: Spot | null;
  error: string;
  isBusy: boolean;
  /** Opens the box of a cell; false where its column is not changed here. */
  begin: (row: AnyRow, name: string, from: { at: number; place: number; typed: string }) => boolean;
  isAt: (id: string | number, name: string) => boolean;
  /** Whether cells of a column are changed here. */
  isOpenFor: (name: string) => boolean;
  /** Saves a text; true where the box is closed then. */
  save: (text: string) => Promise<boolean>;
  cancel: () => void;
  /** Makes a set of changes of pasted cells, a line each row; false where one of the columns is not changed here. */
  paste: (ids: readonly (string | number)[], names: readonly string[], lines: readonly string[]) => boolean;
}

/** The cell as a person types it: the same text is the same value. */
export function typedCell(list: ListShape, row: AnyRow, name: string): string {
  const column = list.columns[name];
  return column === undefined ? '' : String(cellText(column, row[name] ?? null));
}

/** The row with cells that were typed and saved, in the form of the wire. */
function withCells(
  { columns, edits = {} }: ListShape,
  row: AnyRow,
  cells: Readonly<Record<string, string>>,
): AnyRow {
  const own = { ...row };
  for (const [name, text] of Object.entries(cells)) {
    const [column, field] = [columns[name], edits[name]];
    const read = column && field && readCell(field, text);
    if (read?.change !== 'set') continue;
    const { value } = read;
    own[name] = typeof value === 'boolean' ? (value ? 1 : 0) : column?.kind === 'money' ? text : value;
  }
  return own;
}

/** Changes single cells of a list where they stand; a refusal is said at the cell, and its text stays. */
export function useEdit(list: ListShape, put: (row: AnyRow) => void): CellEdit | undefined {
  const [spot, setSpot] = useState<Spot | null>(null);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { edits, subject = 'goods' } = list;
  if (edits === undefined) return undefined;

  const close = () => {
    setSpot(null);
    setError('');
  };

  async function save(text: string): Promise<boolean> {
    if (spot === null || isBusy) return false;
    const { row, name } = spot;
    const seen = typedCell(list, row, name);
    if (text.trim() === '' || text.trim() === seen) {
      close();
      return true;
    }
    setBusy(true);
    try {
      const { cells, isWaiting } = await makeChange(subject, row.id, name, { text, seen });
      if (isWaiting) sayQueued('价格变动较大', '/desk/changes');
      else put(withCells(list, row, cells));
      close();
      return true;
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      setError(firstFieldMessage(thrown) ?? thrown.message);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    spot,
    error,
    isBusy,
    save,
    cancel: close,
    paste(ids, names, lines) {
      const fields = names.map((name) => edits[name]);
      if (fields.some((field) => field === undefined)) return false;
      if (lines.length > ids.length) {
        showToast(
          'warning',
          `粘贴了${lines.length}行，从这里起本页只有${ids.length}行，请减少行数或按表格修改`,
        );
        return true;
      }
      const heads = ['商品编号', ...fields.map((field) => field?.label ?? '')].join('\t');
      const text = [heads, ...lines.map((line, at) => `${ids[at]}\t${line}`)].join('\n');
      makeTableChanges({ subject, text, token: crypto.randomUUID(), reason: '' }).then(({ set }) => {
        if (set === null) showToast('warning', '粘贴的内容读不出来，请按表格修改');
        else location.assign(path('/desk/changes/[id]', { id: set.id }));
      }, react);
      return true;
    },
    isOpenFor: (name) => edits[name] !== undefined,
    isAt: (id, name) => spot !== null && spot.row.id === id && spot.name === name,
    begin(row, name, { at, place, typed }) {
      const field = edits[name];
      if (field === undefined || isBusy) return false;
      // Only one box is open.
      setError('');
      setSpot({
        row,
        name,
        field,
        at,
        place,
        text: typed === '' ? typedCell(list, row, name) : typed,
        isTyped: typed !== '',
      });
      return true;
    },
  };
}
