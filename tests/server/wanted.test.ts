/** 品种求购: asking once, owners only, taking back, the house's answer. */

import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { maxOpenWanted, wantedInput, wantedList, wantedWire } from '#lib/contract/wanted.ts';
import { message, wanted } from '#lib/server/db/schema.ts';
import { answerWanted, listWaiting } from '#lib/server/wanted/answer.ts';
import { openWanted } from '#lib/server/wanted/page.ts';
import { askFor, getWanted, listOwnWanted, withdrawWanted } from '#lib/server/wanted/wanted.ts';
import { byStaff, contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const oneCall = routeOf(api.wanted);
const withdrawCall = routeOf(api.withdrawWanted);
const askCall = routeOf(api.askFor);
const listCall = routeOf(api.wantedList);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const other = await contextOf(db, 'other');
const mine = { page: 1, size: 10 };

const input = (more: object = {}) =>
  wantedInput.parse({
    name: '替格瑞洛分散片',
    ypgg: '90mg',
    quantity: 30,
    bzdw: '盒',
    phone: '13800138000',
    ...more,
  });

beforeEach(async () => {
  await db.delete(wanted);
  await db.delete(message);
});

describe('asking', () => {
  it('by the call, with what a buyer types', async () => {
    const cookie = await loginAs('demo');
    const body = new URLSearchParams({
      name: ' 替格瑞洛片 ',
      ypgg: '90mg*14片',
      sccj: '石药集团',
      quantity: '３０',
      bzdw: '瓶',
      price: '12.5',
      phone: '138 0013 8000',
      token: 'a',
    }).toString();
    const answer = await request(askCall, { body, cookie });
    expect(wantedWire.parse(answer.data)).toMatchObject({
      name: '替格瑞洛片',
      ypgg: '90mg*14片',
      sccj: '石药集团',
      number: 30,
      bzdw: '瓶',
      price: '12.50',
      phone: '13800138000',
      status: 'open',
      status_text: '寻货中',
      may_withdraw: 1,
    });
    const { data } = await request(listCall, { cookie });
    expect(wantedList.parse(data)).toMatchObject({ total: 1, page: 1 });
  });

  it('is one request, however often a form is sent, at once or later', async () => {
    await Promise.all(Array.from({ length: 12 }, () => askFor(demo, input({ token: 'same' }))));
    await Promise.all(Array.from({ length: 6 }, () => askFor(demo, input())));
    expect(await db.$count(wanted)).toBe(2);
    await askFor(other, input({ token: 'same' }));
    expect(await db.$count(wanted)).toBe(3);
  });

  it('has an end: no more than 50 wait, under two at once too', async () => {
    for (let at = 1; at < maxOpenWanted; at++) await askFor(demo, input({ token: `${at}` }));
    const last = await Promise.allSettled(['x', 'y', 'z'].map((token) => askFor(demo, input({ token }))));
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await db.$count(wanted)).toBe(maxOpenWanted);
    await askFor(other, input());
  });

  it.each([
    ['name=&quantity=1&phone=13800138000', '请填写药品名称'],
    ['name=a&quantity=0&phone=13800138000', '求购数量须为1到999999之间的整数'],
    ['name=a&quantity=1&phone=12', '请填写11位手机号，或带区号的固定电话'],
    ['name=a&quantity=1&phone=13800138000&price=1.234', '期望单价须为金额，最多两位小数'],
    [`name=${'长'.repeat(61)}&quantity=1&phone=13800138000`, '药品名称最多60个字'],
    ['name=%E5%90%97%E5%95%A1%E6%B3%A8%E5%B0%84%E6%B6%B2&quantity=1&phone=13800138000', '平台不经营该类药品'],
  ])('refuses %s', async (body, sentence) => {
    const answer = await request(askCall, { body, cookie: await loginAs('demo') });
    expect([answer.code, answer.message]).toEqual([422, sentence]);
  });

  it('is for who orders, and after logging in', async () => {
    const cookie = await loginAs('demo-zhidu');
    expect(await request(askCall, { body: { ...input() }, cookie })).toMatchObject({ code: 403 });
    for (const handler of [askCall, listCall]) {
      const answer = await request(handler, handler === askCall ? { body: 'name=a' } : {});
      expect(answer.code).toBe(401);
    }
  });
});

