/** Trace codes of one line from a file (rules 3). */
import { fieldError } from '#lib/contract/errors.ts';
import type { TraceFileRead } from '#lib/contract/shipping/trace-file.ts';
import type { Upload } from '#lib/contract/uploads.ts';
import { mostTraceRows, readTraceTable, traceSpec } from '#lib/rules/orders/trace-table.ts';
import type { Context } from '../core/context.ts';
import { type TableLimits, uploadLimits } from '../engines/tables/limits.ts';
import { readUpload } from '../engines/tables/read-mapped.ts';

/** Limit of named rows; after a correction the next ones are named. */
const named = 20;

/**
 * `POST /api/desk/trace-file`: the codes of a table, or the errors of its rows, or the column to choose. Saves no code.
 * Throws 422 for a file that cannot be read or holds no code, 429 when many are being read.
 */
export async function readTraceFile(
  context: Context<'merchant'>,
  { file, columns }: { file: Upload; columns?: string[] | undefined },
): Promise<TraceFileRead> {
  const limits = shippingLimits(mostTraceRows);
  const table = await readUpload(context, file, { spec: traceSpec, columns, limits });
  const { codes, faults } = readTraceTable(table);
  const isAsked = table.questions.length > 0;
  if (codes.length === 0 && faults.length === 0 && !isAsked)
    throw fieldError('file', `“${file.name}”里没有追溯码`);
  const isSound = faults.length === 0;
  return {
    codes: isSound ? codes.join('\n') : '',
    count: isSound ? codes.length : 0,
    faults: faults.slice(0, named),
    wrong: faults.length,
    table: table.mapping,
  };
}

// Limits of the tables that a merchant's people upload for shipping.

/** Ten thousand trace codes, one a row or many in a cell. `rows`: how many may hold something. */
export function shippingLimits(rows: number): TableLimits {
  return { ...uploadLimits, cell: 220_000, text: 3_000_000, time: 10_000, heap: 192, rows };
}
