/** Invoices of companies on PostgreSQL: what can be invoiced, asking under races, whose they are, desks, 发票查询. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain, goodsPlainElsewhere } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import {
  type AskInvoicesInput,
  askInvoicesInput,
  invoicesInput,
  openInvoicesInput,
} from '#lib/contract/invoices.ts';
import { monthOf } from '#lib/rules/orders/statements.ts';
import { mayCall } from '#lib/server/core/calls/guard.ts';
import type { Context } from '#lib/server/core/context.ts';
import {
  goodsTax,
  invoice,
  invoiceEvent,
  invoiceTitle,
  jobFailure,
  message,
  order,
  orderLine,
  redForm,
} from '#lib/server/db/schema.ts';
import { askInvoices } from '#lib/server/invoices/ask.ts';
import { issueLongPaid, issueShipped } from '#lib/server/invoices/auto.ts';
import { findDeskInvoice } from '#lib/server/invoices/desk.ts';
import { addInvoiceFile, enterInvoice, redDeskInvoice } from '#lib/server/invoices/desk-acts.ts';
import { readInvoiceFile } from '#lib/server/invoices/files.ts';
import { followInvoices } from '#lib/server/invoices/follow.ts';
import { retryInvoice, voidInvoice } from '#lib/server/invoices/list-acts.ts';
import { lookUpInvoice } from '#lib/server/invoices/lookup.ts';
import { listOpenInvoices } from '#lib/server/invoices/open.ts';
import { readOrderInvoices } from '#lib/server/invoices/order-state-rows.ts';
import { cancelInvoice, getInvoice, listInvoices, resendInvoice } from '#lib/server/invoices/read.ts';
import { redInvoice } from '#lib/server/invoices/red.ts';
import { enterRed } from '#lib/server/invoices/red-acts.ts';
import { getInvoiceSeller, saveInvoiceSeller } from '#lib/server/invoices/sellers.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { makeSeller, makeTaxed } from '#tests/support/invoices.ts';
import {
  accountOf,
  contextOf,
  makeBuyers,
  makeGoods,
  pay,
  payFreely,
  order as placeOrder,
} from '#tests/support/orders.ts';
import { callHandler, loginAs } from '#tests/support/request.ts';
import { GET as getFile } from '../../src/pages/file/invoice/[id]/[kind].ts';

const { db } = await testDatabase();
await payFreely(db);

const taxNo = '91330106MA2AYNWD8M';
let goodsId = 0;
let merchantId = 0;

beforeAll(async () => {
  goodsId = await makeGoods(db, goodsPlain, 10_000);
  merchantId = await makeTaxed(db, goodsId);
  await makeSeller(db, merchantId, 'manual', taxNo);
});

interface Shop {
  buyer: Account;
  nos: string[];
  titleId: number;
}

/** A company with a title and paid orders, shipped unless told. */
async function shopWith(count: number, { isShipped = true, of = goodsId } = {}): Promise<Shop> {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const nos: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const trade = await placeOrder(db, buyer!, [{ goodsId: of, number: 20 + at }]);
    await pay(db, buyer!, trade.trade_no);
    const { no } = trade.orders[0]!;
    nos.push(no);
    if (isShipped) await shipOrder(byStaff(db), { no, ...parcel() });
  }
  const [title] = await db
    .insert(invoiceTitle)
    .values({ companyId: buyer!.companyId, kind: 'ordinary', name: '竞购药房', taxNo, isDefault: true })
    .returning({ id: invoiceTitle.id });
  return { buyer: buyer!, nos, titleId: title!.id };
}

const parcel = () => ({ carrier: '顺丰速运', trackingNo: `SF${randomUUID().slice(0, 12)}` });

/** An item that is exempt. */
async function makeExempt(): Promise<number> {
  const exempt = await makeGoods(db, goodsPlain, 1_000);
  await makeTaxed(db, exempt);
  await db
    .update(goodsTax)
    .set({ rate: 0, policy: 'exempt', taxCode: '1070399010000000000' })
    .where(eq(goodsTax.goodsId, exempt));
  return exempt;
}

