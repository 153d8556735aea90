/** Reading all rows of a company's export. */
import { makePace } from '../core/process/pace.ts';

/** Every row, batch by batch, each after the last key of the one before; other requests run in between. */
export async function readAll<Row, Key>(
  read: (after: Key) => Promise<Row[]>,
  first: Key,
  keyOf: (row: Row) => Key,
  step?: (pieces: number) => Promise<void>,
): Promise<Row[]> {
  const pace = makePace();
  const rows: Row[] = [];
  for (let last = first; ; ) {
    const batch = await read(last);
    const end = batch.at(-1);
    if (end === undefined) return rows;
    rows.push(...batch);
    last = keyOf(end);
    await step?.(batch.length);
    await pace();
  }
}
