/** The calls of the declared lists of the desks. All reject as `deskCall` does. */
import { api } from '#lib/contract/api.ts';
import type { BulkPreview, BulkRunWire, PreviewAsked } from '#lib/contract/desk/bulk.ts';
import type { ListAnswer, ListPath } from '#lib/contract/desk/list.ts';
import type { BulkAsked, BulkDone } from '#lib/contract/desk/schemas.ts';
import { deskCall } from './session.ts';

type Texts = Readonly<Record<string, string | number>>;

/** A page of a list as it is now. */
export function loadList<Row, Facts>(page: ListPath, asked: Texts): Promise<ListAnswer<Row, Facts>> {
  return deskCall<Texts, ListAnswer<Row, Facts>>({ method: 'GET', path: `/api${page}` }, asked);
}

/** Does an act to a row. Returns what `ActOut` of contract/desk/calls.ts says. */
export function actOnRow<Out>(
  page: ListPath,
  act: string,
  input: { id: string | number; undoes?: number },
): Promise<Out> {
  return deskCall<object, Out>({ method: 'POST', path: `/api${page}/{id}/${act}` }, input);
}

/** Does an act to ticked rows, or to all that a search has found (contract/desk/schemas). */
export function actOnMany(page: ListPath, act: string, asked: BulkAsked): Promise<BulkDone> {
  return deskCall<BulkAsked, BulkDone>({ method: 'POST', path: `/api${page}/${act}` }, asked);
}

/** Counts the rows of an act on many rows before it begins. */
export function previewBulk(asked: PreviewAsked): Promise<BulkPreview> {
  return deskCall(api.bulkPreview, asked);
}

/** Acts on many rows of a list that are at work or ended lately. */
export async function bulkRuns(list: string): Promise<BulkRunWire[]> {
  return (await deskCall(api.bulkRuns, { list })).runs;
}

/** The first rows that a run has changed and that are not undone: `maxDeskPageSize` at most. */
export async function bulkChanged(id: number): Promise<{ no: number; name: string }[]> {
  return (await deskCall(api.bulkChanged, { id })).rows;
}

/** Stops a run before its next slice. */
export function stopBulk(id: number): Promise<BulkRunWire> {
  return deskCall(api.stopBulk, { id });
}