/** What a 专票 wants of its title. */
const bank = { bank: '中国银行', bankAccount: '12345678', address: '长江路1号', phone: '027-85551234' };
const special = { kind: 'special' as const, ...bank };

const rowsOf = ({ companyId }: Account) =>
  db.select().from(invoice).where(eq(invoice.companyId, companyId)).orderBy(invoice.id);

async function setAuto(seller: number, auto_issue: 0 | 1): Promise<void> {
  const wire = await getInvoiceSeller(desk(seller), {});
  await saveInvoiceSeller(desk(seller), { ...wire, tax_no: taxNo, auto_issue, merchant_id: undefined });
}

function ask({ buyer, nos, titleId }: Shop, more: Partial<AskInvoicesInput> = {}, key = randomUUID()) {
  const input = askInvoicesInput.parse({ order_no: nos, title_id: titleId, ...more });
  return askInvoices({ ...contextOf(db, buyer), key }, input);
}

const open = (buyer: Account, more = {}) =>
  listOpenInvoices(contextOf(db, buyer), openInvoicesInput.parse(more));
const mine = async (buyer: Account, more = {}) =>
  (await listInvoices(contextOf(db, buyer), invoicesInput.parse(more))).list;

function desk(of: number | null = merchantId): Context<'staff'> {
  const actor =
    of === null
      ? ({ kind: 'platform', name: 'caiwu', merchantId: null } as const)
      : ({ kind: 'merchant', name: 'shangjia', merchantId: of } as const);
  return { db, now: new Date(), actor, requestId: 'test' };
}

let nextNumber = 1;
const newNumber = () => `00${String(nextNumber++).padStart(18, '7')}`;
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** An issued invoice of an order, entered by hand. */
async function issued(): Promise<Shop & { id: number; number: string }> {
  const shop = await shopWith(1);
  await ask(shop);
  const [row] = await mine(shop.buyer);
  const number = newNumber();
  await enterInvoice(desk(), { id: row!.id, number, issued_on: today() });
  return { ...shop, id: row!.id, number };
}

