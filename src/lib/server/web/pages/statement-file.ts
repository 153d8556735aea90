/** Files of a merchant's month with its buyers: tables of companies and of orders, and a PDF. */
import type { APIContext } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { actorMay, staffActorOf } from '../../core/context.ts';
import { currentTime } from '../../core/process/clock.ts';
import { inTurn } from '../../core/rate-limits.ts';
import { getDb } from '../../db/client.ts';
import {
  guardWorkbook,
  streamCsv,
  tableFormats,
  tableType,
  writeTable,
} from '../../engines/tables/write-table.ts';
import {
  buyerColumns,
  findBuyerOrders,
  findBuyerPdf,
  listBuyerRows,
  withTotal,
} from '../../flows/merchant-statement.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';
import { findStatement, type Statement } from '../../ledgers/statements.ts';
import { statementOrderColumns } from '../../orders/statement.ts';

/** `companies.csv`, `orders.xlsx`, `statement.pdf` and so on; 404 for another merchant's and for other names. */
export async function answerStatementFile({ params, locals }: APIContext): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' });
  const { id = '', file = '' } = params;
  const [name = '', form = ''] = file.split('.');
  try {
    const staff = await locals.staff();
    const actor = staff && staffActorOf(staff);
    if (!actor || !actorMay(actor, 'books')) throw new AppError(404);
    const context = { db: getDb(), now: currentTime(), actor, requestId: locals.requestId };
    const statement = await findStatement(context, id);
    if (statement === null) throw new AppError(404);
    const made = await inTurn('page', locals.clientAddress, () => fileOf(statement, name, form, context.now));
    if (made === null) throw new AppError(404);
    await recordExport(context, {
      act: 'list.export',
      subject: 'list',
      key: '企业对账单',
      after: { file: id, rows: made.rows, form },
    });
    headers.set('content-type', made.type);
    headers.set(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(`企业对账单-${id}.${form}`)}`,
    );
    return new Response(made.body, { headers });
  } catch (error) {
    return refuse(error, locals.requestId, headers);
  }
}

async function fileOf(statement: Statement, name: string, form: string, now: Date) {
  const { merchant, month } = statement;
  const db = getDb();
  if (name === 'statement' && form === 'pdf') {
    const today = dayKey(now.getTime());
    return {
      type: 'application/pdf',
      body: await findBuyerPdf(db, statement, { merchant, today }),
      rows: 1,
    };
  }
  const format = tableFormats.find((one) => one === form);
  if (format === undefined) return null;
  const type = tableType(format);
  if (name === 'companies') {
    const rows = withTotal(await listBuyerRows(db, statement), month);
    return { type, body: new Uint8Array(await writeTable(format, buyerColumns, rows)), rows: rows.length };
  }
  if (name !== 'orders') return null;
  const { total, slices } = await findBuyerOrders(db, statement);
  guardWorkbook(format, total);
  const columns = statementOrderColumns;
  const body =
    format === 'csv'
      ? streamCsv(columns, slices)
      : new Uint8Array(await writeTable(format, columns, (await Array.fromAsync(slices)).flat()));
  return { type, body, rows: total };
}
