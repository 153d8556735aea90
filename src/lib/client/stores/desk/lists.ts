/** The calls of the declared lists of the desks. All reject as `deskCall` does. */
import { api } from '#lib/contract/api.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import type { ListAnswer, ListPath } from '#lib/contract/desk/list.ts';
import type { BulkAsked, BulkDone } from '#lib/contract/desk/schemas.ts';
import { deskCall } from './session.ts';

type Texts = Readonly<Record<string, string | number>>;

/** A page of a list as it is now. */
export function loadList<Row, Facts>(page: ListPath, asked: Texts): Promise<ListAnswer<Row, Facts>> {
  return deskCall<Texts, ListAnswer<Row, Facts>>({ method: 'GET', path: `/api${page}` }, asked);
}

/** Does an act to a row. Returns the row as it is then, or null where it has left the list. */
export function actOnRow<Row>(
  page: ListPath,
  act: string,
  input: { id: string | number },
): Promise<Row | null> {
  return deskCall<object, Row | null>({ method: 'POST', path: `/api${page}/{id}/${act}` }, input);
}

/** Does an act to ticked rows, or to all that a search has found (contract/desk/schemas). */
export function actOnMany(page: ListPath, act: string, asked: BulkAsked): Promise<BulkDone> {
  return deskCall<BulkAsked, BulkDone>({ method: 'POST', path: `/api${page}/${act}` }, asked);
}

/** Acts on many rows of a list that are at work or ended lately. */
export async function bulkRuns(list: string): Promise<BulkRunWire[]> {
  return (await deskCall(api.bulkRuns, { list })).runs;
}

/** Asks one to stop. */
export function stopBulk(id: number): Promise<BulkRunWire> {
  return deskCall(api.stopBulk, { id });
}
