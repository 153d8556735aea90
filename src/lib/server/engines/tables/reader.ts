/**
 * The process that reads one table and ends; see read-table.ts. Its arguments are the limits and the wanted table, its
 * input the file; it writes a line feed when it begins, then one JSON: the table, or the refusal.
 */
import { buffer } from 'node:stream/consumers';
import type { TableSpec } from '#lib/rules/tables/spec.ts';
import { TableError, type TableFile, type TableLimits } from './limits.ts';
import { parseTable } from './parse.ts';

export interface ReaderOrder {
  limits: TableLimits;
  /** Null: any table. */
  spec: TableSpec | null;
}

export type ReaderAnswer = TableFile | { refusal: string };

async function answer({ limits, spec }: ReaderOrder): Promise<ReaderAnswer> {
  try {
    const bytes = await buffer(process.stdin);
    process.stdout.write('\n');
    return await parseTable(bytes, limits, spec);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return { refusal: error.message };
  }
}

process.stdout.write(JSON.stringify(await answer(JSON.parse(process.argv[2] ?? '{}'))));
