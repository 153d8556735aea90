/** E-invoices of the demo: taxes of all items, sellers, titles, and invoices of its companies in several states. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { invoiceFileKinds } from '#lib/rules/invoices/invoice-state.ts';
import type { RedState } from '#lib/rules/invoices/red-state.ts';
import { isRedOpen } from '#lib/rules/invoices/red-state.ts';
import type { InvoiceTitle } from '#lib/rules/invoices/titles.ts';
import { secondKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { merchantAddress } from '#lib/rules/text/address-text.ts';
import type { Db, Tx } from '#lib/server/db/client.ts';
import {
  company,
  goodsTax,
  invoice,
  invoiceSeller,
  invoiceTitle,
  merchant,
  redForm,
} from '#lib/server/db/schema.ts';
import { insertInvoices, lockOrders } from '#lib/server/invoices/ask-rows.ts';
import { buildParts, invoicesOf } from '#lib/server/invoices/build.ts';
import { storeInvoiceFile } from '#lib/server/invoices/files.ts';
import { searchOpenOrders } from '#lib/server/invoices/open-rows.ts';
import { raiseRed } from '#lib/server/invoices/raise-red.ts';
import { addEvent, listInvoiceLines, lockInvoice } from '#lib/server/invoices/read-rows.ts';
import { listTitleRows } from '#lib/server/invoices/title-rows.ts';
import { blueOrder } from '#lib/server/ports/invoices/demo-books.ts';
import { makeDemoFile } from '#lib/server/ports/invoices/demo-files.ts';
import { orderOf } from '#lib/server/ports/invoices/nuonuo-words.ts';
import { creditCode } from '../seed/credit-code.ts';
import { momentFrom } from '../seed/dates.ts';
import { companies, users } from '../seed/known.ts';
import { inParts } from '../seed/parts.ts';
import { type TaxedGoods, taxValues } from '../seed/taxes.ts';

/** Region of the invented sellers. */
const region = '420100';

const buyers = [
  { companyId: companies.demo, userId: users.demo },
  { companyId: companies.clinic, userId: users.clinic },
  { companyId: companies['demo-fendian'], userId: users['demo-fendian'] },
] as const;

/** States of the red forms that the demo's pharmacy finds, each about an invoice of its own; null: no form. */
const stories: readonly (RedState | null)[] = [null, '02', '05', '03', '07', '13', null, null];

/** Writes them where there are none yet; false where there are. */
export async function seedInvoices(db: Db, now: Date): Promise<boolean> {
  if ((await db.$count(invoiceSeller)) > 0) return false;
  const entered = await db.transaction(async (tx) => {
    await writeTaxes(tx, now);
    await writeSellers(tx);
    for (const buyer of buyers) await writeTitles(tx, buyer.companyId);
    const past = await writePast(tx, now);
    // These go to the demo's provider as soon as the shop runs.
    for (const buyer of buyers) await ask(tx, buyer, now, { skip: 12, most: 20 });
    return past;
  });
  for (const id of entered) await writeFiles(db, id);
  return true;
}

/** Gives items a tax. Some unsold items get none, so the desk has items without a tax to list. */
async function writeTaxes(tx: Tx, now: Date): Promise<void> {
  const { rows } = await tx.execute<TaxedGoods>(sql`
    select g.id, g.merchant_id as "merchantId", p.kind, c.name as category, p.approval_no as "approvalNo",
      exists (select 1 from order_line l where l.goods_id = g.id) as "isSold"
    from goods g join product p on p.id = g.product_id join category c on c.id = p.category_id`);
  await inParts(taxValues(rows, now), (part) => tx.insert(goodsTax).values(part));
}

async function writeSellers(tx: Tx): Promise<void> {
  const rows = await tx
    .select({
      id: merchant.id,
      code: merchant.code,
      name: merchant.fullName,
      province: merchant.province,
      city: merchant.city,
      street: merchant.address,
      phone: merchant.phone,
    })
    .from(merchant)
    .orderBy(asc(merchant.id));
  await tx.insert(invoiceSeller).values(
    rows.map(({ id, code, name, phone, ...place }) => ({
      merchantId: id,
      taxNo: creditCode(region, 500 + id),
      name,
      ...{
        bank: '演示银行武汉分行',
        bankAccount: `42000${String(id).padStart(8, '0')}`,
        address: merchantAddress(place).slice(0, 80),
      },
      ...{ phone, drawer: '开票员' },
      // One merchant issues by hand at the bureau's own site, one by itself after shipping.
      provider: code === 'M02' ? 'manual' : 'demo',
      form: code === 'M01' ? ('discount' as const) : ('net' as const),
      autoIssue: code === 'M03',
      quotaAlarm: 50_000_00,
    })),
  );
}

async function writeTitles(tx: Tx, companyId: number): Promise<void> {
  const [found] = await tx
    .select({ name: company.name, creditCode: company.creditCode })
    .from(company)
    .where(eq(company.id, companyId));
  const { name, creditCode: taxNo } = must(found, `company ${companyId}`);
  const title: InvoiceTitle = {
    ...{ kind: 'special', name, taxNo: taxNo ?? creditCode(region, 700 + companyId) },
    ...{
      bank: '演示银行武汉洪山支行',
      bankAccount: '4200010000123456',
      address: '湖北省武汉市洪山区珞喻路1号',
    },
    ...{ phone: '027-87000001', mail: 'fapiao@example.com', mobile: '' },
  };
  const ordinary = { ...title, kind: 'ordinary', bank: '', bankAccount: '', address: '', phone: '' } as const;
  await tx.insert(invoiceTitle).values([
    { ...title, companyId, isDefault: true },
    { ...ordinary, companyId },
  ]);
}