describe('asking', () => {
  it('invoices what the open list shows, to the fen, and shows it no more', async () => {
    const shop = await shopWith(2);
    const before = await open(shop.buyer);
    expect(before.list.map(({ no }) => no).toSorted()).toEqual(shop.nos.toSorted());
    expect(before.list.map(({ fault }) => fault)).toEqual(['', '']);
    const done = await ask(shop);
    expect(done).toMatchObject({ invoices: 1, orders: 2, amount: before.amount, skipped: [] });
    const [own] = await mine(shop.buyer);
    expect(own).toMatchObject({ state: 'waiting', gross_amount: before.amount, orders: 2, may_cancel: 1 });
    expect((await open(shop.buyer)).total).toBe(0);
  });

  it('one order asked for twice at once is invoiced once', async () => {
    const shop = await shopWith(1);
    const all = await Promise.allSettled([ask(shop), ask(shop), ask(shop)]);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refusals).toEqual([409, 409]);
    expect(await mine(shop.buyer)).toHaveLength(1);
  });

  it('the same key again answers the same, at once too', async () => {
    const shop = await shopWith(1);
    const key = randomUUID();
    const [one, other] = await Promise.all([ask(shop, {}, key), ask(shop, {}, key)]);
    expect(other).toEqual(one);
    expect(await mine(shop.buyer)).toHaveLength(1);
  });

  it('a month is one press, an invoice each order where that is wanted', async () => {
    const shop = await shopWith(3);
    const month = monthOf(Date.now());
    expect((await open(shop.buyer)).months).toMatchObject([{ month, orders: 3 }]);
    const elsewhere = await placeOrder(db, shop.buyer, [{ goodsId: goodsPlainElsewhere, number: 20 }]);
    await pay(db, shop.buyer, elsewhere.trade_no);
    const { no } = elsewhere.orders[0]!;
    await shipOrder(byStaff(db), { no, ...parcel() });
    // What a month's press names is what it asks for.
    expect((await open(shop.buyer)).months).toMatchObject([{ month, orders: 4 }]);
    const [ofMerchant] = (await open(shop.buyer, { merchant: merchantId })).months;
    expect(ofMerchant).toMatchObject({ month, orders: 3 });
    expect((await open(shop.buyer, { no })).months).toEqual([]);
    const done = await ask(shop, { order_no: [], month, merchant: merchantId, is_apart: 1 });
    expect(done).toMatchObject({ invoices: 3, orders: 3, amount: ofMerchant!.amount });
    const again = ask(shop, { order_no: [], month, merchant: merchantId });
    await expect(again).rejects.toMatchObject({ code: 409 });
  });

  it('of a 专票 has what is exempt on an ordinary one beside it', async () => {
    const shop = await shopWith(1);
    const other = await placeOrder(db, shop.buyer, [{ goodsId: await makeExempt(), number: 20 }]);
    await pay(db, shop.buyer, other.trade_no);
    const { no } = other.orders[0]!;
    await shipOrder(byStaff(db), { no, ...parcel() });
    await db.update(invoiceTitle).set(special).where(eq(invoiceTitle.id, shop.titleId));
    const before = (await open(shop.buyer)).amount;
    await ask({ ...shop, nos: [...shop.nos, no] });
    const rows = await rowsOf(shop.buyer);
    expect(rows.map(({ kind, title, tax }) => [kind, title.kind, tax > 0]).toSorted()).toEqual([
      ['ordinary', 'ordinary', false],
      ['special', 'special', true],
    ]);
    expect(rows.reduce((sum, { gross }) => sum + gross, 0)).toBe(Math.round(Number(before) * 100));
    expect((await open(shop.buyer)).total).toBe(0);
  });

  it('another company’s order, title and invoice do not exist', async () => {
    const [shop, other] = [await shopWith(1), await shopWith(1)];
    await expect(ask({ ...shop, nos: other.nos })).rejects.toMatchObject({ code: 404 });
    await expect(ask({ ...shop, titleId: other.titleId })).rejects.toMatchObject({ code: 422 });
    await ask(shop);
    const [own] = await mine(shop.buyer);
    const stranger = contextOf(db, other.buyer);
    await expect(getInvoice(stranger, { id: own!.id })).rejects.toMatchObject({ code: 404 });
    await expect(cancelInvoice(stranger, { id: own!.id })).rejects.toMatchObject({ code: 404 });
    await expect(redInvoice(stranger, { id: own!.id, reason: '01' })).rejects.toMatchObject({ code: 404 });
    await expect(resendInvoice(stranger, { id: own!.id })).rejects.toMatchObject({ code: 404 });
    expect((await mine(other.buyer)).map(({ id }) => id)).not.toContain(own!.id);
  });

  it('what is not shipped, or lacks tax data, is refused with what is missing', async () => {
    const unshipped = await shopWith(1, { isShipped: false });
    await expect(ask(unshipped)).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('发货后'),
    });
    const untaxed = await makeGoods(db, goodsPlain, 1_000);
    const shop = await shopWith(1, { of: untaxed });
    expect((await open(shop.buyer)).list[0]?.fault).toContain('税率');
    await expect(ask(shop)).rejects.toMatchObject({ code: 409, message: expect.stringContaining('税率') });
  });

  it('is for owner and finance of a company that is not frozen', async () => {
    const { buyer } = await shopWith(0);
    const may = (change: Partial<Account>) => mayCall(api.askInvoices, { ...buyer, ...change });
    expect([may({}), may({ role: 'finance' }), may({ role: 'buyer' }), may({ role: 'viewer' })]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(may({ companyState: 'frozen' })).toBe(false);
  });

  it('cancelled before it is sent, the order can be asked for again', async () => {
    const shop = await shopWith(1);
    await ask(shop);
    const [own] = await mine(shop.buyer);
    const context = contextOf(db, shop.buyer);
    const all = await Promise.all([
      cancelInvoice(context, { id: own!.id }),
      cancelInvoice(context, { id: own!.id }),
    ]);
    expect(all.map(({ state }) => state)).toEqual(['void', 'void']);
    expect((await open(shop.buyer)).total).toBe(1);
    await ask(shop);
    expect((await readOrderInvoices(db, shop.nos)).get(shop.nos[0]!)).toMatchObject({
      state: 'running',
      count: 1,
    });
  });

  it('goes out by itself after shipping, once, by the default title', async () => {
    const of = await makeGoods(db, goodsPlain, 1_000);
    const seller = await makeTaxed(db, of);
    const shop = await shopWith(1, { of });
    await setAuto(seller, 1);
    await Promise.all([issueShipped(db, new Date()), issueShipped(db, new Date())]);
    const [auto] = await mine(shop.buyer);
    expect(auto).toMatchObject({ orders: 1, title_name: '竞购药房' });
    // Who gives it back wants another one: it does not come again by itself.
    await cancelInvoice(contextOf(db, shop.buyer), { id: auto!.id });
    await issueShipped(db, new Date());
    expect(await mine(shop.buyer)).toHaveLength(1);
    await ask(shop);
    const [asked] = await mine(shop.buyer);
    await enterInvoice(desk(seller), { id: asked!.id, number: newNumber(), issued_on: today() });
    await redInvoice(contextOf(db, shop.buyer), { id: asked!.id, reason: '01' });
    const [form] = await db.select().from(redForm).where(eq(redForm.blueId, asked!.id));
    await enterRed(desk(seller), { id: form!.id, number: newNumber(), issued_on: today() });
    await issueShipped(db, new Date());
    expect((await mine(shop.buyer)).map(({ state, color }) => [color, state])).toEqual([
      ['red', 'issued'],
      ['blue', 'issued'],
      ['blue', 'void'],
    ]);
    await setAuto(seller, 0);
  });

  it('goes out by itself, by a rarer job, where it was paid more than a week ago, up to 60 days', async () => {
    const of = await makeGoods(db, goodsPlain, 1_000);
    const seller = await makeTaxed(db, of);
    const shop = await shopWith(3, { of });
    await setAuto(seller, 1);
    const now = new Date();
    for (const [at, days] of [6, 8, 61].entries())
      await db
        .update(order)
        .set({ paidAt: new Date(now.getTime() - days * 86_400_000) })
        .where(eq(order.no, shop.nos[at]!));
    const counts = async () => {
      const states = await readOrderInvoices(db, shop.nos);
      return shop.nos.map((no) => states.get(no)?.count);
    };
    await issueShipped(db, now);
    expect(await counts()).toEqual([1, 0, 0]);
    await issueLongPaid(db, now);
    await issueLongPaid(db, now);
    expect(await counts()).toEqual([1, 1, 0]);
    await setAuto(seller, 0);
  });

  it('that failed in its first week and goes out after it is no failure any more', async () => {
    const of = await makeGoods(db, goodsPlain, 1_000);
    const seller = await makeTaxed(db, of);
    const shop = await shopWith(1, { of });
    const [no] = shop.nos;
    await setAuto(seller, 1);
    const week = new Date(Date.now() + 60_000);
    await db
      .update(order)
      .set({ paidAt: new Date(week.getTime() - 7 * 86_400_000) })
      .where(eq(order.no, no!));
    await db.execute(sql`alter table invoice add constraint cut check (asked_by <> 'auto') not valid`);
    try {
      await issueShipped(db, new Date(week.getTime() - 60_000));
    } finally {
      await db.execute(sql`alter table invoice drop constraint cut`);
    }
    const failures = () => db.select().from(jobFailure).where(eq(jobFailure.rowKey, no!));
    expect(await failures()).toMatchObject([{ job: 'issueShipped', tries: 1 }]);
    await issueShipped(db, week);
    expect(await failures()).toHaveLength(1);
    await issueLongPaid(db, week);
    expect(await failures()).toEqual([]);
    expect(await rowsOf(shop.buyer)).toMatchObject([{ askedBy: 'auto', askedById: 'issueShipped' }]);
    await setAuto(seller, 0);
  });

  it('does not go out by itself again while another invoice of its order stays', async () => {
    const shop = await shopWith(1, { isShipped: false });
    const [no] = shop.nos;
    const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, no!));
    const ship = async (pieces: number) => {
      await shipOrder(byStaff(db), { no: no!, ...parcel(), lines: [{ id: line!.id, pieces }] });
      await issueShipped(db, new Date());
    };
    await setAuto(merchantId, 1);
    await ship(5);
    await ship(5);
    const [first, second] = await rowsOf(shop.buyer);
    expect([first?.askedBy, second?.askedBy]).toEqual(['auto', 'auto']);
    await cancelInvoice(contextOf(db, shop.buyer), { id: first!.id });
    await ship(5);
    const states = async () => (await rowsOf(shop.buyer)).map(({ state, askedBy }) => [state, askedBy]);
    const before = [
      ['void', 'auto'],
      ['waiting', 'auto'],
    ];
    expect(await states()).toEqual(before);
    // Once a person has asked for it, the rest goes out by itself.
    await ask(shop);
    await ship(5);
    expect(await states()).toEqual([...before, ['waiting', 'buyer'], ['waiting', 'auto']]);
    await setAuto(merchantId, 0);
  });
});

