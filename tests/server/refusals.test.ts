/** Parcels that were refused at the door: taken back, disputed, handed to the platform; once, and by whose they are. */

import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { orders } from '#lib/contract/desk/lists/orders.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { takeBackDeadline } from '#lib/rules/orders/refusal-state.ts';
import { uploadCasePicture } from '#lib/server/after-sale/picture.ts';
import type { Context } from '#lib/server/core/context.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { orphanAge, sweepFiles } from '#lib/server/files/sweep.ts';
import { refuseMyOrder } from '#lib/server/orders/change.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { refusalDue } from '#lib/server/orders/refusals-due.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { getDeskOrder } from '#lib/server/shipping/orders.ts';
import { settleRefusal, uploadRefusalPicture } from '#lib/server/shipping/refusal.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { press } from '#tests/support/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { pdfOf, pictureOf } from '#tests/support/papers.ts';
import { callHandler, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as preview } from '../../src/pages/file/[id]/index.ts';

const settle = routeOf(api.settleRefusal);
const list = routeOf(api.deskOrders);

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const counter = await openCounter();
await payFreely(db);
const goodsId = await makeGoods(db, goodsPlain, 100_000);
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsId]))
  .rows[0].merchant_id;
const hour = 3_600_000;

const merchant = (name = '收货员', now = new Date(), id = merchantId): Context<'staff'> => ({
  db,
  now,
  actor: { kind: 'merchant', name, merchantId: id },
  requestId: 'test',
});
const afterDeadline = () => new Date(takeBackDeadline(Date.now()) + hour);

async function refused(
  provider: 'balance' | 'sandbox' = 'balance',
  now = new Date(),
  pictures: (buyer: Account) => Promise<number[]> = async () => [],
) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  const begun = await pay(db, buyer!, made.trade_no, provider);
  if (provider === 'sandbox') await press(db, begun.redirect, 'pay');
  const no = made.orders[0]!.no;
  await shipOrder(byStaff(db), { no, carrier: '顺丰速运', trackingNo: `SF${no.slice(-10)}` });
  await refuseMyOrder(
    { ...contextOf(db, buyer!), now },
    {
      no,
      reason: '外箱破损',
      pictures: await pictures(buyer!),
    },
  );
  return { buyer: buyer!, no };
}

const ask = (context: Context<'staff'>, no: string, act: 'take_back' | 'dispute' | 'dismiss', reason = '') =>
  settleRefusal(context, { no, act, reason });
const mine = async ({ buyer, no }: Awaited<ReturnType<typeof refused>>, now = new Date()) =>
  getMyOrder({ ...contextOf(db, buyer), now }, { no });
const audits = async (no: string) =>
  (await pool.query('select act, merchant_id from audit_log where subject_key = $1 order by id', [no])).rows
    .map(({ act, merchant_id: id }) => `${act} ${id}`)
    .filter((text) => !text.startsWith('order.ship'));
const messages = async (companyId: number) =>
  (await pool.query('select title from message where company_id = $1 order by id', [companyId])).rows
    .map(({ title }): string => title)
    .filter((title) => title.includes('拒收'));
const counted = async (context: Context<'staff'>) =>
  (await listToday(context)).find(({ title }) => title === '拒收待处理');

/** Fen that went back, by the order and by the balance. */
async function backOf({ buyer, no }: { buyer: { companyId: number }; no: string }) {
  const { rows } = await pool.query(
    `select o.refunded_amount::int as refunded, o.goods_amount::int - o.discount_amount::int as goods,
      (select coalesce(sum(amount), 0)::int from wallet_ledger where company_id = $2 and use_type = 'refund') as wallet
     from "order" o where o.no = $1`,
    [no, buyer.companyId],
  );
  return rows[0] as { refunded: number; goods: number; wallet: number };
}

