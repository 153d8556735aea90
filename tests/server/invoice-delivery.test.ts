/** Invoices that go to the mail and the mobile of their titles: once, again where nobody took them, and as people ask. */
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv, parseEnv } from '#lib/server/core/process/env.ts';
import { demoMail, demoSms, invoiceDelivery, jobFailure } from '#lib/server/db/schema.ts';
import { deliverInvoices } from '#lib/server/invoices/deliver.ts';
import { deliverAt, openWays } from '#lib/server/invoices/delivery.ts';
import { findDeskInvoice } from '#lib/server/invoices/desk.ts';
import { addInvoiceFile, enterInvoice, resendDeskInvoice } from '#lib/server/invoices/desk-acts.ts';
import { getInvoice, resendInvoice } from '#lib/server/invoices/read.ts';
import { lockInvoice } from '#lib/server/invoices/read-rows.ts';
import { mailTimeout } from '#lib/server/ports/mail/port.ts';
import { mailProvider } from '#lib/server/ports/mail/providers.ts';
import { demoSms as demoPhone } from '#lib/server/ports/sms/demo.ts';
import { dayOf, openSmsProvider, type SmsProvider } from '#tests/counterparts/sms.ts';
import { openMailServer } from '#tests/counterparts/smtp.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askedInvoice, type Invoiced, makeSeller, makeTaxed } from '#tests/support/invoices.ts';
import { contextOf, makeBuyers, makeGoods, payFreely } from '#tests/support/orders.ts';
import { busy } from '#tests/support/server-process.ts';

const { db } = await testDatabase();
await payFreely(db);
const house = await openMailServer();
const to = { mail: 'fapiao@example.com', mobile: '13800000009' };
/** Noon in Shanghai, tomorrow: what is uploaded now is due. */
const noon = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 28 * 3_600_000);
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

let goodsId = 0;
let merchantId = 0;
let nextNumber = 1;

beforeAll(async () => {
  goodsId = await makeGoods(db, goodsPlain, 10_000);
  merchantId = await makeTaxed(db, goodsId);
  await makeSeller(db, merchantId, 'manual', '91330106MA2AYNWD8M');
});
beforeEach(async () => {
  vi.restoreAllMocks();
  Object.assign(house, { taken: [], trouble: 'none', wrong: 0 });
  completeEnv({ SMTP_URL: house.url, MAIL_FROM: '药批网 <fapiao@shop.test>' });
  for (const table of [invoiceDelivery, jobFailure, demoSms, demoMail]) await db.delete(table);
});

function desk(of: number | null = merchantId, now = new Date()): Context<'staff'> {
  const actor =
    of === null
      ? ({ kind: 'platform', name: 'caiwu', merchantId: null } as const)
      : ({ kind: 'merchant', name: 'shangjia', merchantId: of } as const);
  return { db, now, actor, requestId: 'test' };
}

const fileOf = (text: string) => ({ name: 'x', type: '', bytes: new TextEncoder().encode(text) });

/** An issued invoice with a PDF and an XML; it is due a minute after. */
async function issued(sentTo: typeof to | { mail: string } = to): Promise<Invoiced> {
  const invoiced = await askedInvoice(db, goodsId, 20, sentTo);
  const { id } = invoiced;
  const number = `00${String(nextNumber++).padStart(18, '5')}`;
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await enterInvoice(desk(), { id, number, issued_on: day });
  await addInvoiceFile(desk(), { id, kind: 'pdf', file: fileOf('%PDF-1.7 发票') });
  await addInvoiceFile(desk(), { id, kind: 'xml', file: fileOf('<发票/>') });
  // They are of the noon at which they are tried: what is a day old is given up.
  await db.update(invoiceDelivery).set({ createdAt: noon });
  return invoiced;
}

const buyerOf = ({ buyer }: Invoiced, now = noon) => ({ ...contextOf(db, buyer), now });
const seenBy = async (one: Invoiced) => (await getInvoice(buyerOf(one), { id: one.id })).deliveries;
const texts = async () => (await db.select().from(demoSms)).map(({ phone, body }) => [phone, body]);

