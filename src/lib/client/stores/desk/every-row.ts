/** All that a list of a desk has found, for a file. */
import { maxDeskPageSize, maxDeskRows } from '#lib/contract/constants.ts';

/** Input and output of the calls of such lists. */
export interface DeskAsked {
  page: number;
  size: number;
}
export interface DeskFound<Row> {
  list: Row[];
  total: number;
}

/**
 * The rows of a search, `maxDeskRows` at most, fetched in few large pages one after the other. A row that moves to the
 * next page meanwhile, because a new one precedes it, is returned once. Rejects as `load` does.
 */
export async function loadEvery<Input extends DeskAsked, Row>(
  load: (input: Input) => Promise<DeskFound<Row>>,
  input: Input,
  idOf: (row: Row) => string | number,
): Promise<Row[]> {
  const size = maxDeskPageSize;
  const found = new Map<string | number, Row>();
  for (let page = 1; page <= maxDeskRows / size; page++) {
    const { list } = await load({ ...input, page, size });
    for (const row of list) found.set(idOf(row), row);
    if (list.length < size) break;
  }
  return [...found.values()];
}
