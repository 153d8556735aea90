/** Merchants at the desks: created, changed by both sides, at rest, and stopped with what hangs on them. */

import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { merchants } from '#lib/contract/desk/lists/merchants.ts';
import type { MerchantFileWire } from '#lib/contract/merchant-desk.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { auditLog, goods, merchant, order as orders } from '#lib/server/db/schema.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { person } from '#tests/support/desk-people.ts';
import { merchantFieldsOf } from '#tests/support/merchant.ts';
import { makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const create = routeOf(api.createMerchant);
const read = routeOf(api.deskMerchant);
const save = routeOf(api.saveMerchant);
const saveOwn = routeOf(api.saveOwnMerchant);
const own = routeOf(api.ownMerchant);
const stop = routeOf(api.stopMerchant);
const resume = routeOf(api.resumeMerchant);

const { db } = await testDatabase();
const house = await person(db, 'merchants.house', 'admin');
const quality = await person(db, 'merchants.quality', 'review');
const boss = await person(db, 'merchants.boss', 'admin', 1);
const to = (id: number) => ({ params: { id: String(id) } });

const fieldsOf = (more: Record<string, string> = {}) =>
  Object.entries({ ...merchantFieldsOf(), alias: '新谷医药', ...more }).map(([field, value]) => ({
    field,
    value,
  }));
const papers = [
  { kind: 'business_licence', number: '91420100MA4KXAAA1P', valid_from: '2020-01-01', valid_to: '' },
  { kind: 'drug_licence', number: '鄂AA0270001', valid_from: '2024-01-01', valid_to: '2028-12-31' },
];
const change = (id: number, field: string, seen: string, value: string, cookie = house.cookie) =>
  request<MerchantFileWire>(save, { body: { changes: [{ field, seen, value }] }, cookie, ...to(id) });

describe('a new merchant', () => {
  it('is created once by the platform, with every wrong field told at its place', async () => {
    const ask = (body: object, cookie = house.cookie) => request<MerchantFileWire>(create, { body, cookie });
    const wrong = await ask({ code: 'm', fields: fieldsOf(), papers });
    expect(wrong).toMatchObject({ code: 422, data: { errors: { code: [/商家编码为/] } } });
    const two = await ask({
      code: 'N01',
      fields: fieldsOf({ fee: '十元', alias: '' }),
      papers: papers.slice(1),
    });
    expect(two).toMatchObject({
      code: 422,
      data: { errors: { fee: [/运费写成元/], alias: [/简称为/], papers: ['请给出营业执照'] } },
    });
    const input = { code: 'n01', fields: fieldsOf(), papers };
    const both = await Promise.all([ask(input), ask(input, quality.cookie)]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    expect(both[0]?.data).toMatchObject({
      code: 'N01',
      values: { alias: '新谷医药', fee: '10.50', sell: '全国', 'rest-from': '' },
      licences: [{ kind_text: '营业执照', valid_to: '长期' }, { state_text: '有效' }],
      goods: 0,
      staff: 0,
      hangs: [],
    });
    expect(await db.$count(merchant, eq(merchant.code, 'N01'))).toBe(1);
    expect(await ask({ ...input, fields: fieldsOf({ fee: '99' }) })).toMatchObject({ code: 409 });
    expect(await ask({ ...input, code: 'N02' })).toMatchObject({ code: 409, message: /简称“新谷医药”/ });
    expect(await ask(input, boss.cookie)).toMatchObject({ code: 404 });
    const { rows } = await askList(byStaff(db), merchants, { name: '新谷' });
    expect(rows).toMatchObject([{ code: 'N01', state: 'selling', goods: 0 }]);
    expect((await askList(byStaff(db), merchants, { state: 'stopped' })).rows).toEqual([]);
  });
});

describe('a change', () => {
  it('by both sides at once merges, and collides on the same field with both values', async () => {
    const { data } = await request<MerchantFileWire>(read, { cookie: house.cookie, ...to(1) });
    const { min = '', fee = '' } = data.values;
    const ownChange = (field: string, seen: string, value: string) =>
      request<MerchantFileWire>(saveOwn, {
        body: { changes: [{ field, seen, value }] },
        cookie: boss.cookie,
      });
    const both = await Promise.all([change(1, 'min', min, '88'), ownChange('fee', fee, '9.9')]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    const now = (await request<MerchantFileWire>(own, { cookie: boss.cookie })).data;
    expect(now).toMatchObject({ id: 1, values: { min: '88.00', fee: '9.90' } });
    expect(await ownChange('min', min, '77')).toMatchObject({
      code: 409,
      message: '起订金额：您改为77.00，别人已改为88.00',
    });
    expect(await ownChange('min', '88.00', '88')).toMatchObject({ code: 200 });
    expect(await ownChange('name', now.values.name ?? '', '另一家企业有限公司')).toMatchObject({
      code: 403,
      message: '企业全称由平台修改，请联系平台',
    });
    expect(await ownChange('fee', '9.90', '九元')).toMatchObject({
      code: 422,
      data: { errors: { fee: [/运费写成元/] } },
    });
    const entries = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.act, 'merchant.set'), eq(auditLog.subjectKey, '1')));
    expect(entries.map(({ actorId, before, after }) => [actorId, before, after]).toSorted()).toEqual([
      ['merchants.boss', { 运费: fee }, { 运费: '9.90' }],
      ['merchants.house', { 起订金额: min }, { 起订金额: '88.00' }],
    ]);
    const clerk = await person(db, 'merchants.clerk', 'orders', 1);
    expect(await request(own, { cookie: clerk.cookie })).toMatchObject({ code: 403 });
    expect(await request(read, { cookie: boss.cookie, ...to(2) })).toMatchObject({ code: 404 });
    expect(await change(999_999, 'min', '', '1')).toMatchObject({ code: 404 });
  });
});