describe('taken back', () => {
  it('by two clerks at once and again: paid back once, closed, told and written down once', async () => {
    const one = await refused();
    expect(await mine(one)).toMatchObject({ status_text: '拒收处理中', receive_by: null });
    expect((await mine(one)).take_back_by).not.toBeNull();
    const both = await Promise.all(['甲', '乙'].map((name) => ask(merchant(name), one.no, 'take_back')));
    for (const now of [...both, await ask(merchant('丙'), one.no, 'take_back')])
      expect(now).toMatchObject({ status_text: '已关闭', refusal: null, refusal_text: '' });
    const { refunded, goods, wallet } = await backOf(one);
    expect([refunded, wallet]).toEqual([goods, goods]);
    expect(await audits(one.no)).toEqual([`order.take_back ${merchantId}`]);
    expect(
      (await messages(one.buyer.companyId)).filter((title) => title.startsWith('拒收已处理')),
    ).toHaveLength(1);
    const wire = await mine(one);
    expect(wire).toMatchObject({ status_text: '已关闭', take_back_by: null });
    expect(wire.refunds).toHaveLength(1);
  });

  it('while the counter is away: owed, and sent once it is back', async () => {
    const one = await refused('sandbox');
    const now = await counter.away(() => ask(merchant(), one.no, 'take_back'));
    expect(now.status_text).toBe('已关闭');
    const state = async () =>
      (await pool.query('select status from refund where order_no = $1', [one.no])).rows.map(
        ({ status }): string => status,
      );
    expect(await state()).not.toEqual(['done']);
    await ask(merchant(), one.no, 'take_back');
    await runRefunds(db, new Date(Date.now() + 2 * hour));
    expect(await state()).toEqual(['done']);
    expect(counter.count('refund')).toBeGreaterThan(0);
  });

  it('also after the time is over: only the merchant has the parcel in hand', async () => {
    const one = await refused();
    expect(await ask(merchant('甲', afterDeadline()), one.no, 'take_back')).toMatchObject({
      status_text: '已关闭',
    });
  });
});

