/** Acts on many rows of a list as their readers see and stop them. */
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import { cellText } from '#lib/contract/desk/cells.ts';
import { moment } from '#lib/contract/desk/fields.ts';
import { type ListShape, listName, listTitle } from '#lib/contract/desk/list.ts';
import { AppError } from '#lib/contract/errors.ts';
import { bulkRowTexts, isBulkWorking } from '#lib/rules/changes/bulk-run.ts';
import { csvLines, csvText } from '#lib/rules/text/csv.ts';
import type { Context } from '../../core/context.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';
import { openableList, openableLists } from '../views.ts';
import { titleOf } from './answer.ts';
import { type BulkRun, findRun, listBulkRows, listRecent, updateRun } from './bulk-rows.ts';
import { nameOfRow, runsWire, runWire } from './bulk-wire.ts';

type By = Pick<Context<'staff'>, 'db' | 'actor' | 'now'>;

/** For so long, in ms, a run that has ended is shown above its list. */
const shownFor = 12 * 3_600_000;
const doneColumn = moment('时间');
/** Rows of the file that are read at once. */
const fileSlice = 1_000;

/** `GET /api/desk/bulk`. Throws 404 for a list that the person may not open. */
export async function listBulk(
  context: By,
  { list: name }: { list: string },
): Promise<{ runs: BulkRunWire[] }> {
  return { runs: await recentBulk(context, openableList(context, name)) };
}

/** The runs of a list that its page shows; none for a list without acts on many rows. */
export async function recentBulk({ db, actor, now }: By, list: ListShape): Promise<BulkRunWire[]> {
  if (!Object.values(list.acts ?? {}).some(({ isBulk }) => isBulk)) return [];
  const since = new Date(now.getTime() - shownFor);
  const runs = await listRecent(db, { list: listName(list), merchantId: actor.merchantId, since });
  return runsWire(db, list, runs);
}

/** A run of the person's side with its list. Throws 404, also for one of a list that they may not open. */
async function needRun(context: By, id: number): Promise<{ run: BulkRun; list: ListShape }> {
  const run = await findRun(context.db, context.actor.merchantId, id);
  const list = openableLists(context).find((one) => listName(one) === run?.list);
  if (run === null || list === undefined) throw new AppError(404, '没有这个批量操作');
  return { run, list };
}

/** `POST /api/desk/bulk/{id}/stop`: no further slice begins. A repeat, or one that has ended, changes nothing. */
export async function stopBulk(context: By, { id }: { id: number }): Promise<BulkRunWire> {
  const { run, list } = await needRun(context, id);
  if (isBulkWorking(run.state) && run.stopBy === null)
    await updateRun(context.db, id, { stopBy: context.actor.name });
  return runWire(context.db, list, (await needRun(context, id)).run);
}

/** `GET /api/desk/bulk/{id}/file`: the result of every row, as CSV in pieces; the audit log records it before. */
export async function bulkFile(
  context: By & Pick<Context<'staff'>, 'requestId'>,
  { id }: { id: number },
): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
  const { run, list } = await needRun(context, id);
  const title = `${listTitle(list)}批量${list.acts?.[run.act]?.text ?? run.act}`;
  await recordExport(context, {
    act: 'list.export',
    subject: 'list',
    key: `${title}结果`,
    after: { rows: run.rows, filter: run.search },
  });
  const encoder = new TextEncoder();
  const head = ['序号', '编号', list.columns[titleOf(list)]?.head ?? '名称', '结果', '原因', doneColumn.head];
  let after = 0;
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(encoder.encode(csvText([head])));
    },
    async pull(stream) {
      const rows = await listBulkRows(context.db, id, { state: null, after, limit: fileSlice });
      const lines = rows.map((row) => [
        String(row.no),
        row.key,
        nameOfRow(list, row),
        bulkRowTexts[row.state],
        row.note,
        cellText(doneColumn, row.doneAt?.toISOString() ?? ''),
      ]);
      if (lines.length > 0) stream.enqueue(encoder.encode(csvLines(lines)));
      after = rows.at(-1)?.no ?? after;
      if (rows.length < fileSlice) stream.close();
    },
  });
  return { name: `${title}-第${id}号`, body };
}
