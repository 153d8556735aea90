/** Invoices by 诺诺 over a counterpart that checks and signs as it does: one serial, one number, whatever goes wrong. */
import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { taxedOf } from '#lib/rules/invoices/amounts.ts';
import { redStates, redVerbsOf } from '#lib/rules/invoices/red-state.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import {
  invoice,
  invoiceEvent,
  invoiceFile,
  invoiceGrant,
  invoiceLine,
  invoiceSeller,
  jobFailure,
  message,
  orderLine,
  redForm,
} from '#lib/server/db/schema.ts';
import { agreeInvoices, endAgreement } from '#lib/server/invoices/agree.ts';
import { applyAnswer } from '#lib/server/invoices/apply.ts';
import { enterInvoice } from '#lib/server/invoices/desk-acts.ts';
import { followInvoices } from '#lib/server/invoices/follow.ts';
import { pullRedForms } from '#lib/server/invoices/inbound.ts';
import { retryInvoice } from '#lib/server/invoices/list-acts.ts';
import { askOwnRedAgain, revokeOwnRed } from '#lib/server/invoices/own-red-acts.ts';
import { getInvoice } from '#lib/server/invoices/read.ts';
import { redInvoice } from '#lib/server/invoices/red.ts';
import {
  askRedAgain,
  confirmRed,
  enterRed,
  queryRed,
  refuseRed,
  revokeRed,
} from '#lib/server/invoices/red-acts.ts';
import { sendRedForms } from '#lib/server/invoices/red-send.ts';
import { sendInvoices } from '#lib/server/invoices/send.ts';
import { readSellerSession } from '#lib/server/invoices/session.ts';
import { checkInvoiceSellers } from '#lib/server/invoices/standing.ts';
import { isRedFormWaiting } from '#lib/server/invoices/waiting-rows.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { openFiles } from '#lib/server/ports/files/store.ts';
import { findInvoicePort } from '#lib/server/ports/invoices/providers.ts';
import { openNuonuo } from '#tests/counterparts/nuonuo.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import {
  askedInvoice,
  invoiceOf,
  keptOf,
  makeNuonuoSeller,
  makeSeller,
  makeTaxed,
} from '#tests/support/invoices.ts';
import { contextOf, makeBuyers, makeGoods, payFreely } from '#tests/support/orders.ts';
import { callHandler } from '#tests/support/request.ts';
import { until } from '#tests/support/server-process.ts';
import { POST as notify } from '../../src/pages/api/invoice/notify/[provider].ts';

const { db } = await testDatabase();
await payFreely(db);
const house = await openNuonuo();
completeEnv(house.env);
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
const merchantId = await makeTaxed(db, goodsId);
await makeNuonuoSeller(db, merchantId, house.taxNo);

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const later = (ms: number) => new Date(Date.now() + ms);
const stranger = {
  ...byStaff(db),
  actor: { kind: 'merchant' as const, name: '别家', merchantId: 999_999, role: 'finance' as const },
};

beforeEach(async () => {
  // What tests before left open stays as it is.
  await db.update(invoice).set({ nextAt: null });
  await db.update(redForm).set({ nextAt: null });
  await db.delete(jobFailure);
  await db.update(invoiceSeller).set({ provider: 'nuonuo', sessionUntil: null, sessionCheckedAt: null });
  Object.assign(house, {
    ...{
      asked: [],
      trouble: 'none',
      troubleFor: null,
      session: { login: true, isKnown: true, qr: '', fresh: 0, scanned: false },
    },
    next: { status: '2', failCause: '', form: '01' },
  });
});

/** An invoice that is issued, with its files. */
async function issued(number = 10) {
  const made = await askedInvoice(db, goodsId, number);
  await sendInvoices(db, later(0));
  await sendInvoices(db, later(5 * second));
  await followInvoices(db, later(6 * second));
  expect((await invoiceOf(db, made.id)).state).toBe('issued');
  return made;
}

async function refund(no: string, pieces: number) {
  const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, no));
  await refundOrder(byStaff(db), { no, reason: '不要了', returns: [{ id: line!.id, quantity: pieces }] });
}

const formsOf = (blueId: number) =>
  db.select().from(redForm).where(eq(redForm.blueId, blueId)).orderBy(asc(redForm.id));
/** Forms of an invoice that wait for a person of the seller. */
const toDo = (blueId: number, within: number | null = null, now = new Date()) =>
  db.$count(redForm, and(eq(redForm.blueId, blueId), isRedFormWaiting(within, now)));
const redsOf = (blueId: number) =>
  db.select().from(invoice).where(eq(invoice.blueId, blueId)).orderBy(asc(invoice.id));

