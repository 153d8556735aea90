/** Shipped orders and their invoices for tests: made with the shop's own calls. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { askInvoicesInput } from '#lib/contract/invoices.ts';
import type { Db } from '#lib/server/db/client.ts';
import {
  goods,
  goodsTax,
  invoice,
  invoiceLine,
  invoiceSeller,
  invoiceTitle,
  merchantPaper,
  order,
} from '#lib/server/db/schema.ts';
import { askInvoices } from '#lib/server/invoices/ask.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from './context.ts';
import { contextOf, makeBuyers, pay, order as placeOrder } from './orders.ts';

/** Tax data for an item, from long ago. */
export async function makeTaxed(db: Db, goodsId: number): Promise<number> {
  const [row] = await db.select({ merchantId: goods.merchantId }).from(goods).where(eq(goods.id, goodsId));
  const { merchantId } = row!;
  const tax = { rate: 13, policy: 'none', taxCode: '1070304010000000000', setBy: '测试' } as const;
  await db
    .insert(goodsTax)
    .values({ goodsId, merchantId, validFrom: '2020-01-01', ...tax })
    .onConflictDoNothing();
  return merchantId;
}

/** The merchant as a seller of a provider. */
export async function makeSeller(db: Db, merchantId: number, provider: string, taxNo: string): Promise<void> {
  const row = { provider, taxNo, name: '示例医药有限公司', drawer: '李开票' };
  await db
    .insert(invoiceSeller)
    .values({ merchantId, ...row })
    .onConflictDoUpdate({ target: invoiceSeller.merchantId, set: row });
}

/** A seller by 诺诺 whose business licence names the tax number, as an application of one's own wants it. */
export async function makeNuonuoSeller(db: Db, merchantId: number, taxNo: string): Promise<void> {
  const licence = { number: taxNo, validFrom: '2020-01-01', validTo: null };
  await db
    .insert(merchantPaper)
    .values({ merchantId, kind: 'business_licence', ...licence })
    .onConflictDoUpdate({ target: [merchantPaper.merchantId, merchantPaper.kind], set: licence });
  await makeSeller(db, merchantId, 'nuonuo', taxNo);
}

/** Where a title has its invoices delivered. */
type SentTo = { mail?: string; mobile?: string };

export interface Invoiced {
  buyer: Account;
  no: string;
  id: number;
}

/** A buyer's shipped order, and the invoice that was asked for. */
export async function askedInvoice(
  db: Db,
  goodsId: number,
  number: number,
  to: SentTo = {},
): Promise<Invoiced> {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const trade = await placeOrder(db, buyer!, [{ goodsId, number }]);
  await pay(db, buyer!, trade.trade_no);
  const no = trade.orders[0]!.no;
  await shipOrder(byStaff(db), { no, carrier: '顺丰速运', trackingNo: `SF${randomUUID().slice(0, 12)}` });
  return { buyer: buyer!, no, id: await askInvoice(db, buyer!, no, to) };
}

/** Asks for the invoice of a company's shipped order under a new title; answers the invoice's id. */
export async function askInvoice(db: Db, buyer: Account, no: string, to: SentTo = {}): Promise<number> {
  const [title] = await db
    .insert(invoiceTitle)
    .values({
      ...{ companyId: buyer.companyId, kind: 'ordinary', name: '竞购药房', taxNo: '91330106MA2AYNWD8M' },
      ...to,
    })
    .returning({ id: invoiceTitle.id });
  const input = askInvoicesInput.parse({ order_no: [no], title_id: title!.id });
  await askInvoices({ ...contextOf(db, buyer), key: randomUUID() }, input);
  const [line] = await db
    .select({ id: invoiceLine.invoiceId })
    .from(invoiceLine)
    .where(eq(invoiceLine.orderNo, no));
  return line!.id;
}

export async function invoiceOf(db: Db, id: number) {
  const [row] = await db.select().from(invoice).where(eq(invoice.id, id));
  return row!;
}

/** Fen that the order was paid and not given back. */
export async function keptOf(db: Db, no: string): Promise<number> {
  const [row] = await db.select().from(order).where(eq(order.no, no));
  return row!.payAmount - row!.refundedAmount;
}
