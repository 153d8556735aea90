/** The orders of a statement's file (rules 4): all of them, read in slices while the file is written. */
import type { Db } from '../db/client.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import type { FoundRows } from '../engines/tables/write-table.ts';
import { listOrderMoves, type MovesEnd, type OrderMoves, type Sides, type Span } from './move-rows.ts';

/** What moved in a span, by orders, `slice` at a time; how many there are is known with the first slice. */
export async function findFiledMoves(
  db: Db,
  sides: Sides,
  span: Span,
  slice = 10_000,
): Promise<FoundRows<OrderMoves>> {
  const read = (behind: MovesEnd | null) =>
    readElsewhere(db, (from) => listOrderMoves(from, sides, span, { limit: slice, behind }));
  const first = await read(null);
  async function* slices(): AsyncGenerator<OrderMoves[]> {
    let { list, end } = first;
    while (list.length > 0) {
      yield list;
      if (list.length < slice) return;
      ({ list, end } = await read(end));
    }
  }
  return { total: first.total, slices: slices() };
}