describe('an invoice', () => {
  it('goes out once, gets its number, and its files by their hash', async () => {
    const { id } = await issued();
    const row = await invoiceOf(db, id);
    const sent = house.invoices.get(row.serial)!;
    expect([row.number, house.forged]).toEqual([sent.number, 0]);
    const total = sent.order.invoiceDetail.reduce((sum, one) => sum + Number(one.taxIncludedAmount), 0);
    expect(Math.round(total * 100)).toBe(row.gross);
    const files = await db.select().from(invoiceFile).where(eq(invoiceFile.invoiceId, id));
    expect(files.map(({ kind }) => kind).toSorted()).toEqual(['ofd', 'pdf', 'xml']);
    const store = await openFiles();
    for (const { digest, bytes } of files)
      expect((await store.find(`invoice-${digest}`, 'stored'))?.byteLength).toBe(bytes);
    // Nothing is left to do.
    expect((await invoiceOf(db, id)).nextAt).toBeNull();
  });

  it.each([
    ['the answer is lost after the work', 'lost'],
    ['the line is cut before it', 'cut'],
  ] as const)('has one number when %s', async (_, kind) => {
    house.troubleFor = { method: 'requestBillingNew', left: 1, kind };
    const { id } = await askedInvoice(db, goodsId, 10);
    const { serial } = await invoiceOf(db, id);
    expect(await sendInvoices(db, later(0))).toEqual({ done: 0, failed: 1 });
    expect((await invoiceOf(db, id)).state).toBe('sent');
    await sendInvoices(db, later(3 * minute));
    await sendInvoices(db, later(5 * minute));
    const row = await invoiceOf(db, id);
    expect([row.state, row.serial, house.invoices.get(serial)?.number]).toEqual([
      'issued',
      serial,
      row.number,
    ]);
  });

  it('has one number when the process ends between sending and storing', async () => {
    const { id } = await askedInvoice(db, goodsId, 10);
    // Marked as sent and taken by the house; nobody wrote the answer down.
    await db
      .update(invoice)
      .set({ state: 'sent', nextAt: later(0) })
      .where(eq(invoice.id, id));
    const row = await invoiceOf(db, id);
    const lines = await db.select().from(invoiceLine).where(eq(invoiceLine.invoiceId, id));
    const asked = { seller: { ...row.seller, merchantId }, serial: row.serial, now: new Date() };
    await findInvoicePort('nuonuo')?.issue({ ...asked, buyer: row.title, kind: row.kind, lines, remark: '' });
    await sendInvoices(db, later(second));
    expect((await invoiceOf(db, id)).number).toBe(house.invoices.get(row.serial)?.number);
    expect(house.count('requestBillingNew')).toBe(1);
  });

  it('is sent once by two processes', async () => {
    const made = [await askedInvoice(db, goodsId, 10), await askedInvoice(db, goodsId, 11)];
    await Promise.all([sendInvoices(db, later(0)), sendInvoices(db, later(0)), sendInvoices(db, later(0))]);
    expect(house.count('requestBillingNew')).toBe(made.length);
  });

  it('that was refused waits for a person, and goes again under a new serial', async () => {
    house.next = { status: '22', failCause: '税收分类编码有误', form: '01' };
    const { id } = await askedInvoice(db, goodsId, 10);
    const { serial } = await invoiceOf(db, id);
    await sendInvoices(db, later(0));
    await sendInvoices(db, later(5 * second));
    expect(await invoiceOf(db, id)).toMatchObject({
      state: 'failed',
      fault: '税收分类编码有误',
      faultCode: '22',
    });
    house.next.status = '2';
    await retryInvoice(byStaff(db), { id });
    await sendInvoices(db, later(minute));
    await sendInvoices(db, later(2 * minute));
    const row = await invoiceOf(db, id);
    expect(row).toMatchObject({ state: 'issued', attempt: 2 });
    expect(row.serial).not.toBe(serial);
    // An answer about the serial before changes nothing.
    const late = { state: 'issued', number: '1'.repeat(20), issuedAt: new Date() } as const;
    expect(await applyAnswer(db, { id, serial }, late, new Date())).toBe(false);
  });

  it.each([
    ['E9102', '税收分类编码不在编码表里', 'failed'],
    ['E9997', '剩余授信额度不足', 'waiting'],
    ['E9996', '开票员未登录', 'waiting'],
  ])('that the house refuses by %s (%s) is %s', async (code, describe, state) => {
    house.troubleFor = { method: 'requestBillingNew', left: 1, kind: { code, describe } };
    const { id } = await askedInvoice(db, goodsId, 10);
    const { serial } = await invoiceOf(db, id);
    await sendInvoices(db, later(0));
    const row = await invoiceOf(db, id);
    expect([row.state, row.fault, row.serial === serial]).toEqual([state, describe, state === 'failed']);
  });

  it('waits while the drawer is logged out, and goes by itself after the login', async () => {
    house.next = { status: '22', failCause: '开票员未登录电子税务局', form: '01' };
    house.session.login = false;
    const { id } = await askedInvoice(db, goodsId, 10);
    await sendInvoices(db, later(0));
    await sendInvoices(db, later(5 * second));
    expect(await invoiceOf(db, id)).toMatchObject({ state: 'waiting', attempt: 2 });
    house.next.status = '2';
    await sendInvoices(db, later(2 * hour));
    expect(house.count('requestBillingNew')).toBe(1);
    house.session.login = true;
    await checkInvoiceSellers(db, later(3 * hour));
    await sendInvoices(db, later(3 * hour));
    await sendInvoices(db, later(3 * hour + minute));
    expect((await invoiceOf(db, id)).state).toBe('issued');
    const [seller] = await db.select().from(invoiceSeller).where(eq(invoiceSeller.merchantId, merchantId));
    expect([seller?.quotaTotal, seller?.quotaUsed]).toEqual([100_000_000, 25_000_000]);
  });

  it('waits for a code that is asked for at a press alone, scanned, and completed by a look', async () => {
    const context = { ...byStaff(db), actor: { ...stranger.actor, merchantId } };
    const look = (renew: 0 | 1) => readSellerSession(context, { renew });
    const { session } = house;
    Object.assign(session, { login: false, isKnown: false });
    // The job and the page look often; the bureau gives 20 codes a day.
    await checkInvoiceSellers(db, later(0));
    await look(0);
    expect(await look(0)).toMatchObject({ state: 'login', qr: null });
    expect(session.fresh).toBe(0);
    expect(await look(1)).toMatchObject({ state: 'login', qr: expect.anything() });
    expect(await look(0)).toMatchObject({ state: 'login', qr: expect.anything() });
    session.scanned = true;
    await look(0);
    expect([session.login, session.fresh]).toEqual([true, 1]);
    // Logged in, the person still has to prove who they are: the bureau tells it again once a minute at most.
    expect(await look(1)).toMatchObject({ state: 'verify' });
    await look(0);
    session.scanned = true;
    expect(await look(0)).toMatchObject({ state: 'verify' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minute });
    expect(await look(0)).toMatchObject({ state: 'open', seller: { session_until: expect.any(String) } });
    vi.useRealTimers();
    expect(session.fresh).toBe(2);
  });

  it('without its seal is sealed under the same serial', async () => {
    house.next.status = '24';
    const { id } = await askedInvoice(db, goodsId, 10);
    const { serial } = await invoiceOf(db, id);
    await sendInvoices(db, later(0));
    await sendInvoices(db, later(5 * second));
    expect((await invoiceOf(db, id)).state).toBe('unsealed');
    // 20 tries a day.
    house.invoices.get(serial)!.reseals = 20;
    await sendInvoices(db, later(20 * second));
    expect((await invoiceOf(db, id)).state).toBe('unsealed');
    house.invoices.get(serial)!.reseals = 0;
    await sendInvoices(db, later(hour));
    expect(await invoiceOf(db, id)).toMatchObject({ state: 'issued', serial, attempt: 1 });
  });

  it('that the bureau made void is void', async () => {
    house.next = { status: '3', failCause: '已作废', form: '01' };
    const { id } = await askedInvoice(db, goodsId, 10);
    await sendInvoices(db, later(0));
    await sendInvoices(db, later(5 * second));
    expect(await invoiceOf(db, id)).toMatchObject({ state: 'void', nextAt: null });
    const [told] = await db
      .select({ body: message.body })
      .from(message)
      .where(eq(message.ref, `invoice-void:${id}`));
    expect(told?.body).toContain('已作废');
  });

  it('survives a house that is down: a few rows fail, the others are put off, and all are issued later', async () => {
    const made = [];
    for (let at = 0; at < 12; at++) made.push(await askedInvoice(db, goodsId, 10));
    house.trouble = 'down';
    const { failed } = await sendInvoices(db, later(0));
    expect(failed).toBeLessThan(9);
    house.trouble = 'none';
    for (const at of [2, 4, 8, 12, 30]) await sendInvoices(db, later(at * minute));
    for (const { id } of made) expect((await invoiceOf(db, id)).state).toBe('issued');
  });

  it('is asked about at once where a notice names it; a foreign serial changes nothing', async () => {
    const { id } = await askedInvoice(db, goodsId, 10);
    await sendInvoices(db, later(0));
    const { serial } = await invoiceOf(db, id);
    await db
      .update(invoice)
      .set({ nextAt: later(hour) })
      .where(eq(invoice.id, id));
    const told = async (body: string) => {
      const headers = { origin: 'http://nuonuo.invalid' };
      const response = await callHandler(notify, { params: { provider: 'nuonuo' }, body, headers });
      return [response.status, (await response.json()).status];
    };
    expect(await told(`operater=callback&orderno=FOREIGN1&content={}`)).toEqual([200, '0000']);
    expect(await told(`operater=other&orderno=${serial}`)).toEqual([422, '9999']);
    expect((await invoiceOf(db, id)).nextAt?.getTime()).toBeGreaterThan(Date.now() + minute);
    expect(await told(`operater=callback&orderno=${serial}&content={"c_status":"2"}`)).toEqual([200, '0000']);
    // The notice said that it failed; the house is asked, and says otherwise.
    expect((await invoiceOf(db, id)).state).toBe('running');
    await sendInvoices(db, later(second));
    expect((await invoiceOf(db, id)).state).toBe('issued');
  });

  it('by hand waits for a person, who enters the number', async () => {
    await makeSeller(db, merchantId, 'manual', house.taxNo);
    const { id } = await askedInvoice(db, goodsId, 10);
    await sendInvoices(db, later(0));
    expect(await invoiceOf(db, id)).toMatchObject({ state: 'running', nextAt: null });
    const number = '26330000000000009999';
    const input = { id, number, issued_on: '2026-01-05' };
    await expect(enterInvoice(stranger, input)).rejects.toMatchObject({ code: 404 });
    await enterInvoice(byStaff(db), input);
    await enterInvoice(byStaff(db), input);
    expect(await invoiceOf(db, id)).toMatchObject({ state: 'issued', number });
    await makeSeller(db, merchantId, 'nuonuo', house.taxNo);
  });

  it('that a person entered is taken back by what was refunded, and its files are not asked for', async () => {
    const { id, no } = await askedInvoice(db, goodsId, 10);
    await refund(no, 2);
    await enterInvoice(byStaff(db), { id, number: '26330000000000007777', issued_on: '2026-01-05' });
    house.trouble = 'down';
    expect(await followInvoices(db, later(minute))).toEqual({ done: 1, failed: 0 });
    expect(await formsOf(id)).toMatchObject([{ state: 'asking', reason: '02' }]);
    expect([house.asked, (await invoiceOf(db, id)).nextAt]).toEqual([[], null]);
  });

  it('is asked for its files no more after days, so that its row ends', async () => {
    const { id } = await askedInvoice(db, goodsId, 10);
    await sendInvoices(db, later(0));
    await sendInvoices(db, later(5 * second));
    house.trouble = 'down';
    expect((await followInvoices(db, later(71 * hour))).failed).toBe(1);
    await db.delete(jobFailure);
    expect(await followInvoices(db, later(73 * hour))).toEqual({ done: 1, failed: 0 });
    expect((await invoiceOf(db, id)).nextAt).toBeNull();
  });
});

