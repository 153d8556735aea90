/** The file of a list: all that its search has found, in its order, with the chosen columns, written as it is read. */
import { maxDeskPageSize } from '#lib/contract/constants.ts';
import { cellText } from '#lib/contract/desk/cells.ts';
import { type AnyAsked, type ListShape, listTitle, seenBy, shownColumns } from '#lib/contract/desk/list.ts';
import { withQuery } from '#lib/contract/routes.ts';
import { readCursor } from '#lib/rules/changes/cursor.ts';
import { csvLines, csvText } from '#lib/rules/text/csv.ts';
import type { Context } from '../../core/context.ts';
import { countFound, placeOf, readSlice } from '../../db/list-page.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';
import { type AnyRows, queryOf, readerOf, sortOf, valuesOf, wireRows } from './answer.ts';

/** Rows are counted up to this number for the audit log; the file has all of them. */
const countsTo = 1_000_000;

/**
 * CSV in pieces. The audit log records it before: search, order, columns, and how many rows there are. A row that comes
 * or moves meanwhile is in the file once or not at all, as its place is behind or before what was read.
 */
export async function exportList(
  context: Pick<Context<'staff'>, 'db' | 'now' | 'actor' | 'requestId'>,
  list: ListShape,
  rows: AnyRows,
  asked: AnyAsked,
): Promise<ReadableStream<Uint8Array>> {
  const { db, now } = context;
  const reader = readerOf(context);
  const values = valuesOf(list, rows, asked, now);
  const query = queryOf(list, rows, values, reader);
  const sort = sortOf(query, asked.sort);
  const columns = shownColumns(seenBy(list, context.actor.kind), asked.columns);
  const { total } = await countFound(db, query, countsTo);
  const filter = withQuery('', { ...values, sort: asked.sort, columns: asked.columns });
  await recordExport(context, {
    act: 'list.export',
    subject: 'list',
    key: listTitle(list),
    after: { rows: total > countsTo ? `${countsTo}+` : total, filter },
  });
  const encoder = new TextEncoder();
  let place: ReturnType<typeof readCursor> = null;
  return new ReadableStream({
    start(stream) {
      stream.enqueue(encoder.encode(csvText([columns.map(([, { head }]) => head)])));
    },
    async pull(stream) {
      const limit = maxDeskPageSize;
      const read = await readSlice(db, query, { sort, place, isBack: false, limit });
      const last = read.at(-1);
      if (last !== undefined) {
        const wired = await wireRows(db, list, rows, read, reader);
        const lines = wired.map((row) =>
          columns.map(([name, column]) => cellText(column, row[name] ?? null)),
        );
        stream.enqueue(encoder.encode(csvLines(lines)));
        place = readCursor(sort, placeOf(sort, last));
      }
      if (read.length < limit) stream.close();
    },
  });
}

/** 资质到期提醒-药批网. */
export function exportName(list: ListShape, shopName: string): string {
  return `${listTitle(list)}-${shopName}`;
}
