/** Trace codes of one line by a file (rules 3). */
import { fieldError } from '#lib/contract/errors.ts';
import type { Upload } from '#lib/contract/fields.ts';
import type { TraceFileRead } from '#lib/contract/shipping/trace-file.ts';
import { mostTraceRows, readTraceTable } from '#lib/rules/orders/trace-table.ts';
import type { Context } from '../../context.ts';
import { readShippingTable } from './table-file.ts';

/** Rows that are named; who has mended them sees the next. */
const named = 20;

/**
 * `POST /api/desk/trace-file`: the codes of a table, or what is wrong with its rows. Nothing is written. Throws 422 for a
 * file that cannot be read or holds no code, 429 when many are being read.
 */
export async function readTraceFile(
  { actor }: Context<'merchant'>,
  { file }: { file: Upload },
): Promise<TraceFileRead> {
  const { codes, faults } = readTraceTable(await readShippingTable(file, actor.merchantId, mostTraceRows));
  if (codes.length === 0 && faults.length === 0) throw fieldError('file', `“${file.name}”里没有追溯码`);
  const isSound = faults.length === 0;
  return {
    codes: isSound ? codes.join('\n') : '',
    count: isSound ? codes.length : 0,
    faults: faults.slice(0, named),
    wrong: faults.length,
  };
}
