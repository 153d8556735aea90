/** Acts on many rows as desks are answered. */
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
import { type BulkRow, type BulkRun, countBulk, listBulkRows } from './bulk-rows.ts';

/** Refused rows that are shown; all are in the file. */
const refusalsShown = 20;

/** The title of a row as its list writes it; its number where it has none. */
export function nameOfRow(list: ListShape, { key, name }: BulkRow): string {
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

export async function runsWire(db: Db, list: ListShape, runs: readonly BulkRun[]): Promise<BulkRunWire[]> {
  const counts = await countBulk(
    db,
    runs.map(({ id }) => id),
  );
  return Promise.all(
    runs.map(async (run) => {
      const { waiting, ...results } = must(counts.get(run.id), `counts of ${run.id}`);
      const refused =
        results.refused === 0
          ? []
          : await listBulkRows(db, run.id, { state: 'refused', after: 0, limit: refusalsShown });
      return {
        id: run.id,
        text: list.acts?.[run.act]?.text ?? run.act,
        state: run.state,
        state_text: bulkStateTexts[run.state],
        made_by: run.madeBy,
        search: searchOf(list, run.search),
        rows: run.rows,
        ...results,
        refusals: refused.map((row) => ({ name: nameOfRow(list, row), why: row.note })),
        why: run.why,
        created_at: run.createdAt.toISOString(),
        ended_at: run.endedAt?.toISOString() ?? '',
        may_stop: isBulkWorking(run.state) && run.stopBy === null ? 1 : 0,
      };
    }),
  );
}

export async function runWire(db: Db, list: ListShape, run: BulkRun): Promise<BulkRunWire> {
  return must((await runsWire(db, list, [run]))[0], 'the run');
}