describe('at the desks', () => {
  it('is entered by hand once, with its files, and the company is told', async () => {
    const shop = await shopWith(1);
    await ask(shop);
    const [row] = await mine(shop.buyer);
    const { id } = row!;
    const number = newNumber();
    const entering = { id, number, issued_on: today() };
    expect(await findDeskInvoice(desk(merchantId + 1), id)).toBeNull();
    await expect(enterInvoice(desk(merchantId + 1), entering)).rejects.toMatchObject({ code: 404 });
    await expect(enterInvoice(desk(), { ...entering, number: '123' })).rejects.toMatchObject({ code: 422 });
    const [one, other] = await Promise.all([
      enterInvoice(desk(), entering),
      enterInvoice(desk(null), entering),
    ]);
    expect([one.state, other.number]).toEqual(['issued', number]);
    await expect(enterInvoice(desk(), { ...entering, number: newNumber() })).rejects.toMatchObject({
      code: 409,
    });
    const file = (text: string) => ({ name: 'a.xml', type: '', bytes: new TextEncoder().encode(text) });
    await expect(addInvoiceFile(desk(), { id, kind: 'pdf', file: file('<a/>') })).rejects.toMatchObject({
      code: 422,
    });
    const now = await addInvoiceFile(desk(), { id, kind: 'xml', file: file('<发票/>') });
    expect(now.files).toEqual(['xml']);
    const stored = () =>
      db.$count(invoiceEvent, and(eq(invoiceEvent.invoiceId, id), eq(invoiceEvent.act, 'stored')));
    const times = await stored();
    await Promise.all([1, 2].map(() => addInvoiceFile(desk(), { id, kind: 'xml', file: file('<发票/>') })));
    expect(await stored()).toBe(times);
    expect((await readInvoiceFile(db, id, 'xml'))?.bytes.toString()).toBe('<发票/>');
    const told = await db
      .select()
      .from(message)
      .where(eq(message.ref, `invoice:${id}`));
    expect(told).toHaveLength(1);
    const second = await issued();
    expect(second.number).not.toBe(number);
    const third = await shopWith(1);
    await ask(third);
    const [waiting] = await mine(third.buyer);
    await expect(enterInvoice(desk(), { ...entering, id: waiting!.id })).rejects.toMatchObject({ code: 422 });
  });

  it('is taken back by what was refunded before its number was entered', async () => {
    const shop = await shopWith(1);
    await ask(shop);
    const [row] = await mine(shop.buyer);
    const { id } = row!;
    const [no] = shop.nos;
    const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, no!));
    const returns = [{ id: line!.id, quantity: 4 }];
    await refundOrder(byStaff(db), { no: no!, reason: '不要了', returns });
    await enterInvoice(desk(), { id, number: newNumber(), issued_on: today() });
    await Promise.all([1, 2].map(() => followInvoices(db, new Date(Date.now() + 1_000))));
    const [sold] = await db.select().from(order).where(eq(order.no, no!));
    expect(await db.select().from(redForm).where(eq(redForm.blueId, id))).toMatchObject([
      { state: 'asking', reason: '02', gross: -sold!.refundedAmount },
    ]);
  });

  it('has a number of its own, also where two are entered at once', async () => {
    const shops = [await shopWith(1), await shopWith(1)];
    const ids: number[] = [];
    for (const shop of shops) {
      await ask(shop);
      ids.push((await mine(shop.buyer))[0]!.id);
    }
    const number = newNumber();
    const ends = await Promise.all(
      ids.map((id) =>
        enterInvoice(desk(), { id, number, issued_on: today() }).then(
          ({ state }) => state,
          (error: unknown) => error,
        ),
      ),
    );
    expect(ends).toContain('issued');
    expect(ends).toContainEqual(expect.objectContaining({ code: 422 }));
  });

  /** The log's word on why an invoice became void. */
  async function whyVoid(id: number): Promise<string | undefined> {
    const of = and(eq(invoiceEvent.invoiceId, id), eq(invoiceEvent.act, 'void'));
    return (await db.select({ note: invoiceEvent.note }).from(invoiceEvent).where(of))[0]?.note;
  }

  it('a held up one goes again; with other tax data another one takes its place', async () => {
    const shop = await shopWith(1);
    await ask(shop);
    const [row] = await mine(shop.buyer);
    const { id } = row!;
    const fail = (of: number) =>
      db.update(invoice).set({ state: 'failed', fault: '编码不符', nextAt: null }).where(eq(invoice.id, of));
    await fail(id);
    // Held up, its amount is taken all the same.
    expect((await open(shop.buyer)).total).toBe(0);
    await Promise.all([retryInvoice(desk(), { id }), retryInvoice(desk(), { id })]);
    const [again] = await db.select().from(invoice).where(eq(invoice.id, id));
    expect(again).toMatchObject({ state: 'waiting', attempt: 2 });
    await fail(id);
    const code = { taxCode: '1070306010000000000', rate: 9 } as const;
    await db
      .insert(goodsTax)
      .values({ goodsId, merchantId, validFrom: '2021-01-01', policy: 'none', setBy: '测试', ...code });
    await retryInvoice(desk(), { id });
    const rows = await db.select().from(invoice).where(eq(invoice.companyId, shop.buyer.companyId));
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['void', 'waiting']);
    await db.delete(goodsTax).where(eq(goodsTax.validFrom, '2021-01-01'));
    expect(await whyVoid(id)).toBe('商品税率或税收分类编码有变动，按现在的另开');
    expect(rows[0]!.gross).toBe(rows[1]!.gross);
    await expect(retryInvoice(desk(), { id })).rejects.toMatchObject({ code: 409 });
  });

  it('a held up 专票 of what it must not have is replaced by two', async () => {
    const shop = await shopWith(0);
    const wants = [goodsId, await makeExempt()].map((of) => ({ goodsId: of, number: 20 }));
    const trade = await placeOrder(db, shop.buyer, wants);
    await pay(db, shop.buyer, trade.trade_no);
    const nos = trade.orders.map(({ no }) => no);
    for (const no of nos) await shipOrder(byStaff(db), { no, ...parcel() });
    await ask({ ...shop, nos });
    const [row] = await rowsOf(shop.buyer);
    const { id, title, gross } = row!;
    await db
      .update(invoice)
      .set({ kind: 'special', title: { ...title, ...special }, state: 'failed', nextAt: null })
      .where(eq(invoice.id, id));
    await retryInvoice(desk(), { id });
    const [old, ...fresh] = await rowsOf(shop.buyer);
    expect(old).toMatchObject({ id, state: 'void' });
    expect(await whyVoid(id)).toBe('专票里有不能开专票的免税商品，拆成专票和普票另开');
    expect(fresh.map(({ kind, state }) => [kind, state]).toSorted()).toEqual([
      ['ordinary', 'waiting'],
      ['special', 'waiting'],
    ]);
    expect(fresh.reduce((sum, one) => sum + one.gross, 0)).toBe(gross);
  });

  it('a held up one whose order was refunded in part is replaced by what is left, and says so', async () => {
    const shop = await shopWith(1);
    await ask(shop);
    const [row] = await rowsOf(shop.buyer);
    const { id, gross } = row!;
    await db
      .update(invoice)
      .set({ state: 'failed', fault: '编码不符', nextAt: null })
      .where(eq(invoice.id, id));
    const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, shop.nos[0]!));
    await refundOrder(byStaff(db), {
      ...{ no: shop.nos[0]!, reason: '少发' },
      returns: [{ id: line!.id, quantity: 1 }],
    });
    await retryInvoice(desk(), { id });
    expect(await whyVoid(id)).toBe('订单有退款或已在别的发票里，按现在的金额另开');
    const fresh = (await rowsOf(shop.buyer)).find((one) => one.id !== id);
    expect(fresh?.gross).toBeLessThan(gross);
  });

  it('a held up one that nothing replaces is void, and the company is told why', async () => {
    const of = await makeGoods(db, goodsPlain, 100);
    await makeTaxed(db, of);
    const shop = await shopWith(1, { of });
    await ask(shop);
    const [row] = await mine(shop.buyer);
    const { id } = row!;
    await db
      .update(invoice)
      .set({ state: 'failed', fault: '编码不符', nextAt: null })
      .where(eq(invoice.id, id));
    await db.delete(goodsTax).where(eq(goodsTax.goodsId, of));
    await retryInvoice(desk(), { id });
    const rows = await db.select().from(invoice).where(eq(invoice.companyId, shop.buyer.companyId));
    expect(rows.map(({ state }) => state)).toEqual(['void']);
    const told = await db
      .select()
      .from(message)
      .where(eq(message.ref, `invoice-void:${id}`));
    expect(told.map(({ body }) => body)).toEqual([expect.stringContaining('还没有税率和税收分类编码')]);
  });

  it('is void with a reason before it is issued, and taken back as a whole after', async () => {
    const shop = await shopWith(1);
    await ask(shop);
    const [row] = await mine(shop.buyer);
    await expect(voidInvoice(desk(merchantId + 1), { id: row!.id, reason: '不要了' })).rejects.toMatchObject({
      code: 404,
    });
    await voidInvoice(desk(), { id: row!.id, reason: '抬头不对' });
    await voidInvoice(desk(), { id: row!.id, reason: '抬头不对' });
    expect((await open(shop.buyer)).total).toBe(1);

    const { id, buyer } = await issued();
    await expect(voidInvoice(desk(), { id, reason: '不要了' })).rejects.toMatchObject({ code: 409 });
    const both = await Promise.allSettled([
      redDeskInvoice(desk(), { id, reason: '01' }),
      redInvoice(contextOf(db, buyer), { id, reason: '01' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const found = await getInvoice(contextOf(db, buyer), { id });
    expect(found.red).toMatchObject({ state: 'asking', gross_amount: `-${found.gross_amount}` });
    expect(found.may_red).toBe(0);
  });

  it('a seller is saved by who read it last, with a right tax number', async () => {
    const wire = await getInvoiceSeller(desk(), {});
    const values = { ...wire, merchant_id: undefined, drawer: '王开票' };
    await expect(saveInvoiceSeller(desk(), { ...values, tax_no: '123' })).rejects.toMatchObject({
      code: 422,
    });
    await expect(getInvoiceSeller(desk(), { merchant_id: merchantId + 1 })).rejects.toMatchObject({
      code: 404,
    });
    const saved = await saveInvoiceSeller(desk(), values);
    expect(saved).toMatchObject({ drawer: '王开票', version: wire.version + 1 });
    await expect(
      saveInvoiceSeller(desk(null), { ...values, drawer: '赵', merchant_id: merchantId }),
    ).rejects.toMatchObject({
      code: 409,
    });
  });
});

it('files are read by the company’s person and by the desk, also of one browser that is both', async () => {
  const { id } = await issued();
  const file = { name: 'x', type: '', bytes: new TextEncoder().encode('%PDF-1.7 发票') };
  await addInvoiceFile(desk(), { id, kind: 'pdf', file });
  const { rows } = await db.execute<{ id: string }>(sql`select id from "user" where username = 'demo'`);
  const { companyId } = await accountOf(db, rows[0]?.id ?? '');
  await db.update(invoice).set({ companyId }).where(eq(invoice.id, id));
  const [owner, receiver] = [await loginAs('demo'), await loginAs('demo-shouhuo')];
  const own = (await person(db, 'own.finance', 'finance', merchantId)).cookie;
  const other = (await person(db, 'other.finance', 'finance', merchantId + 1)).cookie;
  const statusOf = async (...cookies: string[]) => {
    const params = { id: String(id), kind: 'pdf' };
    return (await callHandler(getFile, { params, cookie: cookies.join('; ') })).status;
  };
  expect(await statusOf(owner)).toBe(200);
  expect(await statusOf(own)).toBe(200);
  expect(await statusOf(other)).toBe(404);
  expect(await statusOf(owner, other)).toBe(200);
  expect(await statusOf(receiver)).toBe(403);
  expect(await statusOf(receiver, own)).toBe(200);
  expect(await statusOf(receiver, other)).toBe(404);
});

describe('发票查询', () => {
  it('tells state and number for both texts, the same for every wrong pair, and not often', async () => {
    const { nos, number } = await issued();
    const no = nos[0]!;
    const looker = (clientAddress: string) => ({
      ...contextOf(db, {} as Account),
      actor: { kind: 'visitor', account: null } as const,
      clientAddress,
    });
    const found = await lookUpInvoice(looker('10.1.1.1'), { no, tail: 'wd8m' });
    expect(found).toEqual({ list: [{ state_text: '发票已开具', number }] });
    const wrong = await Promise.allSettled([
      lookUpInvoice(looker('10.1.1.2'), { no, tail: '0000' }),
      lookUpInvoice(looker('10.1.1.2'), { no: 'D0000000000', tail: 'WD8M' }),
    ]);
    const told = wrong.map((one) =>
      one.status === 'rejected' ? [one.reason.code, one.reason.message] : null,
    );
    expect(told[0]).toEqual(told[1]);
    expect(told[0]![0]).toBe(404);
    for (let at = 0; at < 4; at += 1)
      await lookUpInvoice(looker(`10.1.2.${at}`), { no, tail: '1111' }).catch(() => undefined);
    await expect(lookUpInvoice(looker('10.1.3.1'), { no, tail: 'WD8M' })).rejects.toMatchObject({
      code: 429,
    });
  });
});

it('an order that was called off has nothing to invoice', async () => {
  const shop = await shopWith(1, { isShipped: false });
  await db.update(order).set({ status: 'closed' }).where(eq(order.no, shop.nos[0]!));
  expect((await open(shop.buyer)).total).toBe(0);
  await expect(ask(shop)).rejects.toMatchObject({ code: 409 });
});
