/** 控销: applying, where it stands, and what the desk decides. */

import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { application, applications } from '#lib/contract/controlled.ts';
import { grantStanding } from '#lib/rules/companies/grant-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { approveGrant, refuseGrant } from '#lib/server/companies/grants.ts';
import { controlledGrant, message } from '#lib/server/db/schema.ts';
import { findAgreements } from '#lib/server/goods/buyer-rows.ts';
import { takeStock } from '#lib/server/goods/stock-rows.ts';
import { applyForControlled, listOwnApplications } from '#lib/server/merchants/controlled.ts';
import { listOffers } from '#lib/server/offers/offers.ts';
import { byStaff, contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const applyCall = routeOf(api.applyForControlled);
const listCall = routeOf(api.controlledApplications);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const other = await contextOf(db, 'other');
const { goodsControlled, goodsControlledGranted, companies } = known;
const mine = { page: 1, size: 20 };
const input = { goods_id: goodsControlled, note: '社区店，两名药师' };

const rowsOf = (companyId: number) =>
  db
    .select()
    .from(controlledGrant)
    .where(and(eq(controlledGrant.companyId, companyId), eq(controlledGrant.goodsId, goodsControlled)));

const agreed = () =>
  db.update(controlledGrant).set({ status: 'agreed' }).where(eq(controlledGrant.goodsId, goodsControlled));

beforeEach(async () => {
  await db.delete(controlledGrant).where(eq(controlledGrant.goodsId, goodsControlled));
  await db.delete(message);
});

describe('applying', () => {
  it('by the call: once, however often and by however many members it is sent', async () => {
    const cookie = await loginAs('demo');
    const body = `goods_id=${goodsControlled}&note=${encodeURIComponent('社区店')}`;
    const first = await request(applyCall, { body, cookie });
    expect(application.parse(first.data)).toMatchObject({
      status: 'applied',
      status_text: '审核中',
      note: '社区店',
    });
    const colleague = await contextOf(db, 'demo-caigou');
    await Promise.all(
      [demo, colleague, demo, colleague, demo, colleague].map((who) => applyForControlled(who, input)),
    );
    expect(await rowsOf(companies.demo)).toMatchObject([{ status: 'applied', note: '社区店' }]);
    const { data } = await request(listCall, { cookie, path: `/api/controlled?goods_id=${goodsControlled}` });
    expect(applications.parse(data).total).toBe(1);
  });

  it('makes one application of many at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => applyForControlled(other, input)));
    expect(await rowsOf(companies.other)).toHaveLength(1);
  });

  it('shows in the buy state of this company alone', async () => {
    await applyForControlled(demo, input);
    const actionOf = async (who: typeof demo) =>
      (await listOffers({ ...who }, { ids: [goodsControlled] }))[0]?.buy_state.action;
    expect(await actionOf(demo)).toBe('审核中');
    expect(await actionOf(other)).toBe('申请采购权限');
    expect((await listOwnApplications(other, mine)).list.map(({ goods_id }) => goods_id)).not.toContain(
      goodsControlled,
    );
  });

  it.each([
    ['goods that nobody controls', known.goodsPlain, 409],
    ['goods that the company may buy already', goodsControlledGranted, 409],
    ['unknown goods', 2_000_000, 404],
  ])('is refused for %s', async (_, goods_id, code) => {
    await expect(applyForControlled(demo, { goods_id, note: '' })).rejects.toMatchObject({ code });
  });

  it('is refused to who could not buy it anyway, and to who does not order', async () => {
    for (const name of ['demo-zhidu', 'demo-caiwu'] as const) {
      const body = { ...input };
      expect(await request(applyCall, { body, cookie: await loginAs(name) })).toMatchObject({ code: 403 });
    }
    for (const name of ['pending', 'rejected', 'frozen'] as const) {
      const who = await contextOf(db, name);
      await expect(applyForControlled(who, input)).rejects.toMatchObject({ code: 403 });
    }
  });

  it('takes a visitor to the login page, and wrong input back with a sentence', async () => {
    expect((await request(applyCall, { body: `goods_id=${goodsControlled}` })).code).toBe(401);
    expect((await request(listCall)).code).toBe(401);
    const cookie = await loginAs('demo');
    for (const body of [
      '',
      'goods_id=0',
      'goods_id=x',
      `goods_id=${goodsControlled}&note=${'长'.repeat(201)}`,
    ]) {
      const answer = await request(applyCall, { body, cookie });
      expect(answer.code, body).toBe(422);
      expect(answer.message).toMatch(/[\u4e00-\u9fff]{3}/);
    }
  });
});

