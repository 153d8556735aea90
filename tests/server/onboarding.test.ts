/** 首营资料: handed in by the merchant alone, replaced by one of two, read by who may; nobody else. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { onboardingList } from '#lib/contract/desk/lists/onboarding.ts';
import type { OnboardingSheet } from '#lib/contract/onboarding.ts';
import type { OnboardingKind } from '#lib/rules/companies/onboarding.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { connect } from '#lib/server/db/client.ts';
import { onboardingPaper } from '#lib/server/db/schema.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { uploadOnboarding } from '#lib/server/onboarding/change.ts';
import { findOnboardingBytes } from '#lib/server/onboarding/files.ts';
import { askOrderPapers, getOrderPapers } from '#lib/server/receiving/papers.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { pdfOf, pictureOf, pngBomb } from '#tests/support/papers.ts';
import { callHandler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as file } from '../../src/pages/file/onboarding/[file].ts';

const addPage = routeOf(api.addOnboardingPage);
const remove = routeOf(api.removeOnboarding);
const list = routeOf(api.deskOnboarding);
const upload = routeOf(api.uploadOnboarding);

const { db, pool, url } = await testDatabase();
/** Waits for a lock as long as it takes: a file is read in a process of its own, on a busy machine seconds after another. */
const patient = connect(url, { max: 4, statementTimeout: 0 });
afterAll(() => patient.pool.end());
await payFreely(db);

const { rows: own } = await pool.query(
  'select g.merchant_id, p.maker from goods g join product p on p.id = g.product_id where g.id = $1',
  [goodsPlain],
);
const merchantId: number = own[0].merchant_id;
const maker: string = own[0].maker;
const goodsId = await makeGoods(db, goodsPlain, 1_000);
const otherGoods = await makeGoods(db, goodsPlainSecond, 1_000);
const dayFrom = (days: number) => dayKey(Date.now() + days * 86_400_000);

let clerk: Person;
let other: Person;
let packer: Person;
let quality: Person;
let seller: Person;

beforeAll(async () => {
  clerk = await person(db, 'ziliao', 'goods', merchantId);
  other = await person(db, 'bieren', 'admin', merchantId + 1);
  packer = await person(db, 'dabao', 'orders', merchantId);
  quality = await person(db, 'zhiguan', 'review');
  seller = await person(db, 'yunying', 'marketing');
});

interface Sent {
  kind?: OnboardingKind;
  goods?: number;
  validTo?: string;
  number?: string;
  replaces?: number;
  bytes?: Buffer;
  name?: string;
}

function send(who: Person, sent: Sent = {}) {
  const body = new FormData();
  body.set('goods', String(sent.goods ?? 0));
  body.set('kind', sent.kind ?? 'drug_licence');
  body.set('number', sent.number ?? '豫AA3710001');
  body.set('valid_to', sent.validTo ?? dayFrom(400));
  body.set('replaces', String(sent.replaces ?? 0));
  body.set('file', new File([new Uint8Array(sent.bytes ?? pdfOf())], sent.name ?? '许可证.pdf'));
  return request<OnboardingSheet>(upload, { cookie: who.cookie, body });
}

function sendPage(who: Person, id: number, bytes: Buffer, goods = 0) {
  const body = new FormData();
  body.set('goods', String(goods));
  body.set('file', new File([new Uint8Array(bytes)], '第二页.jpg'));
  return request<OnboardingSheet>(addPage, { cookie: who.cookie, params: { id: String(id) }, body });
}

const byMerchant = (id = merchantId) => ({
  db: patient.db,
  now: new Date(),
  actor: { kind: 'merchant' as const, name: 'ziliao', merchantId: id },
  requestId: 'test',
});

/** The service alone: calls of one address take turns before it, those of two processes do not. */
async function handIn(kind: OnboardingKind, { replaces, bytes }: { replaces: number; bytes: Buffer }) {
  const file = { name: '协议.pdf', type: 'application/pdf', bytes: new Uint8Array(bytes) };
  const input = { goods: 0, kind, number: '1', valid_to: dayFrom(400), replaces, file };
  return uploadOnboarding(byMerchant(), input).then(
    (sheet) => ({ code: 200, sheet }),
    (error: { code?: number }) => ({ code: error.code ?? 500, sheet: null }),
  );
}