interface Slice {
  /** Orders that stay open, the newest first, and how many of the others are asked for. */
  skip: number;
  most: number;
  /** When they were asked for; now without it. */
  at?: Date;
}

/** Asks for invoices of some of a company's orders; answers their ids. */
async function ask(
  tx: Tx,
  { companyId, userId }: (typeof buyers)[number],
  now: Date,
  { skip, most, at }: Slice,
): Promise<number[]> {
  const search = { now, nos: null, month: null, merchantId: null, offset: skip, limit: most };
  const { list } = await searchOpenOrders(tx, companyId, search);
  const nos = list.map(({ no }) => no);
  const [title] = await listTitleRows(tx, companyId);
  const { ready } = await buildParts(tx, await lockOrders(tx, companyId, nos), now);
  const rows = invoicesOf(ready, {
    title: must(title, 'a title'),
    ...{ askedBy: 'buyer', askedById: userId, userId, month: null, isApart: true, now },
  });
  return insertInvoices(tx, rows, { actor: 'buyer', actorId: userId, note: '', ...(at && { at }) });
}

/**
 * Old invoices of the pharmacy that were entered by hand: one each state of a red form, and one that failed. Answers the
 * ids of the issued ones.
 */
async function writePast(tx: Tx, now: Date): Promise<number[]> {
  const buyer = buyers[0];
  const search = { now, nos: null, month: null, merchantId: null, offset: 0, limit: 0 };
  const { total } = await searchOpenOrders(tx, buyer.companyId, search);
  const most = stories.length + 1;
  const skip = Math.max(0, total - most);
  const ids: number[] = [];
  for (let at = 0; at < most; at++) {
    const issuedAt = momentFrom(now, -20 - at);
    // An order that was asked for leaves the open list, so the next one takes its place.
    const [id] = await ask(tx, buyer, now, { skip, most: 1, at: issuedAt });
    if (id === undefined) break;
    ids.push(id);
    const isHeld = at === stories.length;
    await tx
      .update(invoice)
      .set({
        provider: 'manual',
        createdAt: issuedAt,
        nextAt: null,
        ...(isHeld
          ? { state: 'failed', fault: '税收分类编码与商品不符，请核对后重新开具', faultCode: 'E9102' }
          : { state: 'issued', number: demoNumber(id), issuedAt }),
      })
      .where(eq(invoice.id, id));
    const by = { invoiceId: id, actor: 'merchant', actorId: 'shangjia', at: issuedAt } as const;
    if (!isHeld) await addEvent(tx, { ...by, act: 'entered', note: '' });
    const state = stories[at] ?? null;
    if (!isHeld && state !== null) await writeForm(tx, id, state, momentFrom(now, -at));
  }
  return ids.slice(0, stories.length);
}

/** XML, PDF and OFD of an invoice that was entered by hand, as the demo's provider makes them. */
async function writeFiles(db: Db, id: number): Promise<void> {
  const [found] = await db.select().from(invoice).where(eq(invoice.id, id));
  const { serial, number, issuedAt, merchantId, gross, title, seller, kind } = must(found, 'the invoice');
  const at = must(issuedAt, 'the day of an issued invoice');
  const request = {
    ...{ serial, kind, buyer: title, seller: { ...seller, merchantId }, now: at },
    ...{ lines: await listInvoiceLines(db, id), remark: '' },
  };
  const blue = blueOrder.parse(orderOf(request, secondKey(at.getTime()), ''));
  const entry = { at: at.getTime(), gross, sealedAt: null, revokedAt: null, blue, red: null };
  for (const part of invoiceFileKinds)
    await storeInvoiceFile(db, id, {
      kind: part,
      bytes: await makeDemoFile(must(number, 'its number'), entry, part),
    });
}

async function writeForm(tx: Tx, id: number, state: RedState, askedAt: Date): Promise<void> {
  const blue = must(await lockInvoice(tx, id, { merchantId: null }), 'the invoice');
  const by = { actor: 'merchant', actorId: 'shangjia', refundNo: null } as const;
  // Nothing was refunded: the title was wrong.
  const form = await raiseRed(tx, blue, { ...by, reason: '01', wishes: null, now: askedAt });
  await tx
    .update(redForm)
    .set({
      state,
      raisedBy: state === '03' ? 'buyer' : 'seller',
      formNo: demoNumber(form),
      nextAt: null,
      deadlineAt: new Date(askedAt.getTime() + 72 * 3_600_000),
      closedAt: isRedOpen(state) ? null : askedAt,
    })
    .where(and(eq(redForm.id, form), eq(redForm.blueId, id)));
}

/** 20 digits, 00 first, which no real number has. */
function demoNumber(id: number): string {
  return `00${String(900_000_000 + id).padStart(18, '0')}`;
}
