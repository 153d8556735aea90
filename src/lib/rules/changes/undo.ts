/**
 * What taking back a change may touch (rules 18): a row whose changed fields still have the values that the change gave
 * them. A row in which somebody changed one of them since is shown, and stays as it is.
 */
import { keysOf } from '../terms/keys.ts';
import { type CellFields, type CellValue, shownText } from './cells.ts';

/** What a change did to a row: its changed fields alone. */
export interface DoneChange<Name extends string> {
  before: Readonly<Partial<Record<Name, CellValue>>>;
  after: Readonly<Partial<Record<Name, CellValue>>>;
}

/** A field that was changed again. */
export interface ChangedSince<Name extends string> {
  field: Name;
  /** The value that the change gave it. */
  left: CellValue;
  now: CellValue;
}

export type UndoOf<Name extends string> =
  /** These values are written. */
  | { kind: 'take_back'; set: Partial<Record<Name, CellValue>> }
  /** The row has its old values already. */
  | { kind: 'back' }
  /** Nothing of the row is taken back. */
  | { kind: 'changed'; fields: ChangedSince<Name>[] }
  /** The row is not there any more. */
  | { kind: 'gone' };

/**
 * What taking back does to one row. Other fields may have changed: they are not touched. `now` has the row's values; null
 * where it was deleted.
 */
export function undoOf<Name extends string>(
  { before, after }: DoneChange<Name>,
  now: Readonly<Record<Name, CellValue>> | null,
): UndoOf<Name> {
  if (now === null) return { kind: 'gone' };
  const set: Partial<Record<Name, CellValue>> = {};
  const fields: ChangedSince<Name>[] = [];
  for (const field of keysOf(after)) {
    const left: CellValue = after[field] ?? null;
    const old: CellValue = before[field] ?? null;
    const stands = now[field];
    // Somebody has put the old value back by hand.
    if (stands === old) continue;
    if (stands === left) set[field] = old;
    else fields.push({ field, left, now: stands });
  }
  if (fields.length > 0) return { kind: 'changed', fields };
  return keysOf(set).length === 0 ? { kind: 'back' } : { kind: 'take_back', set };
}

/** Why a row is not taken back; empty for one that is, or is back already. */
export function notTakenText<Name extends string>(fields: CellFields<Name>, undo: UndoOf<Name>): string {
  if (undo.kind === 'gone') return '这一行已经不存在';
  if (undo.kind !== 'changed') return '';
  return undo.fields
    .map(({ field, left, now }) => {
      const { [field]: cell } = fields;
      return `${cell.label}：当时改为${shownText(cell, left)}，现在是${shownText(cell, now)}`;
    })
    .join('；');
}