/**
 * Acts that have all begun to write before one of them can: they wait behind a lock of the table, which is taken away
 * when all of them stand there.
 */
async function together<T>(acts: readonly (() => Promise<T>)[]): Promise<T[]> {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table onboarding_paper in share mode');
    const done = acts.map((act) => act());
    await expect
      .poll(
        async () =>
          (
            await pool.query(
              `select count(*)::int as n from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rows[0].n,
        { timeout: 40_000 },
      )
      .toBe(acts.length);
    await holder.query('commit');
    return await Promise.all(done);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

const drop = (who: Person, id: number, goods = 0) =>
  request<OnboardingSheet>(remove, {
    cookie: who.cookie,
    params: { id: String(id) },
    body: { goods },
  });
const rowOf = (sheet: OnboardingSheet, kind: OnboardingKind) => sheet.rows.find((row) => row.kind === kind)!;
const see = async (cookie: string, url: string) =>
  (await callHandler(file, { cookie, params: { file: url.split('/').at(-1)! } })).status;
const acts = async (act: string) =>
  Number((await pool.query('select count(*) from audit_log where act = $1', [act])).rows[0].count);

describe('a paper', () => {
  it('is handed in by the merchant’s people with the role, as a PDF or a picture, with a day that holds', async () => {
    expect((await send(packer)).code).toBe(403);
    expect((await send(quality)).code).toBe(404);
    expect((await send(other, { kind: 'approval', goods: goodsId })).code).toBe(404);
    expect((await send(clerk, { kind: 'approval' })).code).toBe(422);
    expect((await send(clerk, { kind: 'drug_licence', goods: goodsId })).code).toBe(422);
    for (const [sent, says] of [
      [{ validTo: dayFrom(-1) }, '已过有效期'],
      [{ validTo: '' }, '请填写'],
      [{ kind: 'seal_specimens' as const }, '没有有效期'],
      [{ bytes: Buffer.from('<script>alert(1)</script>'), name: 'a.pdf' }, 'a.pdf'],
      [{ bytes: pngBomb(20_000), name: 'b.png' }, 'b.png'],
      [{ bytes: pdfOf(60), name: 'c.pdf' }, '超过50页'],
    ] as const) {
      const refused = await send(clerk, sent);
      expect(refused.code).toBe(422);
      expect(JSON.stringify(refused)).toContain(says);
    }
    expect(await db.$count(onboardingPaper)).toBe(0);

    const kept = await send(clerk);
    expect(kept.code).toBe(200);
    expect(rowOf(kept.data, 'drug_licence')).toMatchObject({
      number: '豫AA3710001',
      state: 'valid',
      is_required: 1,
      uploaded_by: 'ziliao',
      files: [{ name: '许可证.pdf' }],
    });
    expect(rowOf(kept.data, 'quality_agreement')).toMatchObject({ state: 'missing', id: 0 });
    const again = await send(clerk);
    expect(again.data.rows).toEqual(kept.data.rows);
    expect(await acts('onboarding.upload')).toBe(1);
    const picture = await send(clerk, {
      kind: 'seal_specimens',
      validTo: '',
      bytes: await pictureOf('#c00', 'png'),
      name: '印模.png',
    });
    expect(rowOf(picture.data, 'seal_specimens')).toMatchObject({ state: 'valid', valid_to: '' });
  });

  it('is replaced by one of two, and the one before stays in the history', async () => {
    const kind = 'quality_agreement';
    const first = rowOf((await send(clerk, { kind })).data, kind);
    const answers = await together(
      [2, 3].map((pages) => () => handIn(kind, { replaces: first.id, bytes: pdfOf(pages) })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const stale = await send(clerk, { kind, replaces: first.id, bytes: pdfOf(4) });
    expect(stale.code).toBe(409);
    const data = answers.find(({ code }) => code === 200)!.sheet!;
    const held = rowOf(data, kind);
    expect(data.past).toMatchObject([{ id: first.id, end_text: '已更换', ended_by: 'ziliao' }]);

    expect((await drop(other, held.id)).code).toBe(404);
    expect((await drop(packer, held.id)).code).toBe(403);
    const gone = await Promise.all([drop(clerk, held.id), drop(clerk, held.id)]);
    expect(gone.map(({ code }) => code)).toEqual([200, 200]);
    expect(rowOf(gone[0]!.data, kind)).toMatchObject({ state: 'missing', id: 0 });
    expect(await acts('onboarding.remove')).toBe(1);
    expect((await sendPage(clerk, held.id, await pictureOf('#0a0'))).code).toBe(409);
    // Two first ones at once: one of them holds.
    const both = await together(
      [5, 6].map((pages) => () => handIn(kind, { replaces: 0, bytes: pdfOf(pages) })),
    );
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  it('has further pages, each once, ten at most', async () => {
    const kind = 'sales_authorisation';
    const { id } = rowOf((await send(clerk, { kind })).data, kind);
    const green = await pictureOf('#0a0');
    expect((await sendPage(other, id, green)).code).toBe(404);
    const [one, two] = await Promise.all([sendPage(clerk, id, green), sendPage(clerk, id, green)]);
    expect([one!.code, two!.code]).toEqual([200, 200]);
    for (let side = 301; side < 309; side++)
      expect((await sendPage(clerk, id, await pictureOf('#00a', 'jpeg', side))).code).toBe(200);
    const full = await sendPage(clerk, id, await pictureOf('#00a', 'jpeg', 350));
    expect(full.code).toBe(422);
    expect(JSON.stringify(full)).toContain('最多10个文件');
    const { rows } = await pool.query(
      'select array_agg(position order by position) as at from onboarding_page where paper_id = $1',
      [id],
    );
    expect(rows[0].at).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('of a maker stands for all of its goods, of a goods for that one', async () => {
    const approval = await send(clerk, { kind: 'approval', goods: goodsId, bytes: pdfOf(2) });
    expect(approval.data).toMatchObject({ goods_id: goodsId, maker });
    await send(clerk, { kind: 'maker_business_licence', goods: goodsId, validTo: '', bytes: pdfOf(3) });
    const twin = await makeGoods(db, goodsPlain, 10);
    const sheet = (await send(clerk, { kind: 'quality_standard', goods: twin, validTo: '' })).data;
    expect(rowOf(sheet, 'maker_business_licence')).toMatchObject({ state: 'valid', valid_to: '长期' });
    expect(rowOf(sheet, 'approval').state).toBe('missing');
  });
});

describe('the list', () => {
  const find = async (who: Person, query: Record<string, string>) =>
    (
      await request<ListAnswer<RowOf<typeof onboardingList>>>(list, {
        cookie: who.cookie,
        path: `/api/desk/onboarding?${new URLSearchParams({ size: '1000', ...query })}`,
      })
    ).data.rows.map(({ goods_id: id }) => id);

  it('finds a merchant’s own goods by name, number, maker and how their papers stand', async () => {
    const late = await makeGoods(db, goodsPlain, 10);
    await send(clerk, { kind: 'approval', goods: late, validTo: dayFrom(60) });
    expect(await find(clerk, { goods: String(late) })).toEqual([late]);
    expect(await find(other, { goods: String(late) })).toEqual([]);
    expect(await find(quality, { goods: String(late), merchant: '没有这家' })).toEqual([]);
    expect(await find(quality, { goods: String(late) })).toEqual([late]);
    expect(await find(clerk, { view: 'quarter', maker })).toContain(late);
    expect(await find(clerk, { view: 'due' })).not.toContain(late);
    expect(await find(clerk, { view: 'lacking', goods: String(late) })).toEqual([late]);
    await pool.query(`update onboarding_paper set valid_to = $2::date where goods_id = $1`, [
      late,
      dayFrom(-2),
    ]);
    expect(await find(clerk, { view: 'due' })).toContain(late);
    expect((await request(list, { cookie: seller.cookie })).code).toBe(403);
    expect((await request(list, { cookie: await loginAs('demo') })).code).toBe(404);
    const due = (await listToday(byMerchant())).find(({ title }) => title === '首营资料到期');
    expect(due).toMatchObject({ count: 1, href: '/desk/onboarding', search: '?view=due' });
  });
});

const asked = async (id = merchantId) =>
  (await listToday(byMerchant(id))).find(({ title }) => title === '买家索取首营资料')!.count;

describe('a buyer', () => {
  async function bought() {
    const [buyer, stranger] = await makeBuyers(db, 2, 100_000_000);
    const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
    await pay(db, buyer!, made.trade_no);
    return {
      no: made.orders[0]!.no,
      buyer: buyer!,
      mine: contextOf(db, buyer!),
      theirs: contextOf(db, stranger!),
    };
  }

  it('reads what holds and is about goods that came; others get nothing', async () => {
    const { no, buyer, theirs } = await bought();
    const file2 = rowOf(
      (await send(clerk, { kind: 'approval', goods: otherGoods, bytes: pdfOf(7) })).data,
      'approval',
    );
    const { data } = await send(clerk, {
      kind: 'package_specimen',
      goods: goodsId,
      validTo: '',
      bytes: pdfOf(8),
    });
    const specimen = rowOf(data, 'package_specimen');
    const url = specimen.files[0]!.url;
    const idOf = (address: string) => Number(address.split('/').at(-1));
    const asBuyer = (account: typeof buyer, address = url) =>
      findOnboardingBytes(db, { account, staff: null }, idOf(address));
    expect(await asBuyer(buyer)).toBeNull();
    await shipOrder(byStaff(db), { no });
    expect((await asBuyer(buyer))?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await asBuyer(theirs.actor.account)).toBeNull();
    // Of goods that were not in the order.
    expect(await asBuyer(buyer, file2.files[0]!.url)).toBeNull();
    expect(await see(clerk.cookie, url)).toBe(200);
    expect(await see(quality.cookie, url)).toBe(200);
    for (const cookie of [other.cookie, packer.cookie, seller.cookie, '', await loginAs('demo')])
      expect.soft(await see(cookie, url)).toBe(404);
    await drop(clerk, specimen.id, goodsId);
    expect(await asBuyer(buyer)).toBeNull();
    expect(await see(clerk.cookie, url)).toBe(200);
  });

  it('asks for what is missing by one press, once; it stands on the desk until it comes', async () => {
    const { no, mine, theirs } = await bought();
    expect(await getOrderPapers(mine, { no })).toMatchObject({
      parcels: 0,
      onboarding: [{ title: '供货单位' }],
    });
    await askOrderPapers(mine, { no });
    expect(await asked()).toBe(0);
    await shipOrder(byStaff(db), { no });
    const before = await getOrderPapers(mine, { no });
    expect(before.onboarding_missing).toBeGreaterThan(3);
    expect(before.onboarding_unasked).toBe(before.onboarding_missing);
    await expect(askOrderPapers(theirs, { no })).rejects.toMatchObject({ code: 404 });
    const both = await Promise.all([askOrderPapers(mine, { no }), askOrderPapers(mine, { no })]);
    for (const papers of both)
      expect(papers).toMatchObject({ onboarding_unasked: 0, onboarding_missing: before.onboarding_missing });
    expect([await asked(), await asked(merchantId + 1)]).toEqual([before.onboarding_missing, 0]);
    const { data } = await send(clerk, { kind: 'bank_details', validTo: '', number: '' });
    expect(rowOf(data, 'bank_details').asked).toBe(0);
    expect(rowOf(data, 'note_specimen').asked).toBe(1);
    await send(clerk, { kind: 'note_specimen', validTo: '', number: '' });
    expect(await asked()).toBe(before.onboarding_missing - 2);
    // Somebody asked in the moment in which it came.
    await pool.query(
      `insert into onboarding_wish (merchant_id, kind, company_id, order_no) values ($1, 'bank_details', $2, $3)`,
      [merchantId, mine.actor.account.companyId, no],
    );
    expect(await asked()).toBe(before.onboarding_missing - 2);
    const after = await getOrderPapers(mine, { no });
    expect(after.onboarding_missing).toBe(before.onboarding_missing - 2);
    const { rows: notified } = await pool.query(
      `select body from message where company_id = $1 and title = '首营资料已补充'`,
      [mine.actor.account.companyId],
    );
    expect(notified).toEqual([{ body: expect.stringContaining(`订单${no}`) }]);
  });
});