describe('the desk', () => {
  it('grants: the price is there, the company is told, once', async () => {
    await applyForControlled(demo, input);
    await expect(approveGrant(byStaff(db), { who: 'demo', goodsId: goodsControlled })).rejects.toThrow(
      '商家还没有同意',
    );
    await agreed();
    await Promise.all(
      [1, 2, 3].map(() => approveGrant(byStaff(db), { who: 'demo', goodsId: goodsControlled })),
    );
    const [offer] = await listOffers({ ...demo }, { ids: [goodsControlled] });
    expect(offer).toMatchObject({ is_buy: 1, price: expect.stringMatching(/^\d+\.\d\d$/) });
    expect((await listOffers({ ...other }, { ids: [goodsControlled] }))[0]?.price).toBeUndefined();
    expect(await db.select().from(message)).toMatchObject([
      { companyId: companies.demo, kind: 'controlled' },
    ]);
    await expect(applyForControlled(demo, input)).rejects.toMatchObject({ code: 409 });
  });

  it('refuses with a reason that the company reads, and takes a second application', async () => {
    await applyForControlled(demo, input);
    await refuseGrant(byStaff(db), { who: 'demo', goodsId: goodsControlled, reason: '所在商圈已有门店' });
    await expect(
      refuseGrant(byStaff(db), { who: 'demo', goodsId: goodsControlled, reason: '再驳回' }),
    ).rejects.toThrow('未通过');
    const { list } = await listOwnApplications(demo, { ...mine, goods_id: goodsControlled });
    expect(list).toMatchObject([{ status: 'refused', status_text: '未通过', reason: '所在商圈已有门店' }]);
    expect(await db.select().from(message)).toMatchObject([{ title: '控销采购权限未通过' }]);
    expect(await applyForControlled(demo, { ...input, note: '已换址' })).toMatchObject({
      status: 'applied',
      note: '已换址',
      reason: '',
    });
    await agreed();
    await approveGrant(byStaff(db), { who: 'demo', goodsId: goodsControlled });
    expect((await db.select().from(message)).map(({ title }) => title)).toContain('控销采购权限已通过');
  });

  it('opens the item to the last day and not after it: rule, facts, catalogue and stock say the same', async () => {
    await applyForControlled(demo, input);
    await agreed();
    await approveGrant(byStaff(db), { who: 'demo', goodsId: goodsControlled });
    const dayAt = (days: number) => dayKey(demo.now.getTime() + days * 86_400_000);
    const set = (values: Partial<typeof controlledGrant.$inferInsert>) =>
      db.update(controlledGrant).set(values).where(eq(controlledGrant.goodsId, goodsControlled));
    const { companyId } = demo.actor.account;
    for (const [status, validTo] of [
      ['granted', null],
      ['granted', dayAt(1)],
      ['granted', dayAt(0)],
      ['granted', dayAt(-1)],
      ['applied', null],
      ['agreed', null],
      ['refused', null],
      ['withdrawn', null],
      ['withdrawn', dayAt(1)],
    ] as const) {
      await set({ status, validTo });
      const isOpen = grantStanding({ status, validTo }, demo.now.getTime()) === 'granted';
      const what = `${status} ${validTo}`;
      const [offer] = await listOffers({ ...demo }, { ids: [goodsControlled] });
      expect(offer?.price !== undefined, what).toBe(isOpen);
      const agreed = await findAgreements(db, companyId, demo.now.getTime());
      expect(agreed.grants.has(goodsControlled), what).toBe(isOpen);
      const taken = db.transaction(async (tx) => {
        const ids = await takeStock(tx, [{ goodsId: goodsControlled, quantity: 1 }], {
          companyId,
          now: demo.now,
        });
        throw new Error(String(ids.length));
      });
      await expect(taken, what).rejects.toThrow(isOpen ? '1' : '0');
    }
    await set({ status: 'granted', validTo: dayAt(-1) });
    const { list } = await listOwnApplications(demo, { ...mine, goods_id: goodsControlled });
    expect(list).toMatchObject([{ status: 'ended', status_text: '已到期', valid_to: dayAt(-1) }]);
    expect(await applyForControlled(demo, input)).toMatchObject({ status: 'applied', valid_to: '' });
  });

  it('never grants what nobody applied for', async () => {
    await expect(approveGrant(byStaff(db), { who: 'demo', goodsId: goodsControlled })).rejects.toThrow(
      '没有申请过',
    );
    await expect(approveGrant(byStaff(db), { who: '没有这家', goodsId: goodsControlled })).rejects.toThrow(
      '没有企业',
    );
  });
});
