/** Acts on many rows of a list as their readers see and stop them. */
import { maxDeskPageSize } from '#lib/contract/constants.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import { cellText } from '#lib/contract/desk/cells.ts';
import { moment } from '#lib/contract/desk/fields.ts';
import { type ListShape, listName, listTitle, seenBy } from '#lib/contract/desk/list.ts';
import { AppError } from '#lib/contract/errors.ts';
import { bulkRowTexts } from '#lib/rules/changes/bulk-run.ts';
import { csvLines, csvText } from '#lib/rules/text/csv.ts';
import { type Context, recordOf } from '../../core/context.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';
import { writeAudit } from '../../ledgers/audit-rows.ts';
import { openableList, openableLists } from '../views.ts';
import { titleOf } from './answer.ts';
import { askStop, type BulkRun, findRun, listBulkRows, listRecent } from './bulk-rows.ts';
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

/**
 * `POST /api/desk/bulk/{id}/stop`: no further slice begins; the audit log names who began it and who stops it. A repeat,
 * or one that has ended, changes nothing. Throws 404 likewise, 403 for a person who may not do its act.
 */
export async function stopBulk(
  context: By & Pick<Context<'staff'>, 'requestId'>,
  { id }: { id: number },
): Promise<BulkRunWire> {
  const { db, actor, now } = context;
  const { run, list } = await needRun(context, id);
  const text = seenBy(list, actor.kind).acts?.[run.act]?.text;
  if (text === undefined) throw new AppError(403, '没有这个操作的权限，不能停止');
  await db.transaction(async (tx) => {
    if (!(await askStop(tx, id, actor.name))) return;
    await writeAudit(tx, recordOf(context), {
      act: 'list.stop',
      subject: 'list',
      key: `${listTitle(list)}批量${text}`,
      merchantId: run.merchantId,
      before: { id, startedBy: run.madeBy },
      after: null,
      at: now,
    });
  });
  return runWire(db, list, id);
}

/** `GET /api/desk/bulk/{id}/changed`: rows that it changed and nobody has undone, behind a number. Throws 404 likewise. */
export async function changedBulk(
  context: By,
  { id, after }: { id: number; after: number },
): Promise<{ rows: { no: number; name: string }[] }> {
  const { list } = await needRun(context, id);
  const rows = await listBulkRows(context.db, id, { state: 'done', after, limit: maxDeskPageSize });
  return { rows: rows.map((row) => ({ no: row.no, name: nameOfRow(list, row) })) };
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
