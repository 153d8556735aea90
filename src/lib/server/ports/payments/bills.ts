/** A provider whose daily bills are compared with our books. */

import { CsvError, parse } from 'csv-parse/sync';
import { findYuan } from '#lib/rules/money/money.ts';
import type { BillLine } from '#lib/rules/orders/bill.ts';

/** A provider whose bills are compared with our books, and its ways to pay. */
export interface BillSource {
  source: string;
  providers: readonly string[];
  /**
   * The provider whose list of trades this account belongs to; without it these are trades, compared with our books.
   */
  accountOf?: string;
  /**
   * Its bookings of a day in Shanghai, `YYYY-MM-DD`; null where it has no bill of that day: nothing moved, or the bill
   * is not ready yet. Throws where there is no response, or the bill is incomplete.
   */
  bill(day: string): Promise<BillLine[] | null>;
}

// Reads rows of providers' bills by their column names.

/** Several times the size of a bill of a busy day. */
export const mostBytes = 200 * 1024 * 1024;

/** The rows of a CSV. Throws where it is not one. */
export function rowsOf(text: string): string[][] {
  try {
    return parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true, relax_quotes: true });
  } catch (error) {
    throw new Error(`the bill is no table: ${error instanceof CsvError ? error.code : String(error)}`);
  }
}

/** Reads rows by column name. Throws where a column is missing: the provider has changed its bill. */
export function columnsOf<Name extends string>(
  head: readonly string[],
  names: readonly Name[],
): (row: readonly string[], name: Name) => string {
  for (const name of names) if (!head.includes(name)) throw new Error(`the bill has no column ${name}`);
  return (row, name) => row[head.indexOf(name)] ?? '';
}

/** A line by its amount in yuan. Throws where that is not an amount. */
export function lineOf(kind: BillLine['kind'], no: string, providerNo: string, yuan: string): BillLine {
  const amount = findYuan(yuan);
  if (amount === null || no === '') throw new Error(`a line of the bill is no money: ${no} ${yuan}`);
  return { kind, no, providerNo, amount };
}

/**
 * An amount with up to five decimals, as fees have, of either sign, in whole fen. Throws where that is not an amount.
 */
export function fenOf(text: string): number {
  if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(text)) throw new Error(`an amount of the bill is no money: ${text}`);
  return Math.abs(Math.round(Number(text) * 100));
}