describe('disputed', () => {
  it('with a reason it is the platform’s, which dismisses it: completed, nothing paid back', async () => {
    const one = await refused();
    await expect(ask(merchant(), one.no, 'dispute')).rejects.toMatchObject({ code: 422 });
    const before = (await counted(byStaff(db)))?.count ?? 0;
    const both = await Promise.all([1, 2].map(() => ask(merchant(), one.no, 'dispute', '签收单有签字')));
    for (const now of both)
      expect(now).toMatchObject({
        refusal_text: '拒收待平台处理',
        refusal: { due_at: '', acts: ['take_back'] },
      });
    expect((await counted(byStaff(db)))?.count).toBe(before + 1);
    // Other words are another dispute, and it is not theirs any more.
    await expect(ask(merchant(), one.no, 'dispute', '另一个说法')).rejects.toMatchObject({ code: 409 });
    await expect(ask(merchant(), one.no, 'dismiss', '不成立')).rejects.toMatchObject({ code: 409 });
    expect((await mine(one)).take_back_by).toBeNull();
    expect(await refusalDue(db, afterDeadline())).toMatchObject({ failed: 0 });
    expect(await messages(one.buyer.companyId)).toEqual(['拒收已转平台处理']);
    await Promise.all([1, 2].map(() => ask(byStaff(db), one.no, 'dismiss', '照片显示外箱完好')));
    const wire = await mine(one);
    expect(wire).toMatchObject({ status_text: '已完成', refunds: [] });
    expect(wire.actions).toContain('aftersale');
    expect(wire.timeline.map(({ note }) => note).join()).toContain('平台判定拒收不成立：照片显示外箱完好');
    expect(await audits(one.no)).toEqual([`order.dispute ${merchantId}`, `order.dismiss ${merchantId}`]);
    await expect(ask(merchant(), one.no, 'take_back')).rejects.toMatchObject({ code: 409 });
    expect((await backOf(one)).refunded).toBe(0);
  });

  it('and decided by two at once, one of them for the buyer: one decision holds', async () => {
    const one = await refused();
    await ask(merchant(), one.no, 'dispute', '外箱完好');
    const tries = await Promise.allSettled([
      ask(merchant(), one.no, 'take_back'),
      ask(byStaff(db), one.no, 'dismiss', '不成立'),
    ]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { status_text: text } = await mine(one);
    const { refunded, goods } = await backOf(one);
    expect([text, refunded]).toEqual(text === '已关闭' ? ['已关闭', goods] : ['已完成', 0]);
  });
});

describe('the time of ten days', () => {
  it('hands it to the platform, and tells the buyer once', async () => {
    const one = await refused();
    await expect(ask(byStaff(db), one.no, 'take_back')).rejects.toMatchObject({ code: 409 });
    const early = new Date(Date.now() + 9 * 24 * hour);
    await refusalDue(db, early);
    expect(await messages(one.buyer.companyId)).toEqual([]);
    const late = afterDeadline();
    expect((await mine(one, late)).take_back_by).toBeNull();
    const ours = await counted(merchant('甲', late));
    const theirs = await counted(byStaff(db, late));
    expect(ours?.count).toBe(0);
    expect(theirs?.count).toBeGreaterThan(0);
    await Promise.all([refusalDue(db, late), refusalDue(db, late)]);
    await refusalDue(db, late);
    expect(await messages(one.buyer.companyId)).toEqual(['拒收已转平台处理']);
    expect((await mine(one, late)).timeline.filter(({ note }) => note.includes('超过10天'))).toHaveLength(1);
    await expect(ask(merchant('甲', late), one.no, 'dispute', '晚了')).rejects.toMatchObject({ code: 409 });
    expect(await ask(byStaff(db, late), one.no, 'take_back', '商家未处理')).toMatchObject({
      status_text: '已关闭',
    });
    expect((await backOf(one)).refunded).toBe((await backOf(one)).goods);
  });
});

describe('at the desk', () => {
  it('is listed, counted and decided by whose it is, and by nobody else', async () => {
    const before = (await counted(merchant()))?.count ?? 0;
    const one = await refused();
    expect(await counted(merchant())).toMatchObject({ count: before + 1, search: '?state=refusal_due' });
    expect((await counted(merchant('外', new Date(), merchantId + 1)))?.count).toBe(0);
    const clerk = await person(db, 'tuihui', 'orders', merchantId);
    const other = await person(db, 'bieren', 'orders', merchantId + 1);
    const goodsClerk = await person(db, 'shangpin', 'goods', merchantId);
    const found = async (cookie: string) =>
      (
        await request<ListAnswer<RowOf<typeof orders>>>(list, {
          cookie,
          path: `/api/desk/orders?q=${one.no}`,
        })
      ).data.rows;
    expect(await found(clerk.cookie)).toMatchObject([{ no: one.no, refusal: '拒收待商家收回' }]);
    expect(await found(other.cookie)).toEqual([]);
    const send = (cookie: string, body: object) =>
      request<DeskOrder>(settle, { method: 'POST', params: { no: one.no }, cookie, body });
    const back = { act: 'take_back', reason: '' };
    expect(await send(other.cookie, back)).toMatchObject({ code: 404 });
    expect(await send(goodsClerk.cookie, back)).toMatchObject({ code: 403 });
    expect(await send('', back)).toMatchObject({ code: 404 });
    expect(await send(clerk.cookie, { act: 'burn', reason: '' })).toMatchObject({ code: 422 });
    expect(await send(clerk.cookie, { act: 'dispute', reason: ' ' })).toMatchObject({
      code: 422,
      data: { errors: { reason: [expect.any(String)] } },
    });
    expect((await mine(one)).status_text).toBe('拒收处理中');
    expect(await send(clerk.cookie, back)).toMatchObject({ code: 200, data: { status_text: '已关闭' } });
  });

  it('an order that was not refused has nothing to take back', async () => {
    const [buyer] = await makeBuyers(db, 1, 100_000_000);
    const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
    await pay(db, buyer!, made.trade_no);
    for (const act of ['take_back', 'dispute', 'dismiss'] as const)
      await expect(ask(merchant(), made.orders[0]!.no, act, '原因')).rejects.toMatchObject({ code: 409 });
  });
});

describe('pictures', () => {
  const fileOf = async (colour: string) => ({
    name: '外箱.jpg',
    type: 'image/jpeg',
    bytes: new Uint8Array(await pictureOf(colour)),
  });
  const buyers = (colour: string) => async (buyer: Account) => [
    (await uploadCasePicture(contextOf(db, buyer), { file: await fileOf(colour) })).id,
  ];
  const desks = async (of: Context<'staff'>, no: string, colour: string) =>
    (await uploadRefusalPicture(of, { no, file: await fileOf(colour) })).id;
  const statusFor = async (id: number, { cookie }: { cookie: string }) =>
    (await callHandler(preview, { params: { id: String(id) }, cookie })).status;

  it('of buyer and desk are seen where it is decided, by this merchant and the platform alone, and stay', async () => {
    const one = await refused('balance', new Date(), buyers('#804020'));
    const said = (await getDeskOrder(merchant(), { no: one.no })).refusal?.said;
    const [shown] = said?.[0]?.files ?? [];
    expect(shown).toMatchObject({ kind: 'image', name: '外箱.jpg' });
    const id = shown!.id;
    const answer = await desks(merchant(), one.no, '#208040');
    const own = await person(db, 'tu.own', 'orders', merchantId);
    const others = await person(db, 'tu.others', 'orders', merchantId + 1);
    const goods = await person(db, 'tu.goods', 'goods', merchantId);
    const platform = await person(db, 'tu.platform', 'service');
    for (const file of [id, answer]) {
      expect([await statusFor(file, own), await statusFor(file, platform)]).toEqual([200, 200]);
      expect([await statusFor(file, others), await statusFor(file, goods)]).toEqual([404, 404]);
    }
    const dispute = { no: one.no, act: 'dispute', reason: '外箱完好', pictures: [answer] } as const;
    await Promise.all([settleRefusal(merchant(), dispute), settleRefusal(merchant(), dispute)]);
    await settleRefusal(byStaff(db), {
      no: one.no,
      act: 'dismiss',
      reason: '照片显示完好',
      pictures: [await desks(byStaff(db), one.no, '#204080')],
    });
    // Nothing that is named is swept.
    await sweepFiles(db, new Date(Date.now() + orphanAge + hour));
    expect((await mine(one)).timeline.slice(-3).map(({ files }) => files.length)).toEqual([1, 1, 1]);
    expect((await getDeskOrder(merchant(), { no: one.no })).log.flatMap(({ files }) => files)).toHaveLength(
      3,
    );
    expect([await statusFor(id, own), await statusFor(answer, own)]).toEqual([200, 200]);
    await expect(desks(merchant(), one.no, '#208040')).rejects.toMatchObject({ code: 409 });
  });

  it('that are another’s, another order’s or no pictures are refused, and nothing happens', async () => {
    const [stranger] = await makeBuyers(db, 1);
    const theirs = await buyers('#111111')(stranger!);
    const gone = { code: 422, message: expect.stringContaining('图片已失效') };
    await expect(refused('balance', new Date(), async () => theirs)).rejects.toMatchObject(gone);
    const one = await refused('balance', new Date(), buyers('#222222'));
    const other = await refused();
    const elsewhere = await desks(merchant(), other.no, '#333333');
    const ofBuyer = (await getDeskOrder(merchant(), { no: one.no })).refusal!.said[0]!.files[0]!.id;
    for (const id of [elsewhere, ofBuyer, theirs[0]!])
      await expect(
        settleRefusal(merchant(), { no: one.no, act: 'dispute', reason: '外箱完好', pictures: [id] }),
      ).rejects.toMatchObject(gone);
    expect((await mine(one)).take_back_by).not.toBeNull();
    const strange = merchant('外', new Date(), merchantId + 1);
    await expect(desks(strange, one.no, '#444444')).rejects.toMatchObject({ code: 404 });
    const pdf = { name: '记录.pdf', type: 'application/pdf', bytes: new Uint8Array(pdfOf()) };
    await expect(uploadRefusalPicture(merchant(), { no: one.no, file: pdf })).rejects.toMatchObject({
      code: 422,
    });
  });
});