describe('an issued invoice with its files', () => {
  it('goes to mail and mobile once, also of two runs at once, with all of its files', async () => {
    const one = await issued();
    await Promise.all([deliverInvoices(db, noon), deliverInvoices(db, noon)]);
    await deliverInvoices(db, later(60));
    expect(house.taken).toMatchObject([{ from: 'fapiao@shop.test', to: [to.mail] }]);
    const { raw } = house.taken[0]!;
    expect(raw).toContain(`Message-ID: <invoice-${one.id}-0@127.0.0.1>`);
    expect(raw.match(/Content-Disposition: attachment/g)).toHaveLength(2);
    expect(raw).toContain(Buffer.from('%PDF-1.7 发票').toString('base64'));
    expect(await texts()).toEqual([
      [to.mobile, expect.stringMatching(new RegExp(`登录后查看和下载：http://.*/zzfw/dzfp/${one.id}$`))],
    ]);
    expect(await seenBy(one)).toMatchObject([
      { way: 'mail', state: 'sent', address: to.mail, fault: '', sent_at: noon.toISOString() },
      { way: 'sms', state: 'sent', address: to.mobile },
    ]);
    // Staff read addresses in part, and see that it was sent.
    const atDesk = await findDeskInvoice(desk(), one.id);
    expect(atDesk?.deliveries).toMatchObject([
      { address: 'f***@example.com', state: 'sent' },
      { address: '138****0009' },
    ]);
    expect(atDesk?.events.filter(({ text }) => text === '已发送')).toHaveLength(2);
  });

  it('waits for files, and for the morning with the mobile', async () => {
    const one = await askedInvoice(db, goodsId, 20, to);
    await db.transaction(async (tx) => {
      const row = await lockInvoice(tx, one.id, { merchantId: null });
      await deliverAt(tx, row!, noon);
    });
    expect(await db.$count(invoiceDelivery)).toBe(0);
    await issued();
    const night = later(9 * 60);
    await deliverInvoices(db, night);
    expect([house.taken.length, await texts()]).toEqual([1, []]);
    await deliverInvoices(db, later(20 * 60));
    expect([house.taken.length, (await texts()).length]).toEqual([1, 1]);
  });

  it('without addresses goes nowhere', async () => {
    await issued({ mail: '' });
    await deliverInvoices(db, noon);
    expect([await db.$count(invoiceDelivery), house.taken]).toEqual([0, []]);
  });
});

