/** Limits of the tables that a merchant's people upload for shipping. */
import { type TableLimits, uploadLimits } from '../engines/tables/limits.ts';

/** Ten thousand trace codes, one a row or many in a cell. `rows`: how many may hold something. */
export function shippingLimits(rows: number): TableLimits {
  return { ...uploadLimits, cell: 220_000, text: 3_000_000, time: 10_000, heap: 192, rows };
}