describe('a rest', () => {
  it('takes no new orders, and what was sold before is shipped', async () => {
    const [own1] = await db.select().from(goods).where(eq(goods.id, goodsPlain));
    const id = own1!.merchantId;
    const goodsId = await makeGoods(db, goodsPlain, 1_000);
    const [buyer] = await makeBuyers(db, 1, 10_000_000);
    const sold = await order(db, buyer!, [{ goodsId, number: 10 }]);
    await pay(db, buyer!, sold.trade_no);
    const today = dayKey(Date.now());
    expect(await change(id, 'rest-from', '', today)).toMatchObject({
      code: 422,
      data: { errors: { 'rest-from': ['休息的开始和结束须一起填写'] } },
    });
    const body = {
      changes: ['rest-from', 'rest-until'].map((field) => ({ field, seen: '', value: today })),
    };
    const done = await request<MerchantFileWire>(save, { body, cookie: house.cookie, ...to(id) });
    expect(done).toMatchObject({ code: 200, data: { is_resting: 1 } });
    await expect(order(db, buyer!, [{ goodsId, number: 10 }])).rejects.toThrow(/休息到/);
    const no = sold.orders[0]!.no;
    await shipOrder(byStaff(db), { no, carrier: '顺丰', trackingNo: 'SF100000000001' });
    const [row] = await db.select().from(orders).where(eq(orders.no, no));
    expect(row?.status).toBe('to_receive');
    await db.update(merchant).set({ restsFrom: null, restsUntil: null }).where(eq(merchant.id, id));
  });
});

describe('stopping', () => {
  it('is blocked by orders to ship, done when it is urgent, and taken back', async () => {
    const [own1] = await db.select().from(goods).where(eq(goods.id, goodsPlain));
    const id = own1!.merchantId;
    const goodsId = await makeGoods(db, goodsPlain, 1_000);
    const [buyer] = await makeBuyers(db, 1, 10_000_000);
    const sold = await order(db, buyer!, [{ goodsId, number: 10 }]);
    await pay(db, buyer!, sold.trade_no);
    const end = (urgent: 0 | 1, cookie = house.cookie) =>
      request<MerchantFileWire>(stop, { body: { reason: '停业整顿', is_urgent: urgent }, cookie, ...to(id) });
    expect(await end(0)).toMatchObject({ code: 409, message: /还不能停止：\d+个已付款的订单没有发完/ });
    expect(await end(1)).toMatchObject({
      code: 200,
      data: {
        stopped_on: dayKey(Date.now()),
        hangs: expect.arrayContaining([{ key: 'to_ship', text: expect.any(String), blocks: 1, is_left: 1 }]),
      },
    });
    expect(await end(0)).toMatchObject({ code: 200 });
    const again = { body: { reason: '整顿结束' }, cookie: house.cookie, ...to(id) };
    expect(await request(resume, again)).toMatchObject({ code: 200, data: { stopped_on: '' } });
    expect(await end(1, boss.cookie)).toMatchObject({ code: 404 });
    const acts = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.merchantId, id), eq(auditLog.subject, 'merchant')));
    expect(acts.map(({ act }) => act).filter((act) => act !== 'merchant.set')).toEqual([
      'merchant.stop',
      'merchant.resume',
    ]);
  });

  it('is taken back as by the message’s 撤销: sold again at once, by who may, with both acts told', async () => {
    const [own1] = await db.select().from(goods).where(eq(goods.id, goodsPlain));
    const id = own1!.merchantId;
    const goodsId = await makeGoods(db, goodsPlain, 1_000);
    const [early, later] = await makeBuyers(db, 2, 10_000_000);
    const act = (verb: typeof stop, reason: string, cookie = quality.cookie, urgent: 0 | 1 = 0) =>
      request<MerchantFileWire>(verb, { body: { reason, is_urgent: urgent }, cookie, ...to(id) });
    expect(await act(stop, '停业整顿', quality.cookie, 1)).toMatchObject({ code: 200 });
    await expect(order(db, early!, [{ goodsId, number: 10 }])).rejects.toThrow();
    // Who may not stop may not take back either.
    const clerk = await person(db, 'merchants.money', 'finance');
    expect(await act(resume, '撤销“停止销售”', clerk.cookie)).toMatchObject({ code: 403 });
    expect(await act(resume, '撤销“停止销售”', boss.cookie)).toMatchObject({ code: 404 });
    expect(await act(resume, '')).toMatchObject({ code: 422 });
    const twice = await Promise.all([act(resume, '撤销“停止销售”'), act(resume, '撤销“停止销售”')]);
    for (const one of twice) expect(one).toMatchObject({ code: 200, data: { stopped_on: '' } });
    const sold = await order(db, later!, [{ goodsId, number: 10 }]);
    await pay(db, later!, sold.trade_no);
    const acts = await db
      .select({ act: auditLog.act, actorId: auditLog.actorId, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.merchantId, id), eq(auditLog.actorId, 'merchants.quality')))
      .orderBy(auditLog.id);
    expect(acts).toMatchObject([
      { act: 'merchant.stop', after: { reason: '停业整顿' } },
      { act: 'merchant.resume', after: { reason: '撤销“停止销售”', stoppedOn: null } },
    ]);
    // The other way round an order to ship keeps it selling.
    expect(await act(stop, '撤销“恢复销售”')).toMatchObject({ code: 409, message: /还不能停止/ });
  });
});
