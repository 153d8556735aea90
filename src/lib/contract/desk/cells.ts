/** The text of a cell, the same in a table, in copied cells and in a file. */
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Column } from './fields.ts';

const offset = 8 * 3_600_000;

/** `2026-11-21 09:05` of a moment of the wire, in Shanghai. */
function momentOf(iso: string): string {
  const ms = Date.parse(iso);
  return `${dayKey(ms)} ${new Date(ms + offset).toISOString().slice(11, 16)}`;
}

/** A number stays one, so that a spreadsheet adds it up; an amount is its digits. */
export function cellText({ kind, words }: Column, value: string | number | null): string | number {
  if (value === null || value === '') return '';
  if (kind === 'flag') return value === 1 ? '是' : '否';
  if (typeof value === 'number') return value;
  if (kind === 'moment') return momentOf(value);
  return kind === 'word' ? (words?.[value] ?? value) : value;
}