describe('a request', () => {
  it('belongs to its company', async () => {
    const { id } = await askFor(demo, input());
    expect((await getWanted(await contextOf(db, 'demo-caigou'), { id })).id).toBe(id);
    await expect(getWanted(other, { id })).rejects.toMatchObject({ code: 404 });
    await expect(withdrawWanted(other, { id })).rejects.toMatchObject({ code: 404 });
    expect((await listOwnWanted(other, mine)).total).toBe(0);
    expect(await openWanted(other, String(id))).toBeNull();
    const cookie = await loginAs('other');
    for (const handler of [oneCall, withdrawCall]) {
      const options = { cookie, params: { id: String(id) }, method: handler === oneCall ? 'GET' : 'POST' };
      expect(
        (await request(handler, { ...options, ...(handler === withdrawCall && { body: '' }) })).code,
      ).toBe(404);
    }
    expect((await getWanted(demo, { id })).status).toBe('open');
  });

  it('can be taken back until it is answered, however often', async () => {
    const { id } = await askFor(demo, input());
    for (let round = 0; round < 2; round++)
      expect(await withdrawWanted(demo, { id })).toMatchObject({ status: 'withdrawn', may_withdraw: 0 });
    await expect(answerWanted(byStaff(db), { id, goodsId: null, reply: '' })).rejects.toThrow('已撤回');
  });

  it('ends one way when it is answered and taken back at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await askFor(demo, input({ token: `race ${round}` }));
      const answer = { id, goodsId: known.goodsPlain, reply: '' };
      const [answered, withdrawn] = await Promise.allSettled([
        answerWanted(byStaff(db), answer),
        withdrawWanted(demo, { id }),
      ]);
      expect([answered.status, withdrawn.status].filter((status) => status === 'fulfilled')).toHaveLength(1);
      const [row] = await db.select().from(wanted).where(eq(wanted.id, id));
      expect(row?.status).toBe(answered.status === 'fulfilled' ? 'found' : 'withdrawn');
    }
  });
});

describe('the house', () => {
  it('sees what waits and answers it with a goods; the company is told once', async () => {
    const { id } = await askFor(demo, input());
    expect(await listWaiting(byStaff(db))).toContainEqual(
      expect.objectContaining({
        name: '替格瑞洛分散片',
        spec: '90mg',
        quantity: 30,
        unit: '盒',
        phone: '13800138000',
      }),
    );
    await expect(answerWanted(byStaff(db), { id, goodsId: 2_000_000, reply: '' })).rejects.toThrow(
      '没有商品',
    );
    await answerWanted(byStaff(db), { id, goodsId: known.goodsPlain, reply: '衡川自营有货' });
    expect(await getWanted(demo, { id })).toMatchObject({
      status: 'found',
      reply: '衡川自营有货',
      goods_id: known.goodsPlain,
    });
    await expect(answerWanted(byStaff(db), { id, goodsId: null, reply: '' })).rejects.toThrow('已找到');
    await expect(withdrawWanted(demo, { id })).rejects.toMatchObject({ code: 409 });
    expect(await db.select().from(message)).toMatchObject([
      { companyId: known.companies.demo, kind: 'wanted', link: `/zzfw/pzqg/info?id=${id}` },
    ]);
    expect(await listWaiting(byStaff(db))).toEqual([]);
    expect((await openWanted(demo, String(id)))?.goods.map((goods) => goods.id)).toEqual([known.goodsPlain]);
  });

  it('may have to say that there is none; the page proposes what is near, without a price', async () => {
    const { id } = await askFor(demo, input({ name: '布洛芬' }));
    const page = await openWanted(demo, String(id));
    expect(page?.goods.length).toBeGreaterThan(0);
    expect(JSON.stringify(page?.goods)).not.toMatch(/"\w*price\w*"/);
    await answerWanted(byStaff(db), { id, goodsId: null, reply: '' });
    expect(await getWanted(demo, { id })).toMatchObject({ status: 'missing', status_text: '暂无货源' });
  });
});
