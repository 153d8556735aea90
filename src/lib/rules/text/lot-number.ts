/** Lot numbers (批号): one text for all ways to write one. */
import { withoutFormat } from './one-line.ts';

/** The form in which a lot number is stored: half width, no blanks, one sign for all dashes. Its case stays. */
export function lotForm(text: string): string {
  return withoutFormat(text.normalize('NFKC'))
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/\s/g, '');
}

/** The comparison key of lot numbers: case does not count. */
export function lotKey(text: string): string {
  return lotForm(text).toUpperCase();
}