describe('a mail server', () => {
  it.each(['busy', 'cut'] as const)('that is %s is tried again, later each time', async (trouble) => {
    const one = await issued({ mail: to.mail });
    house.trouble = trouble;
    expect(await deliverInvoices(db, noon)).toEqual({ done: 0, failed: 1 });
    expect(await seenBy(one)).toMatchObject([
      { state: 'waiting', fault: expect.stringContaining('系统会再试'), tries: 1 },
    ]);
    house.trouble = 'none';
    const before = house.taken.length;
    await deliverInvoices(db, new Date(noon.getTime() + 29_000));
    expect(house.taken).toHaveLength(before);
    expect(await deliverInvoices(db, later(1))).toEqual({ done: 1, failed: 0 });
    // The same mail: a mailbox that has it already knows it by its number.
    expect(new Set(house.taken.map(({ raw }) => raw.match(/^Message-ID: .*$/m)?.[0])).size).toBe(1);
    expect(await seenBy(one)).toMatchObject([{ state: 'sent', tries: 2 }]);
  });

  it('that does not answer is given up after seconds, and after a day for good', async () => {
    const one = await issued({ mail: to.mail });
    house.trouble = 'late';
    const begun = Date.now();
    expect(await deliverInvoices(db, noon)).toEqual({ done: 0, failed: 1 });
    expect(Date.now() - begun).toBeLessThan(busy * mailTimeout);
    house.trouble = 'busy';
    await deliverInvoices(db, later(26 * 60));
    expect(await seenBy(one)).toMatchObject([{ state: 'failed', tries: 2 }]);
  });

  it('that refuses the address is not asked again by itself; the buyer sees why and sends again', async () => {
    const one = await issued({ mail: to.mail });
    house.trouble = 'refused';
    await deliverInvoices(db, noon);
    house.trouble = 'none';
    await deliverInvoices(db, later(120));
    expect(house.taken).toEqual([]);
    const fault = '邮箱拒收（550），请核对收票邮箱';
    expect(await seenBy(one)).toMatchObject([{ state: 'failed', fault }]);
    expect((await findDeskInvoice(desk(), one.id))?.deliveries).toMatchObject([{ state: 'failed', fault }]);
    const again = await resendInvoice(buyerOf(one), { id: one.id });
    expect(again.deliveries).toMatchObject([
      { state: 'waiting', fault: '', sent_at: null, asked_at: noon.toISOString() },
    ]);
    await deliverInvoices(db, later(1));
    // Asked for once more, it waits since then: the time at which it was sent before is not shown.
    expect(await seenBy(one)).toMatchObject([{ state: 'sent', sent_at: later(1).toISOString() }]);
    const third = await resendInvoice(buyerOf(one, later(5)), { id: one.id });
    expect(third.deliveries).toMatchObject([
      { state: 'waiting', sent_at: null, asked_at: later(5).toISOString() },
    ]);
    expect(house.taken).toHaveLength(1);
    expect(house.taken[0]!.raw).toContain(`<invoice-${one.id}-1@`);
  });

  it('with another password takes nothing, which is the operator’s to mend', async () => {
    completeEnv({ SMTP_URL: house.url.replace('mail-secret', 'wrong') });
    await expect(mailProvider()?.check()).rejects.toThrow();
    const one = await issued({ mail: to.mail });
    await deliverInvoices(db, noon);
    expect(await seenBy(one)).toMatchObject([{ state: 'waiting' }]);
    completeEnv({ SMTP_URL: house.url });
    await mailProvider()?.check();
  });
});

