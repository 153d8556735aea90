/** The file of orders that wait, for filling in carriers and numbers. It has addresses and telephones: it is audited. */
import type { APIRoute } from 'astro';
import { api } from '#lib/contract/api.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { AppError } from '#lib/contract/errors.ts';
import { dispatchFileInput } from '#lib/contract/shipping/dispatch.ts';
import { dispatchPartText } from '#lib/rules/orders/dispatch.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { guardCall } from '../../core/calls/guard.ts';
import { currentTime } from '../../core/process/clock.ts';
import { getDb } from '../../db/client.ts';
import { tableType, writeTable } from '../../engines/tables/write-table.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';
import { readWaitingFile, waitingColumns } from '../../shipping/dispatch-file.ts';

const name = '待发货订单';

/** `GET /api/desk/dispatch/file`: a workbook, whose numbers and codes stay texts. */
export const answerDispatchFile: APIRoute = async ({ url, locals }) => {
  const headers = new Headers({ 'cache-control': 'no-store' });
  try {
    const actor = await guardCall(api.dispatchFile, locals);
    const read = parseSent(dispatchFileInput, Object.fromEntries(url.searchParams));
    if (!read.success) throw new AppError(422, read.error.issues[0]?.message);
    const nos = read.data.nos === '' ? [] : read.data.nos.split(',');
    const context = { db: getDb(), now: currentTime(), actor, requestId: locals.requestId };
    const { rows, ...held } = await readWaitingFile(context, { nos, part: read.data.part });
    const orders = new Set(rows.map(({ no }) => no)).size;
    const after = { rows: rows.length, orders, filter: nos.join(' '), form: 'xlsx' };
    await recordExport(context, { act: 'list.export', subject: 'list', key: name, after });
    const body = await writeTable('xlsx', waitingColumns, rows);
    const file = encodeURIComponent(`${name}${dispatchPartText(held)}-${dayKey(context.now.getTime())}.xlsx`);
    headers.set('content-type', tableType('xlsx'));
    headers.set('content-disposition', `attachment; filename*=UTF-8''${file}`);
    return new Response(new Uint8Array(body), { headers });
  } catch (error) {
    return refuse(error, locals.requestId, headers);
  }
};