describe('an access token', () => {
  const grants = () => db.select().from(invoiceGrant);
  const age = (hours: number, life: number) =>
    db
      .update(invoiceGrant)
      .set({ fetches: [Date.now() - hours * hour], expiresAt: later((life - hours) * hour) });
  const send = async (at: number) => {
    const { id } = await askedInvoice(db, goodsId, 10);
    const { failed } = await sendInvoices(db, later(at));
    return { id, failed };
  };
  beforeEach(async () => {
    await db.delete(invoiceGrant);
    Object.assign(house.tokens, { kind: 'own', asked: [], left: 50, lifetime: '86400', trouble: 'none' });
    house.outdated = 0;
  });
  afterEach(async () => {
    house.tokens.kind = 'own';
    house.tokens.trouble = 'none';
    await db.delete(invoiceGrant);
  });

  it('is fetched once by calls at once, is not readable in the table, and is renewed before its end', async () => {
    const made: number[] = [];
    for (let at = 0; at < 3; at++) made.push((await askedInvoice(db, goodsId, 10)).id);
    house.tokens.hold();
    const sending = Promise.all([sendInvoices(db, later(0)), sendInvoices(db, later(0))]);
    const isSent = async (id: number) => (await invoiceOf(db, id)).state === 'sent';
    await until('all want a token', async () => (await Promise.all(made.map(isSent))).every(Boolean));
    house.tokens.letGo();
    await sending;
    expect([house.tokens.asked, house.count('requestBillingNew')]).toEqual([['client_credentials'], 3]);
    const [before] = await grants();
    expect(house.tokens.taxNoOf(before!.accessToken)).toBeNull();
    await age(22.9, 24);
    await send(0);
    expect(house.tokens.asked).toHaveLength(1);
    await age(23.1, 24);
    const both = await Promise.all([send(0), send(0)]);
    expect([house.tokens.asked.length, both.map(({ failed }) => failed)]).toEqual([2, [0, 0]]);
    house.outdated = 0;
    // Their address is down in the last hour: the token goes on until it ends.
    await age(23.5, 24);
    house.tokens.trouble = 'down';
    expect((await send(0)).failed).toBe(0);
    expect(house.outdated).toBe(0);
  });

  it('that never ends is not renewed', async () => {
    house.tokens.lifetime = '';
    await send(0);
    await db.update(invoiceGrant).set({ fetches: [Date.now() - 800 * hour] });
    await send(0);
    expect([(await grants())[0]?.expiresAt, house.tokens.asked.length]).toEqual([null, 1]);
  });

  it('that is refused is renewed once, and the call is made again; a fresh one is not fetched again', async () => {
    await send(0);
    await age(2, 24);
    house.tokens.end();
    const { id, failed } = await send(0);
    await sendInvoices(db, later(5 * second));
    expect([(await invoiceOf(db, id)).state, failed]).toEqual(['issued', 0]);
    expect([house.tokens.asked.length, house.outdated]).toEqual([2, 1]);
    house.tokens.end();
    expect((await send(0)).failed).toBe(1);
    expect(house.tokens.asked).toHaveLength(2);
    const [row] = await db.select().from(jobFailure);
    expect(row?.error).toContain('070301');
  });

  it('is not fetched above 50 in 30 days, nor again at once where it is refused', async () => {
    await send(0);
    const fetches = Array.from({ length: 50 }, (_, at) => Date.now() - (25 - at / 10) * 24 * hour);
    await db.update(invoiceGrant).set({ fetches, expiresAt: later(-hour) });
    expect((await send(0)).failed).toBe(1);
    expect(house.tokens.asked).toHaveLength(1);
    await age(25, 24);
    house.tokens.left = 0;
    expect((await send(0)).failed).toBe(1);
    expect((await send(0)).failed).toBe(1);
    expect([house.tokens.asked.length, (await grants())[0]?.fault]).toEqual([
      2,
      expect.stringContaining('070306'),
    ]);
  });

  it('of an application of one’s own is for the company of the business licence alone', async () => {
    const port = findInvoicePort('nuonuo')!;
    expect(await port.missing(db, { merchantId, taxNo: house.taxNo })).toBeNull();
    const other = { merchantId: merchantId === 1 ? 2 : 1, taxNo: house.taxNo };
    expect(await port.missing(db, other)).toContain('营业执照');
    const nobody = { name: '', bank: '', bankAccount: '', address: '', phone: '', drawer: '' };
    const stranger = { ...nobody, merchantId, taxNo: '91440101MA5APD8X8J' };
    await expect(port.quota?.(stranger)).rejects.toThrow('营业执照');
    expect(house.tokens.asked).toEqual([]);
  });

  describe('of an application for others', () => {
    const own = {
      ...byStaff(db),
      actor: { kind: 'merchant' as const, name: '财务', merchantId, role: 'finance' as const },
    };
    const comeBack = async (taxnum: string, change: object = {}, as = own) => {
      const { url } = await agreeInvoices(own, { provider: 'nuonuo' });
      const asked = new URL(url).searchParams;
      expect([asked.get('appKey'), asked.get('redirect_uri')]).toEqual([
        house.env.NUONUO_KEY,
        expect.stringMatching(/\/invoice\/agreed$/),
      ]);
      const back = { code: house.tokens.agree(taxnum), taxnum, state: asked.get('state') ?? '', ...change };
      return [await endAgreement(as, back), await endAgreement(as, back)];
    };
    beforeEach(() => {
      house.tokens.kind = 'third';
      delete process.env.NUONUO_TAX_NO;
      completeEnv({});
    });
    afterEach(() => completeEnv(house.env));

    it('is given by the merchant’s own person, for its own tax number, once', async () => {
      const port = findInvoicePort('nuonuo')!;
      const asked = { merchantId, taxNo: house.taxNo };
      expect(await port.missing(db, asked)).toContain('还没有授权');
      const stranger = { ...own, actor: { ...own.actor, merchantId: merchantId + 1 } };
      expect(await comeBack(house.taxNo, {}, stranger)).toEqual(['expired', 'expired']);
      expect(await comeBack(house.taxNo, {}, { ...own, actor: { ...own.actor, name: '别人' } })).toEqual([
        'expired',
        'expired',
      ]);
      expect(await comeBack('91440101MA5APD8X8J')).toEqual(['other', 'expired']);
      expect(await comeBack(house.taxNo, { code: '' })).toEqual(['refused', 'expired']);
      expect(await comeBack(house.taxNo, { code: 'wrong' })).toEqual(['failed', 'expired']);
      expect(await comeBack(house.taxNo, { state: 'wrong' })).toEqual(['expired', 'expired']);
      expect(await port.missing(db, asked)).toContain('还没有授权');
      expect(await comeBack(house.taxNo)).toEqual(['done', 'expired']);
      expect(await port.missing(db, asked)).toBeNull();
      expect(await port.missing(db, { ...asked, merchantId: merchantId + 1 })).toContain('还没有授权');
      expect((await send(0)).failed).toBe(0);
    });

    it('is renewed by its last refresh token, and ends for good where the merchant withdraws it', async () => {
      await comeBack(house.taxNo);
      for (let day = 0; day < 3; day++) {
        await age(23.5, 24);
        expect((await send(0)).failed).toBe(0);
      }
      expect(house.tokens.asked).toEqual([
        'authorization_code',
        ...Array.from({ length: 3 }, () => 'refresh_token'),
      ]);
      house.tokens.withdraw();
      await age(23.5, 24);
      expect((await send(0)).failed).toBe(0);
      await age(24.5, 24);
      const { id } = await send(0);
      expect((await invoiceOf(db, id)).fault).toContain('授权已失效');
      expect(house.tokens.asked).toHaveLength(5);
      // The merchant agrees again: what waits goes out.
      await comeBack(house.taxNo);
      await sendInvoices(db, later(second));
      expect((await invoiceOf(db, id)).state).toBe('running');
    });
  });
});

