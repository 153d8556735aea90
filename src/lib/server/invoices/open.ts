/** What a company can have invoiced, by order and by month (rules 19). */
import type { OpenInvoices, OpenInvoicesValues } from '#lib/contract/invoices.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { lackingText } from './build.ts';
import { listLacks, type OrderLacks, searchOpenOrders } from './open-rows.ts';

/** Why an order cannot be invoiced for now; empty where it can. */
export function lackText({ hasSeller, goods }: OrderLacks): string {
  if (!hasSeller) return '商家还没有登记开票资料，请联系商家';
  return goods.length === 0 ? '' : lackingText(goods);
}

/** `GET /api/invoice/open`. */
export async function listOpenInvoices(
  { db, actor: { account }, now }: Context<'buyer'>,
  { month, merchant, no, page, size }: OpenInvoicesValues,
): Promise<OpenInvoices> {
  return readElsewhere(db, async (from) => {
    const found = await searchOpenOrders(from, account.companyId, {
      ...{ now, nos: no === '' ? null : [no], month: month === '' ? null : month },
      ...{ merchantId: merchant ?? null, offset: (page - 1) * size, limit: size },
    });
    const lacks = await listLacks(
      from,
      found.list.map((row) => row.no),
    );
    return {
      list: found.list.map((row) => {
        const lack = lacks.get(row.no);
        return {
          no: row.no,
          merchant_id: row.merchantId,
          merchant: row.merchant,
          created_at: row.createdAt.toISOString(),
          paid_at: row.paidAt.toISOString(),
          amount: formatYuan(row.amount),
          invoiced_amount: formatYuan(row.invoiced),
          fault: lack === undefined ? '' : lackText(lack),
        };
      }),
      total: found.total,
      page,
      size,
      amount: formatYuan(found.amount),
      months: found.months.map((one) => ({ ...one, amount: formatYuan(one.amount) })),
      merchants: found.merchants.toSorted((a, b) => a.name.localeCompare(b.name, 'zh')),
    };
  });
}
