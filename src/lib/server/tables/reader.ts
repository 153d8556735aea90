/**
 * The process that reads one table and ends; see read-table.ts. Its argument are the limits, its input the file; it
 * says a line feed when it begins, then one JSON: the rows, or why there are none.
 */
import { buffer } from 'node:stream/consumers';
import { TableError, type TableLimits } from './limits.ts';
import { parseTable } from './parse.ts';

export type ReaderAnswer = { rows: string[][] } | { refusal: string };

async function answer(limits: TableLimits): Promise<ReaderAnswer> {
  try {
    const bytes = await buffer(process.stdin);
    process.stdout.write('\n');
    return { rows: await parseTable(bytes, limits) };
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return { refusal: error.message };
  }
}

process.stdout.write(JSON.stringify(await answer(JSON.parse(process.argv[2] ?? '{}'))));