describe('a red form', () => {
  it('goes out by itself after a refund, once, and sums to what was given back', async () => {
    const { id, no } = await issued();
    await refund(no, 3);
    await Promise.all([followInvoices(db, later(minute)), followInvoices(db, later(minute))]);
    expect(await formsOf(id)).toHaveLength(1);
    await Promise.all([sendRedForms(db, later(minute)), sendRedForms(db, later(minute))]);
    await sendRedForms(db, later(2 * minute));
    const [form] = await formsOf(id);
    const [red] = await redsOf(id);
    expect(form).toMatchObject({ state: '01', reason: '02', redInvoiceId: red?.id });
    expect(house.forms.get(form!.serial)).toMatchObject({
      redReason: '1',
      taxExcludedAmount: expect.stringMatching(/^-/),
    });
    const blue = await invoiceOf(db, id);
    expect(blue.gross + red!.gross).toBe(await keptOf(db, no));
    await followInvoices(db, later(3 * minute));
    expect(await db.$count(invoiceFile, eq(invoiceFile.invoiceId, red!.id))).toBe(3);
    // The rest of the goods: every fen of gross, net and tax is back. Freight of what was sent stays paid.
    await refund(no, 7);
    await followInvoices(db, later(4 * minute));
    await sendRedForms(db, later(5 * minute));
    await sendRedForms(db, later(6 * minute));
    const reds = await redsOf(id);
    expect([reds.length, reds.reduce((total, { gross }) => total + gross, blue.gross)]).toEqual([
      2,
      await keptOf(db, no),
    ]);
    const sum = (column: AnyPgColumn) => sql<number>`sum(${column})::int`;
    const [goodsSums] = await db
      .select({ gross: sum(invoiceLine.gross), net: sum(invoiceLine.net), tax: sum(invoiceLine.tax) })
      .from(invoiceLine)
      .where(and(eq(invoiceLine.orderNo, no), isNotNull(invoiceLine.orderLineId)));
    expect(goodsSums).toEqual({ gross: 0, net: 0, tax: 0 });
    expect(isEach(await formsOf(id), ({ closedAt }) => closedAt !== null)).toBe(true);
  });

  it.each(['lost', 'cut'] as const)('is one form when the line is %s', async (kind) => {
    const { id, no } = await issued();
    await refund(no, 1);
    await followInvoices(db, later(minute));
    house.troubleFor = { method: 'saveInvoiceRedConfirm', left: 1, kind };
    await sendRedForms(db, later(minute));
    await sendRedForms(db, later(5 * minute));
    await sendRedForms(db, later(9 * minute));
    const [form, second] = await formsOf(id);
    expect([form?.state, second]).toEqual(['01', undefined]);
    expect(
      [...house.forms.values()].filter(({ blue }) => blue === house.forms.get(form!.serial)?.blue),
    ).toHaveLength(1);
  });

  it('of the buyer is fetched, and answered by its merchant alone', async () => {
    const { id } = await issued();
    const { serial, number } = await invoiceOf(db, id);
    const whole = house.invoices.get(serial)!.order.invoiceDetail;
    const of = (name: string) => (-whole.reduce((sum, one) => sum + Number(one[name]), 0)).toFixed(2);
    const raised = {
      ...{ request: {}, billStatus: '03', billMessage: '', applySource: 1, blue: number!, redReason: '2' },
      ...{ taxExcludedAmount: of('taxExcludedAmount'), taxAmount: of('tax'), detail: [] },
    };
    house.forms.set('B1', { ...raised, billId: 'B1', billUuid: 'u-B1', orderNo: 'REDB1' });
    await pullRedForms(db, later(0));
    await pullRedForms(db, later(2 * hour));
    const forms = await formsOf(id);
    expect(forms).toMatchObject([{ state: '03', raisedBy: 'buyer', reason: '01', uuid: 'u-B1' }]);
    const form = { id: forms[0]!.id };
    expect(await toDo(id)).toBe(1);
    await expect(confirmRed(stranger, form)).rejects.toMatchObject({ code: 404 });
    await expect(revokeRed(byStaff(db), form)).rejects.toMatchObject({ code: 409 });
    await confirmRed(byStaff(db), form);
    expect(await formsOf(id)).toMatchObject([{ state: '04' }]);
    expect(house.forms.get('B1')?.billStatus).toBe('04');
    // The bureau has issued the red invoice, under a number that is not ours.
    const reds = await redsOf(id);
    expect(reds).toMatchObject([
      { serial: 'REDB1', state: 'issued', number: house.invoices.get('REDB1')?.number },
    ]);
    expect(await formsOf(id)).toMatchObject([{ redInvoiceId: reds[0]!.id, closedAt: expect.any(Date) }]);
    await followInvoices(db, later(3 * hour));
    expect(await db.$count(invoiceFile, eq(invoiceFile.invoiceId, reds[0]!.id))).toBe(3);
    await expect(confirmRed(byStaff(db), form)).rejects.toMatchObject({ code: 409 });
  });

  it('of the buyer may be refused', async () => {
    const { id, no } = await issued();
    const { number } = await invoiceOf(db, id);
    const raised = {
      request: {},
      billStatus: '03',
      billMessage: '',
      applySource: 1,
      blue: number!,
      redReason: '1',
    };
    const detail = [{ blueDetailIndex: '1', num: '-1', taxExcludedAmount: '-1.00', taxAmount: '-0.13' }];
    const named = {
      billId: 'B2',
      billUuid: 'u-B2',
      orderNo: 'RED-B2',
      taxExcludedAmount: '-1.00',
      taxAmount: '-0.13',
      detail,
    };
    house.forms.set('B2', { ...raised, ...named });
    await pullRedForms(db, later(4 * hour));
    const [form] = await formsOf(id);
    await refuseRed(byStaff(db), { id: form!.id, reason: '没有退货' });
    expect(await formsOf(id)).toMatchObject([{ state: '06', gross: -113 }]);
    // Nothing was refunded: there is nothing left to do.
    expect(await toDo(id)).toBe(0);
    await refund(no, 2);
    await followInvoices(db, later(minute));
    expect(await formsOf(id)).toMatchObject([{ state: '06' }, { state: 'asking', raisedBy: 'seller' }]);
  });

  it('of the buyer that its company has withdrawn at the bureau is void at its press, once by two', async () => {
    const { id, buyer } = await issued();
    const [stranger] = await makeBuyers(db, 1);
    const detail = [{ blueDetailIndex: '1', num: '-1', taxExcludedAmount: '-1.00', taxAmount: '-0.13' }];
    house.forms.set('W1', {
      ...{ request: {}, billStatus: '03', billMessage: '', applySource: 1, redReason: '1', detail },
      ...{ blue: (await invoiceOf(db, id)).number!, taxExcludedAmount: '-1.00', taxAmount: '-0.13' },
      ...{ billId: 'W1', billUuid: 'u-W1', orderNo: 'RED-W1' },
    });
    await pullRedForms(db, later(6 * hour));
    const [form] = await formsOf(id);
    const own = { ...contextOf(db, buyer), now: later(7 * hour) };
    const press = () => revokeOwnRed(own, { id: form!.id });
    expect((await getInvoice(own, { id })).reds[0]?.acts).toEqual(['revoke']);
    await expect(press()).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('请先登录电子税务局撤销'),
    });
    await expect(askOwnRedAgain(own, { id: form!.id })).rejects.toMatchObject({ code: 409 });
    house.forms.get('W1')!.billStatus = '08';
    const theirs = { ...own, actor: contextOf(db, stranger!).actor };
    await expect(revokeOwnRed(theirs, { id: form!.id })).rejects.toMatchObject({ code: 404 });
    expect(await formsOf(id)).toMatchObject([{ state: '03' }]);
    const both = await Promise.all([press(), press()]);
    expect(both.map(({ reds }) => reds[0]?.state)).toEqual(['08', '08']);
    const told = and(eq(invoiceEvent.invoiceId, id), eq(invoiceEvent.note, '买家撤销'));
    expect(await db.$count(invoiceEvent, told)).toBe(1);
    // Nothing was refunded: nothing is offered, and the words say so.
    const { acts, hint } = (await press()).reds[0]!;
    expect([acts, hint]).toEqual([[], expect.stringContaining('没有需要冲红的金额')]);
    await expect(askOwnRedAgain(own, { id: form!.id })).rejects.toMatchObject({ code: 409 });
  });

  it('of the buyer that is faster than ours has the amount and the reason of the buyer', async () => {
    const { id, no } = await issued();
    await refund(no, 3);
    await followInvoices(db, later(minute));
    const [ours] = await formsOf(id);
    expect(ours).toMatchObject({ state: 'asking', raisedBy: 'seller' });
    const { number } = await invoiceOf(db, id);
    house.forms.set('F1', {
      ...{ request: {}, billStatus: '03', billMessage: '', applySource: 1, redReason: '2', detail: [] },
      ...{ blue: number!, taxExcludedAmount: '-1.00', taxAmount: '-0.13' },
      ...{ billId: 'F1', billUuid: 'u-F1', orderNo: 'REDF1' },
    });
    await pullRedForms(db, later(9 * hour));
    expect(await formsOf(id)).toMatchObject([
      {
        id: ours!.id,
        state: '03',
        raisedBy: 'buyer',
        uuid: 'u-F1',
        reason: '01',
        gross: -113,
        net: -100,
        tax: -13,
      },
    ]);
    await confirmRed(byStaff(db), { id: ours!.id });
    expect(await redsOf(id)).toMatchObject([{ serial: 'REDF1', state: 'issued', gross: -113, tax: -13 }]);
  });

  it.each([true, false])(
    'of the buyer without lines that names what a refund has due takes its pieces, also where ours was open: %s',
    async (isOpen) => {
      const { id, no } = await issued();
      await refund(no, 3);
      const asked = later(minute);
      if (isOpen) await followInvoices(db, asked);
      const { number, gross } = await invoiceOf(db, id);
      const back = taxedOf(gross - (await keptOf(db, no)), 13);
      house.forms.set(`due-${no}`, {
        ...{ request: {}, billStatus: '03', billMessage: '', applySource: 1, redReason: '2', detail: [] },
        ...{ blue: number!, taxExcludedAmount: `-${back.net / 100}`, taxAmount: `-${back.tax / 100}` },
        ...{ billId: no, billUuid: `due-${no}`, orderNo: `RED${no}` },
      });
      await db.update(invoiceSeller).set({ inboundUntil: null });
      await pullRedForms(db, later(9 * hour));
      const line = { blueSeq: 1, quantity: -3, gross: -back.gross, net: -back.net, tax: -back.tax };
      expect(await formsOf(id)).toMatchObject([{ raisedBy: 'buyer', lines: [line] }]);
    },
  );

  it.each([
    ['was faster than ours', 'followInvoices', true],
    ['was open at the refund', 'followInvoices', false],
    ['was faster than ours', 'askRedAgain', true],
  ] as const)(
    'of the buyer that %s and ended leaves the refund to take its part back: %s',
    async (_, by, isOurs) => {
      const { id, no } = await issued();
      const uuid = `u-${no}`;
      if (isOurs) {
        await refund(no, 3);
        await followInvoices(db, later(minute));
      }
      house.forms.set(uuid, {
        ...{ request: {}, billStatus: '03', billMessage: '', applySource: 1, redReason: '2', detail: [] },
        ...{ blue: (await invoiceOf(db, id)).number!, taxExcludedAmount: '-1.00', taxAmount: '-0.13' },
        ...{ billId: uuid, billUuid: uuid, orderNo: `RED${no}` },
      });
      await db.update(invoiceSeller).set({ inboundUntil: null });
      const pulled = later(2 * hour);
      await pullRedForms(db, pulled);
      const theirs = { raisedBy: 'buyer', reason: '01', askedAt: pulled };
      const [form, none] = await formsOf(id);
      expect([form, none]).toMatchObject([{ ...theirs, state: '03' }, undefined]);
      if (!isOurs) {
        await refund(no, 3);
        await followInvoices(db, later(2 * hour));
      }
      await refuseRed(byStaff(db), { id: form!.id, reason: '只退了一部分' });
      if (by === 'askRedAgain') await askRedAgain(byStaff(db), { id: form!.id });
      await followInvoices(db, later(minute));
      const { gross } = await invoiceOf(db, id);
      expect(await formsOf(id)).toMatchObject([
        { ...theirs, state: '06' },
        { state: 'asking', raisedBy: 'seller', reason: '02', gross: (await keptOf(db, no)) - gross },
      ]);
    },
  );

  it('about a wrong title goes again by itself after 72 hours, and by its company once it is void', async () => {
    house.next.form = '02';
    const { id, buyer } = await issued();
    const [stranger] = await makeBuyers(db, 1);
    const own = contextOf(db, buyer);
    await redInvoice(own, { id, reason: '01' });
    await sendRedForms(db, later(minute));
    const [first] = await formsOf(id);
    expect((await getInvoice(own, { id })).reds[0]?.acts).toEqual([]);
    await expect(revokeOwnRed(own, { id: first!.id })).rejects.toMatchObject({ code: 409 });
    house.forms.get(first!.serial)!.billStatus = '07';
    await sendRedForms(db, later(73 * hour));
    expect((await getInvoice(own, { id })).reds[0]?.acts).toEqual(['again']);
    await followInvoices(db, later(73 * hour));
    const [, second] = await formsOf(id);
    expect(second).toMatchObject({ state: 'asking', reason: '01', gross: first!.gross });
    // The one before was replaced: pressed late, it changes nothing.
    await askOwnRedAgain(own, { id: first!.id });
    house.next.form = '09';
    await sendRedForms(db, later(74 * hour));
    expect((await formsOf(id)).map(({ state }) => state)).toEqual(['07', '09']);
    await expect(askOwnRedAgain(contextOf(db, stranger!), { id: second!.id })).rejects.toMatchObject({
      code: 404,
    });
    house.next.form = '01';
    await Promise.all([1, 2].map(() => askOwnRedAgain(own, { id: second!.id })));
    await sendRedForms(db, later(75 * hour));
    await sendRedForms(db, later(75 * hour + minute));
    expect((await formsOf(id)).map(({ state }) => state)).toEqual(['07', '09', '01']);
    expect(await redsOf(id)).toMatchObject([{ state: 'issued', gross: first!.gross }]);
  });

  it('that waits for the buyer may be withdrawn and raised again', async () => {
    house.next.form = '02';
    const { id, no, buyer } = await issued();
    await refund(no, 2);
    await followInvoices(db, later(minute));
    await sendRedForms(db, later(minute));
    const [form] = await formsOf(id);
    expect(form).toMatchObject({ state: '02', deadlineAt: expect.any(Date) });
    await expect(revokeRed(stranger, { id: form!.id })).rejects.toMatchObject({ code: 404 });
    await revokeRed(byStaff(db), { id: form!.id, reason: '金额有误' });
    expect(await formsOf(id)).toMatchObject([{ state: '08', closedAt: expect.any(Date) }]);
    expect(await toDo(id)).toBe(1);
    // At its own merchant's desk, and not for ever.
    expect([await toDo(id, merchantId), await toDo(id, merchantId + 1)]).toEqual([1, 0]);
    expect(await toDo(id, null, later(401 * 24 * hour))).toBe(0);
    expect((await getInvoice(contextOf(db, buyer), { id })).reds[0]?.acts).toEqual(['again']);
    // A person decides what comes next.
    await db
      .update(invoice)
      .set({ nextAt: later(0) })
      .where(eq(invoice.id, id));
    await followInvoices(db, later(2 * minute));
    expect(await formsOf(id)).toHaveLength(1);
    house.next.form = '01';
    await Promise.all([
      askRedAgain(byStaff(db), { id: form!.id }),
      askRedAgain(byStaff(db), { id: form!.id }),
    ]);
    await sendRedForms(db, later(3 * minute));
    await sendRedForms(db, later(5 * minute));
    expect(await formsOf(id)).toMatchObject([{ state: '08' }, { state: '01' }]);
    expect((await redsOf(id)).map(({ state }) => state)).toEqual(['issued']);
  });

  it('of 72 hours without an answer goes again by itself under a new serial', async () => {
    house.next.form = '02';
    const { id, no } = await issued();
    await refund(no, 2);
    await followInvoices(db, later(minute));
    await sendRedForms(db, later(minute));
    const [first] = await formsOf(id);
    house.forms.get(first!.serial)!.billStatus = '07';
    house.next.form = '01';
    await sendRedForms(db, later(73 * hour));
    await followInvoices(db, later(73 * hour));
    await sendRedForms(db, later(73 * hour + minute));
    await sendRedForms(db, later(73 * hour + 2 * minute));
    const [one, two] = await formsOf(id);
    expect([one?.state, two?.state]).toEqual(['07', '01']);
    expect(two?.serial).not.toBe(one?.serial);
    expect(await redsOf(id)).toHaveLength(1);
  });

  it('ends in each state in a row with something to do', async () => {
    const { id, no } = await issued(40);
    for (const status of ['05', '09', '10', '11', '12', '13', '16'] as const) {
      house.next.form = status;
      if (status === '05') await refund(no, 2);
      else await askRedAgain(byStaff(db), { id: (await formsOf(id)).at(-1)!.id });
      await followInvoices(db, later(minute));
      await sendRedForms(db, later(minute));
      const form = (await formsOf(id)).at(-1)!;
      const state = status === '16' ? 'failed' : status;
      expect(form).toMatchObject({ state, closedAt: expect.any(Date), redInvoiceId: null });
      expect(redVerbsOf(form.state, 'seller', false)).toContain('again');
      expect(await toDo(id)).toBe(1);
      expect(redStates[form.state].sellerHint).not.toBe('');
    }
    const form = (await formsOf(id)).at(-1)!;
    await expect(queryRed(byStaff(db), { id: form.id })).rejects.toMatchObject({ code: 409 });
    // Issued at the bureau's own site: a person writes it down, once.
    const entered = { id: form.id, number: '26330000000000008888', issued_on: '2026-01-05' };
    await expect(enterRed(stranger, entered)).rejects.toMatchObject({ code: 404 });
    await enterRed(byStaff(db), entered);
    await enterRed(byStaff(db), entered);
    expect(await redsOf(id)).toMatchObject([{ number: entered.number, state: 'issued' }]);
    const events = await db
      .select()
      .from(invoiceEvent)
      .where(and(eq(invoiceEvent.invoiceId, id), ne(invoiceEvent.act, 'stored')));
    expect(events.map(({ act }) => act)).toContain('red_moved');
    expect(await db.$count(redForm, and(eq(redForm.blueId, id), isNull(redForm.closedAt)))).toBe(0);
  });
});
