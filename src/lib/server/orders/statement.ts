/** 采购对账: what moved between a company and each merchant in a month, on a page and as files (rules 4). */
import { fieldError } from '#lib/contract/errors.ts';
import type { PurchaseStatementValues } from '#lib/contract/orders/search.ts';
import type { PurchaseStatement } from '#lib/contract/orders/statement.ts';
import { figureHeads, type MonthRow, monthRows, totalOf } from '#lib/rules/flows/statement.ts';
import { inYuan } from '#lib/rules/money/money.ts';
import { askedMonths, tooManyMonths } from '#lib/rules/orders/asked-months.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { answerBook } from '../engines/pdf/answer-book.ts';
import type { FoundRows, TableColumn } from '../engines/tables/write-table.ts';
import { findFiledMoves } from '../flows/filed-moves.ts';
import { listMonthMoves, listOrderMoves, type OrderMoves } from '../flows/move-rows.ts';
import { statementBook } from '../flows/statement-book.ts';
import { listMerchantsOf } from '../goods/buyer-rows.ts';
import { readReach } from './reach.ts';
import { listMerchantNames } from './rows.ts';

/** Orders of a month on its page. */
const mostOrders = 5_000;
/** In a PDF, which is made as a whole. */
const mostPrinted = 2_500;

type Row = MonthRow & { merchant: string };

/** Throws 422 for more months than one statement covers. */
async function readAsked({ db, actor: { account }, now }: Context<'buyer'>, input: PurchaseStatementValues) {
  const months = askedMonths(input, now.getTime());
  if (months === null) throw fieldError('from', tooManyMonths);
  const { companyIds, stores } = await readReach(db, account, input.store);
  const span = { from: new Date(months.span.from), to: new Date(months.span.to) };
  return { months, span, stores, companyIds, sides: { companyIds, merchantId: input.merchant ?? null } };
}

async function readRows(context: Context<'buyer'>, input: PurchaseStatementValues) {
  const { db } = context;
  const asked = await readAsked(context, input);
  const [moves, merchants] = await readElsewhere(db, (from) =>
    Promise.all([
      listMonthMoves(from, asked.sides, asked.span, 'merchant'),
      listMerchantsOf(from, asked.companyIds),
    ]),
  );
  const sums = monthRows(moves);
  const names = await listMerchantNames(
    db,
    sums.map(({ other }) => other),
  );
  const rows = sums.map((sum): Row => ({ ...sum, merchant: names.get(sum.other) ?? '' }));
  return { ...asked, rows, merchants };
}

/** `GET /api/order/statement`: with its orders where one merchant and one month are asked for. */
export async function getPurchaseStatement(
  context: Context<'buyer'>,
  input: PurchaseStatementValues,
): Promise<PurchaseStatement> {
  const { months, rows, merchants, stores, sides, span } = await readRows(context, input);
  const isOne = months.from === months.to && input.merchant !== undefined;
  const orders = isOne
    ? await readElsewhere(context.db, (from) => listOrderMoves(from, sides, span, { limit: mostOrders }))
    : { list: [], total: 0 };
  return {
    from: months.from,
    to: months.to,
    rows: rows.map((row) => ({
      month: row.month,
      merchant: row.merchant,
      merchant_id: row.other,
      ...figuresOf(row),
    })),
    total: figuresOf(totalOf(rows)),
    orders: orders.list.map(({ no, at, invoices, parcels, sold, refunded, back, invoiced, red }) => ({
      no,
      day: dayKey(at.getTime()),
      ...inYuan({ paid: sold, refunded, back, invoiced, red }),
      invoices,
      parcels,
    })),
    orders_total: orders.total,
    merchants,
    stores,
  };
}

function figuresOf(row: Omit<MonthRow, 'month' | 'other'>) {
  const { orders, sold, refunded, back, invoiced, red } = row;
  return {
    orders,
    ...inYuan({
      paid: sold,
      refunded,
      sum: sold - refunded,
      invoiced,
      red,
      back,
      uninvoiced_before: row.uninvoicedBefore,
      uninvoiced: row.uninvoiced,
      owed_before: row.owedBefore,
      owed: row.owed,
    }),
  };
}

/** The columns of its file, which ends with the sum. */
export const statementColumns: readonly TableColumn<Row>[] = [
  { head: '月份', width: 10, kind: 'text', value: ({ month }) => month },
  { head: '商家', width: 24, kind: 'text', value: ({ merchant }) => merchant },
  { head: '付款订单数', width: 12, kind: 'number', value: ({ orders }) => orders },
  ...keysOf(figureHeads).map(
    (figure): TableColumn<Row> => ({
      head: `${figureHeads[figure]}（元）`,
      width: 14,
      kind: 'money',
      value: (row) => row[figure],
    }),
  ),
];

export async function listStatementRows(
  context: Context<'buyer'>,
  input: PurchaseStatementValues,
): Promise<Row[]> {
  const { rows } = await readRows(context, input);
  return [...rows, { month: '合计', other: 0, merchant: '', ...totalOf(rows) }];
}

/** The columns of the file of a statement's orders. */
export const statementOrderColumns: readonly TableColumn<OrderMoves>[] = [
  { head: '日期', width: 12, kind: 'text', value: ({ at }) => dayKey(at.getTime()) },
  { head: '订单号', width: 26, kind: 'text', value: ({ no }) => no },
  ...(['sold', 'refunded', 'invoiced', 'red', 'back'] as const).map(
    (figure): TableColumn<OrderMoves> => ({
      head: `${figureHeads[figure]}（元）`,
      width: 14,
      kind: 'money',
      value: (row) => row[figure],
    }),
  ),
  {
    head: '发票号码',
    width: 26,
    kind: 'text',
    value: ({ invoices }) => invoices.map(({ number }) => number).join('，'),
  },
  { head: '运单号', width: 22, kind: 'text', value: ({ parcels }) => parcels.join('，') },
];

/** All orders that moved in a statement's months. */
export async function findStatementOrders(
  context: Context<'buyer'>,
  input: PurchaseStatementValues,
): Promise<FoundRows<OrderMoves>> {
  const { sides, span } = await readAsked(context, input);
  return findFiledMoves(context.db, sides, span);
}

/** The statement as a PDF: months and merchants, and the orders that moved. Throws as `answerBook`, and 422. */
export async function findStatementPdf(
  context: Context<'buyer'>,
  input: PurchaseStatementValues,
): Promise<Uint8Array<ArrayBuffer>> {
  const { months, rows, sides, span } = await readRows(context, input);
  const orders = await readElsewhere(context.db, (from) =>
    listOrderMoves(from, sides, span, { limit: mostPrinted }),
  );
  const { companyId, company } = context.actor.account;
  const book = statementBook({
    title: `${months.from === months.to ? months.from : `${months.from}至${months.to}`}采购对账单`,
    lines: [`采购企业：${company}`, `生成日期：${dayKey(context.now.getTime())}`],
    head: '月份和商家',
    rows: rows.map((row) => ({ ...row, name: `${row.month} ${row.merchant}` })),
    total: totalOf(rows),
    orders,
  });
  return answerBook(book, { owner: `company ${companyId}`, instead: '请导出CSV或稍候再试' });
}
