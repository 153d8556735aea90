/** 采购对账: what a company has paid each merchant in a month and got back, on a page and as a file. */
import { fieldError } from '#lib/contract/errors.ts';
import type { PurchaseStatementValues } from '#lib/contract/orders/search.ts';
import type { PurchaseStatement } from '#lib/contract/orders/statement.ts';
import { inYuan } from '#lib/rules/money/money.ts';
import { askedMonths, type MonthSum, monthSums, sumOf, tooManyMonths } from '#lib/rules/orders/month-sums.ts';
import type { Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import type { TableColumn } from '../engines/tables/write-table.ts';
import { listMerchantsOf } from '../goods/buyer-rows.ts';
import { readReach } from './reach.ts';
import { listMerchantNames } from './rows.ts';
import { sumPaid, sumRefunded } from './statement-rows.ts';

type Row = MonthSum & { merchant: string };

/** Throws 422 for more months than one statement covers. */
async function readRows({ db, actor: { account }, now }: Context<'buyer'>, input: PurchaseStatementValues) {
  const months = askedMonths(input, now.getTime());
  if (months === null) throw fieldError('from', tooManyMonths);
  const { companyIds, stores } = await readReach(db, account, input.store);
  const asked = {
    companyIds,
    merchantId: input.merchant ?? null,
    from: new Date(months.span.from),
    to: new Date(months.span.to),
  };
  const [paid, refunded, merchants] = await readElsewhere(db, (from) =>
    Promise.all([sumPaid(from, asked), sumRefunded(from, asked), listMerchantsOf(from, companyIds)]),
  );
  const sums = monthSums(paid, refunded);
  const names = await listMerchantNames(
    db,
    sums.map(({ merchantId }) => merchantId),
  );
  const rows = sums.map((sum): Row => ({ ...sum, merchant: names.get(sum.merchantId) ?? '' }));
  return { months, rows, merchants, stores };
}

/** `GET /api/order/statement`. */
export async function getPurchaseStatement(
  context: Context<'buyer'>,
  input: PurchaseStatementValues,
): Promise<PurchaseStatement> {
  const { months, rows, merchants, stores } = await readRows(context, input);
  return {
    from: months.from,
    to: months.to,
    rows: rows.map((row) => ({
      month: row.month,
      merchant: row.merchant,
      merchant_id: row.merchantId,
      ...figuresOf(row),
    })),
    total: figuresOf(sumOf(rows)),
    merchants,
    stores,
  };
}

function figuresOf({ orders, paid, refunded }: Pick<MonthSum, 'orders' | 'paid' | 'refunded'>) {
  return { orders, ...inYuan({ paid, refunded, sum: paid - refunded }) };
}

/** The columns of its file, which ends with the sum. */
export const statementColumns: readonly TableColumn<Row>[] = [
  { head: '月份', width: 10, kind: 'text', value: ({ month }) => month },
  { head: '商家', width: 24, kind: 'text', value: ({ merchant }) => merchant },
  { head: '付款订单数', width: 12, kind: 'number', value: ({ orders }) => orders },
  { head: '付款（元）', width: 14, kind: 'money', value: ({ paid }) => paid },
  { head: '退款（元）', width: 14, kind: 'money', value: ({ refunded }) => refunded },
  { head: '合计（元）', width: 14, kind: 'money', value: ({ paid, refunded }) => paid - refunded },
];

export async function listStatementRows(
  context: Context<'buyer'>,
  input: PurchaseStatementValues,
): Promise<Row[]> {
  const { rows } = await readRows(context, input);
  return [...rows, { month: '合计', merchantId: 0, merchant: '', ...sumOf(rows) }];
}
