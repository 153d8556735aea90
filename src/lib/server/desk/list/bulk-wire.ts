/** Acts on many rows as desks are answered. */
import { bulkSlice } from '#lib/contract/constants.ts';
import { parseSent } from '#lib/contract/decode.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import { cellText } from '#lib/contract/desk/cells.ts';
import { type ListShape, searchText } from '#lib/contract/desk/list.ts';
import { listInput } from '#lib/contract/desk/schemas.ts';
import { bulkStateTexts, isBulkWorking } from '#lib/rules/changes/bulk-run.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db } from '../../db/client.ts';
import { titleOf } from './answer.ts';
import { type BulkRow, type BulkRun, countBulk, listRefused, readRun } from './bulk-rows.ts';

/** Refused rows of each run that a list shows; all are in the file. */
const refusalsShown = 20;

/** The title of a row as its list writes it; its number where it has none. */
export function nameOfRow(list: ListShape, { key, name }: Pick<BulkRow, 'key' | 'name'>): string {
  const column = list.columns[titleOf(list)];
  return name === '' || column === undefined ? key : String(cellText(column, name));
}

/** The search in words; empty for ticked rows, and for one that the list does not read any more. */
function searchOf(list: ListShape, search: string): string {
  const read = parseSent(listInput(list), Object.fromEntries(new URLSearchParams(search)));
  return read.success
    ? searchText(
        list,
        mapValues(list.filters, (_, name) => String(read.data[name] ?? '')),
      )
    : '';
}

/** The text of its act; 撤销 and that of the act that it undoes. */
function textOfRun({ acts = {} }: ListShape, { act, undoOf }: BulkRun): string {
  const undone = undoOf === null ? undefined : Object.values(acts).find(({ undo }) => undo === act);
  return undone === undefined ? (acts[act]?.text ?? act) : `撤销${undone.text}`;
}

export async function runsWire(
  db: Db,
  list: ListShape,
  runs: readonly BulkRun[],
  refusals = refusalsShown,
): Promise<BulkRunWire[]> {
  const counts = await countBulk(
    db,
    runs.map(({ id }) => id),
  );
  const ids = runs.flatMap(({ id }) => (counts.get(id)?.refused === 0 ? [] : id));
  const refused = await listRefused(db, ids, refusals);
  return runs.map((run) => {
    const { waiting, ...results } = must(counts.get(run.id), `counts of ${run.id}`);
    const undo = list.acts?.[run.act]?.undo;
    return {
      id: run.id,
      undo: undo !== undefined && !isBulkWorking(run.state) && results.done > 0 ? undo : '',
      undo_of: run.undoOf ?? 0,
      text: textOfRun(list, run),
      state: run.state,
      state_text: bulkStateTexts[run.state],
      made_by: run.madeBy,
      search: searchOf(list, run.search),
      rows: run.rows,
      ...results,
      refusals: refused
        .filter(({ runId }) => runId === run.id)
        .map((row) => ({ name: nameOfRow(list, row), why: row.note })),
      why: run.why,
      created_at: run.createdAt.toISOString(),
      ended_at: run.endedAt?.toISOString() ?? '',
      may_stop: isBulkWorking(run.state) && run.stopBy === null ? 1 : 0,
    };
  });
}

/** A run as it is now, with as many refused rows as a short run has. */
export async function runWire(db: Db, list: ListShape, id: number): Promise<BulkRunWire> {
  const run = must(await readRun(db, id), `run ${id}`);
  return must((await runsWire(db, list, [run], bulkSlice))[0], 'the run');
}
