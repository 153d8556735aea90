/** Parses cells of a catalogue: amounts, counts, days. */
import { findDay } from '#lib/rules/terms/activity-time.ts';

/** Yuan with at most two decimals → fen, without a float in between; undefined when it is no such number. */
export function parseYuan(text: string): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** A whole number from 1 to `most`; undefined when it is none. */
export function parseCount(text: string, most: number): number | undefined {
  const count = /^\d{1,9}(?:\.0+)?$/.test(text) ? Number(text) : Number.NaN;
  return count >= 1 && count <= most ? count : undefined;
}

/** 2027-05-20, 2027/5/20, 2027.5.20 or 20270520 as YYYY-MM-DD; null for anything else, 2027-02-30 too. */
export function findWrittenDay(text: string): string | null {
  const match = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (!match || (match[2] === '' && text.length !== 8)) return null;
  const written = `${match[1]}-${match[3]?.padStart(2, '0')}-${match[4]?.padStart(2, '0')}`;
  return findDay(written) === null ? null : written;
}

/** The text of a cell for "none". */
const noNames = '无';

/** File names in one cell, separated by comma, semicolon, bar or line break; 无 means none. */
export function listNames(text: string): string[] {
  if (text === noNames) return [];
  return text
    .split(/[;；,，|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