describe('sending again', () => {
  it('is for the company and the merchant alone, once a minute and ten times', async () => {
    const one = await issued();
    await deliverInvoices(db, noon);
    const [stranger] = await makeBuyers(db, 1);
    await expect(resendInvoice(contextOf(db, stranger!), { id: one.id })).rejects.toMatchObject({
      code: 404,
    });
    await expect(resendDeskInvoice(desk(merchantId + 1), { id: one.id })).rejects.toMatchObject({
      code: 404,
    });
    const twice = await Promise.allSettled([
      resendInvoice(buyerOf(one), { id: one.id }),
      resendDeskInvoice(desk(merchantId, noon), { id: one.id }),
    ]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (let at = 1; at < 10; at += 1) await resendDeskInvoice(desk(null, later(at)), { id: one.id });
    await expect(resendInvoice(buyerOf(one, later(60)), { id: one.id })).rejects.toMatchObject({ code: 429 });
    await deliverInvoices(db, later(60));
    expect([house.taken.length, (await texts()).length]).toEqual([2, 2]);
  });

  it('is refused at the desk where there is no address', async () => {
    const one = await issued({ mail: '' });
    await expect(resendDeskInvoice(desk(), { id: one.id })).rejects.toMatchObject({ code: 422 });
    expect((await findDeskInvoice(desk(), one.id))?.actions).not.toContain('resend');
  });
});

it('a process that was killed while it sent: the mail goes again, the text as its people say', async () => {
  const one = await issued();
  await db.update(invoiceDelivery).set({ state: 'sending', nextAt: later(2) });
  await deliverInvoices(db, noon);
  expect(house.taken).toEqual([]);
  await deliverInvoices(db, later(3));
  expect(await seenBy(one)).toMatchObject([
    { way: 'mail', state: 'sent' },
    { way: 'sms', state: 'unknown', fault: expect.stringContaining('没有收到的，请点“重新发送”') },
  ]);
  const atDesk = await findDeskInvoice(desk(), one.id);
  expect(atDesk?.deliveries[1]).toMatchObject({ state_text: '发送结果未知' });
  expect(atDesk?.actions).toContain('resend');
  await deliverInvoices(db, later(30));
  expect(await texts()).toEqual([]);
  await resendInvoice(buyerOf(one, later(40)), { id: one.id });
  await deliverInvoices(db, later(41));
  expect(await texts()).toHaveLength(1);
  expect((await seenBy(one))[1]).toMatchObject({ state: 'sent', fault: '' });
});

describe('a text whose process was killed, by a provider that can say', () => {
  const keys = (aliyun: { origin: string }) => ({
    ...{ SMS_ALIYUN_KEY_ID: 'key', SMS_ALIYUN_KEY_SECRET: 'aliyun-secret', SMS_ALIYUN_SIGN: '药批网' },
    ...{ SMS_ALIYUN_CODE_TEMPLATE: 'SMS_1', SMS_ALIYUN_INVOICE_TEMPLATE: 'SMS_2' },
    SMS_ALIYUN_ENDPOINT: aliyun.origin,
  });
  const tencent = {
    ...{ SMS_TENCENT_SECRET_ID: 'id', SMS_TENCENT_SECRET_KEY: 'secret', SMS_TENCENT_APP_ID: '1400000000' },
    ...{ SMS_TENCENT_SIGN: '药批网', SMS_TENCENT_CODE_TEMPLATE: '1', SMS_TENCENT_INVOICE_TEMPLATE: '2' },
  };
  const none = (values: object) => Object.fromEntries(Object.keys(values).map((key) => [key, '']));
  let aliyun: SmsProvider;
  beforeAll(async () => {
    aliyun = await openSmsProvider('aliyun', 'aliyun-secret');
  });
  beforeEach(() => {
    Object.assign(aliyun, { taken: [], records: [], trouble: 'none', forged: 0, day: dayOf(noon) });
    completeEnv(keys(aliyun));
  });
  afterEach(() => {
    completeEnv({ ...none(keys(aliyun)), ...none(tencent) });
  });

  /** An invoice whose text is sent up to the moment at which the process ends; `isTaken`: the provider has it. */
  async function killed(isTaken: boolean): Promise<Invoiced> {
    const one = await issued();
    if (isTaken) await deliverInvoices(db, noon);
    await db
      .update(invoiceDelivery)
      .set({ state: 'sending', nextAt: later(10), tries: 0, sentAt: noon })
      .where(eq(invoiceDelivery.way, 'sms'));
    return one;
  }
  const smsOf = async (one: Invoiced) => (await seenBy(one)).find(({ way }) => way === 'sms');

  it.each<[string, boolean, SmsProvider['records'][number]['status'], object, number]>([
    ['it waits for its receipt: sent', true, 1, { state: 'sent' }, 1],
    ['it was received: sent', true, 3, { state: 'sent' }, 1],
    [
      'it was not delivered: failed',
      true,
      2,
      { state: 'failed', fault: expect.stringContaining('没有送达') },
      1,
    ],
    ['it never came: sent now, once by two', false, 1, { state: 'sent' }, 1],
  ])('%s', async (_, isTaken, status, shown, times) => {
    const one = await killed(isTaken);
    for (const record of aliyun.records) record.status = status;
    await deliverInvoices(db, later(9));
    expect(await smsOf(one)).toMatchObject({ state: 'sending' });
    await Promise.all([deliverInvoices(db, later(11)), deliverInvoices(db, later(11))]);
    expect(await smsOf(one)).toMatchObject(shown);
    expect([aliyun.taken.length, aliyun.forged]).toEqual([times, 0]);
  });

  it('it is asked again while the provider does not answer, and people say after a day', async () => {
    const one = await killed(true);
    aliyun.trouble = 'refused';
    expect(await deliverInvoices(db, later(11))).toMatchObject({ failed: 1 });
    expect(await smsOf(one)).toMatchObject({ state: 'sending' });
    aliyun.trouble = 'none';
    await deliverInvoices(db, later(60));
    expect(await smsOf(one)).toMatchObject({ state: 'sent' });
    const other = await killed(true);
    aliyun.trouble = 'refused';
    await deliverInvoices(db, later(25 * 60));
    expect(await smsOf(other)).toMatchObject({ state: 'unknown' });
    expect(aliyun.taken).toHaveLength(2);
  });

  it('it is asked for by the day on which it went out, after questions of the next day in vain', async () => {
    const one = await killed(true);
    // An older release wrote down the end of its lease alone.
    await db.update(invoiceDelivery).set({ sentAt: null }).where(eq(invoiceDelivery.way, 'sms'));
    aliyun.trouble = 'refused';
    for (const minutes of [20 * 60, 20 * 60 + 15])
      expect(await deliverInvoices(db, later(minutes))).toMatchObject({ failed: 1 });
    aliyun.trouble = 'none';
    await deliverInvoices(db, later(21 * 60));
    expect(await smsOf(one)).toMatchObject({ state: 'sent' });
    expect(aliyun.taken).toHaveLength(1);
  });

  it('it is asked for by its second day where it never came on the first and was cut off again', async () => {
    const one = await killed(false);
    aliyun.day = dayOf(later(20 * 60));
    await db.execute(sql`alter table invoice_event add constraint cut check (act <> 'delivered') not valid`);
    try {
      expect(await deliverInvoices(db, later(20 * 60))).toEqual({ done: 0, failed: 2 });
    } finally {
      await db.execute(sql`alter table invoice_event drop constraint cut`);
    }
    expect([await smsOf(one), aliyun.taken.length]).toMatchObject([{ state: 'sending' }, 1]);
    await deliverInvoices(db, later(20 * 60 + 11));
    expect(await smsOf(one)).toMatchObject({ state: 'sent' });
    expect(aliyun.taken).toHaveLength(1);
  });

  it('people say where another one may have sent it, and where an older release did', async () => {
    const one = await killed(true);
    aliyun.records[0]!.outId = '';
    await deliverInvoices(db, later(11));
    expect(await smsOf(one)).toMatchObject({ state: 'unknown' });
    aliyun.records = [];
    const other = await killed(false);
    completeEnv(tencent);
    await deliverInvoices(db, later(11));
    expect(await smsOf(other)).toMatchObject({ state: 'unknown' });
    expect(aliyun.taken).toHaveLength(1);
  });
});

it('a text that nobody takes is tried again', async () => {
  const one = await issued();
  vi.spyOn(demoPhone, 'send').mockRejectedValueOnce(new Error('away'));
  expect(await deliverInvoices(db, noon)).toEqual({ done: 1, failed: 1 });
  expect(await seenBy(one)).toMatchObject([{ state: 'sent' }, { state: 'waiting' }]);
  await deliverInvoices(db, later(1));
  expect(await texts()).toHaveLength(1);
});

describe('settings', () => {
  it('of the demo keep mail on its page', async () => {
    completeEnv({ SMTP_URL: '', MAIL_FROM: '' });
    await issued();
    await deliverInvoices(db, noon);
    const [mail] = await db.select().from(demoMail).where(eq(demoMail.address, to.mail));
    expect(mail?.files).toHaveLength(2);
  });

  it('without a server and without a template ask for no address', () => {
    completeEnv({ SMTP_URL: '', MAIL_FROM: '', DEMO: '0' });
    expect(openWays()).toEqual([]);
    completeEnv({ DEMO: '1' });
  });

  it('are whole, and no web address', () => {
    expect(() => parseEnv({ SMTP_URL: house.url })).toThrow(/MAIL_FROM（邮件密钥不完整）/);
    expect(() => parseEnv({ SMTP_URL: 'https://a.test', MAIL_FROM: 'a@a.test' })).toThrow(/smtp:/);
    expect(() => parseEnv({ SMTP_URL: house.url, MAIL_FROM: 'a@a.test\r\nBcc: b@b.test' })).toThrow(
      /MAIL_FROM/,
    );
  });
});
