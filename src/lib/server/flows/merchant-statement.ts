/** A merchant's month with each of its buyers: orders, refunds and invoices (rules 4). */
import { figureHeads, type MonthRow, monthRows, totalOf } from '#lib/rules/flows/statement.ts';
import { monthSpan } from '#lib/rules/orders/statements.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db } from '../db/client.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { answerBook } from '../engines/pdf/answer-book.ts';
import type { FoundRows, TableColumn } from '../engines/tables/write-table.ts';
import { findFiledMoves } from './filed-moves.ts';
import {
  listCompanyNames,
  listMonthMoves,
  listOrderMoves,
  listOrderPapers,
  type OrderMoves,
  type OrderPapersNamed,
} from './move-rows.ts';
import { statementBook } from './statement-book.ts';

interface Month {
  merchantId: number;
  month: string;
}

/** Orders of a PDF at most. */
const mostPrinted = 2_500;

export type BuyerRow = MonthRow & { company: string };

function spanOf(month: string) {
  const { from, to } = must(monthSpan(month), `month ${month}`);
  return { from: new Date(from), to: new Date(to) };
}

/** A row for each company that something moved with in the month, the largest amount first. */
export async function listBuyerRows(db: Db, { merchantId, month }: Month): Promise<BuyerRow[]> {
  const sides = { companyIds: null, merchantId };
  const moves = await readElsewhere(db, (from) => listMonthMoves(from, sides, spanOf(month), 'company'));
  const rows = monthRows(moves);
  const names = await listCompanyNames(
    db,
    rows.map(({ other }) => other),
  );
  return rows.map((row) => ({ ...row, company: names.get(row.other) ?? '' }));
}

/** The columns of its file. */
export const buyerColumns: readonly TableColumn<BuyerRow>[] = [
  { head: '企业', width: 30, kind: 'text', value: ({ company }) => company },
  { head: '付款订单数', width: 12, kind: 'number', value: ({ orders }) => orders },
  ...keysOf(figureHeads).map(
    (figure): TableColumn<BuyerRow> => ({
      head: `${figureHeads[figure]}（元）`,
      width: 14,
      kind: 'money',
      value: (row) => row[figure],
    }),
  ),
];

/** The same with the sum of all rows behind them. */
export function withTotal(rows: readonly BuyerRow[], month: string): BuyerRow[] {
  return [...rows, { month, other: 0, company: '合计', ...totalOf(rows) }];
}

/** Invoices and parcels of the orders of a merchant's entries; an entry without an order has null. */
export function listEntryPapers(
  db: Db,
  entries: readonly { order: string | null }[],
): Promise<Map<string, OrderPapersNamed>> {
  return listOrderPapers(db, [...new Set(entries.flatMap(({ order }) => order ?? []))]);
}

/** All orders that moved in the month. */
export function findBuyerOrders(db: Db, { merchantId, month }: Month): Promise<FoundRows<OrderMoves>> {
  return findFiledMoves(db, { companyIds: null, merchantId }, spanOf(month));
}

/** The month as a PDF. Throws as `answerBook`. */
export async function findBuyerPdf(
  db: Db,
  { merchantId, month }: Month,
  { merchant, today }: { merchant: string; today: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const sides = { companyIds: null, merchantId };
  const [rows, orders] = await Promise.all([
    listBuyerRows(db, { merchantId, month }),
    readElsewhere(db, (from) => listOrderMoves(from, sides, spanOf(month), { limit: mostPrinted })),
  ]);
  const book = statementBook({
    title: `${month}企业对账单`,
    lines: [`商家：${merchant}`, `生成日期：${today}`],
    head: '企业',
    rows: rows.map((row) => ({ ...row, name: row.company })),
    total: totalOf(rows),
    orders,
  });
  return answerBook(book, { owner: `merchant ${merchantId}`, instead: '请导出CSV或稍候再试' });
}
