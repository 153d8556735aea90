/** What buyers ask for and write, worked off at the platform's desk: feedback, wanted goods, controlled sale. */

import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { companies, goodsControlled, goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ActDone } from '#lib/contract/desk/list.ts';
import { feedback as feedbackList } from '#lib/contract/desk/lists/feedback.ts';
import { grants as grantList } from '#lib/contract/desk/lists/grants.ts';
import { ownGrants } from '#lib/contract/desk/lists/own-grants.ts';
import { wanted as wantedList } from '#lib/contract/desk/lists/wanted.ts';
import {
  agreeGrant,
  approveGrantRow,
  refuseGrantRow,
  refuseOwnGrant,
  withdrawGrantRow,
} from '#lib/server/companies/grants.ts';
import type { Context } from '#lib/server/core/context.ts';
import { auditLog, controlledGrant, feedback, message, wanted } from '#lib/server/db/schema.ts';
import { answerFeedback } from '#lib/server/feedback/answer.ts';
import { sendFeedback } from '#lib/server/feedback/feedback.ts';
import { applyForControlled } from '#lib/server/merchants/controlled.ts';
import { answerDeskWanted } from '#lib/server/wanted/answer.ts';
import { askFor, withdrawWanted } from '#lib/server/wanted/wanted.ts';
import { byStaff, contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { person } from '#tests/support/desk-people.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const answerFeedbackCall = routeOf(api.deskFeedbackAnswer);
const feedbackCall = routeOf(api.deskFeedback);
const approveCall = routeOf(api.deskGrantsApprove);
const refuseCall = routeOf(api.deskGrantsRefuse);
const grantsCall = routeOf(api.deskGrants);
const answerWantedCall = routeOf(api.deskWantedAnswer);
const wantedCall = routeOf(api.deskWanted);

const { db, pool } = await testDatabase();
const owner: number = (await pool.query('select merchant_id from goods where id = $1', [goodsControlled]))
  .rows[0].merchant_id;
const now = new Date();
const desk = byStaff(db, now);
const entries = (
  act:
    | 'feedback.answer'
    | 'wanted.answer'
    | 'grant.approve'
    | 'grant.refuse'
    | 'grant.withdraw'
    | 'grant.agree',
) => db.$count(auditLog, eq(auditLog.act, act));
const codes = (tries: PromiseSettledResult<unknown>[]) =>
  tries.map((one) => (one.status === 'rejected' ? one.reason.code : 200)).toSorted();

describe('feedback', () => {
  it('is answered once, and its company is told', async () => {
    const demo = await contextOf(db, 'demo', now);
    const { id } = await sendFeedback(demo, {
      kind: 'site',
      text: '希望可以按效期排序',
      order_no: '',
      pictures: [],
      phone: '13900990011',
      token: 'one',
    });
    const found = await askList(desk, feedbackList, { status: 'open' });
    expect(found.rows.find((row) => row.id === id)).toMatchObject({
      company_id: companies.demo,
      may_answer: 1,
    });
    expect((await askList(desk, feedbackList, { company: '没有这家_%' })).total).toBe(0);
    const tries = await Promise.allSettled(
      ['已安排', '请稍候'].map((answer) => answerFeedback(desk, { id, answer })),
    );
    expect(codes(tries)).toEqual([200, 409]);
    const [row] = await db.select().from(feedback).where(eq(feedback.id, id));
    await answerFeedback(desk, { id, answer: row?.answer ?? '' });
    const { rows } = await askList(desk, feedbackList, { status: 'answered' });
    expect(rows.find((one) => one.id === id)).toMatchObject({ may_answer: 0, answer: row?.answer });
    expect(await entries('feedback.answer')).toBe(1);
    expect(
      await db.$count(message, and(eq(message.companyId, companies.demo), eq(message.ref, `feedback:${id}`))),
    ).toBe(1);
    await expect(answerFeedback(desk, { id: 999_999, answer: '没有' })).rejects.toMatchObject({ code: 404 });
  });
});

describe('a wanted goods', () => {
  const ask = async (name: string) =>
    askFor(await contextOf(db, 'demo', now), {
      name,
      ypgg: '',
      sccj: '',
      quantity: 3,
      bzdw: '盒',
      phone: '13900990011',
      note: '',
      token: name,
    });

  it('is answered once; the same press again is done already', async () => {
    const { id } = await ask('找一种药');
    expect((await askList(desk, wantedList, { status: 'open' })).rows.map((row) => row.id)).toContain(id);
    await expect(answerDeskWanted(desk, { id, goods_id: '2000000', reply: '' })).rejects.toMatchObject({
      code: 422,
    });
    const answer = { id, goods_id: String(goodsPlain), reply: '有货' };
    await Promise.all([answerDeskWanted(desk, answer), answerDeskWanted(desk, answer)]);
    const { rows } = await askList(desk, wantedList, { status: 'found', name: '找一种药' });
    expect(rows).toMatchObject([{ id, may_answer: 0, goods_id: goodsPlain, reply: '有货' }]);
    for (const goods_id of ['x', '-1', '99999999999'])
      await expect(answerDeskWanted(desk, { ...answer, goods_id })).rejects.toMatchObject({ code: 422 });
    expect(await entries('wanted.answer')).toBe(1);
    await expect(answerDeskWanted(desk, { id, goods_id: '', reply: '' })).rejects.toMatchObject({
      code: 409,
    });
  });

  it('that its company takes back at that moment is either', async () => {
    const { id } = await ask('又一种药');
    const demo = await contextOf(db, 'demo', now);
    const tries = await Promise.allSettled([
      withdrawWanted(demo, { id }),
      answerDeskWanted(desk, { id, goods_id: '', reply: '没有' }),
    ]);
    expect(codes(tries)).toEqual([200, 409]);
    const [row] = await db.select().from(wanted).where(eq(wanted.id, id));
    expect(row?.status).toBe(tries[0]?.status === 'fulfilled' ? 'withdrawn' : 'missing');
  });
});

describe('an application for controlled sale', () => {
  const at = (merchantId: number): Context<'merchant'> => ({
    ...desk,
    actor: { kind: 'merchant', name: 'shop', merchantId },
  });
  const shop = at(owner);
  const stranger = at(owner + 1);

  it('is decided once, as it was read', async () => {
    const demo = await contextOf(db, 'demo', now);
    await applyForControlled(demo, { goods_id: goodsControlled, note: '门店需要' });
    const read = async () =>
      (await askList(desk, grantList, { status: 'applied' })).rows.find(
        (row) => row.company_id === companies.demo && row.goods_id === goodsControlled,
      );
    const first = await read();
    expect(first).toMatchObject({ note: '门店需要', may_approve: 0, may_refuse: 1 });
    const { id, created_at } = first!;
    const input = { id, created_at, reason: '材料不全' };
    await Promise.all([refuseGrantRow(desk, input), refuseGrantRow(desk, input)]);
    const { rows } = await askList(desk, grantList, { status: 'refused' });
    expect(rows.find((one) => one.id === id)).toMatchObject({ reason: '材料不全', may_refuse: 0 });
    expect(await entries('grant.refuse')).toBe(1);
    await expect(refuseGrantRow(desk, { ...input, reason: '别的' })).rejects.toMatchObject({ code: 409 });
    await expect(approveGrantRow(desk, { id, created_at })).rejects.toMatchObject({ code: 409 });
    // It begins anew: who read the one before decides nothing.
    const again = await contextOf(db, 'demo', new Date(now.getTime() + 1000));
    await applyForControlled(again, { goods_id: goodsControlled, note: '补了材料' });
    await expect(approveGrantRow(desk, { id, created_at })).rejects.toMatchObject({
      code: 409,
      message: /重新提交/,
    });
    const second = await read();
    await agreeGrant(shop, { id, created_at: second!.created_at });
    const decided = await Promise.allSettled([
      approveGrantRow(desk, { id, created_at: second!.created_at }),
      refuseGrantRow(desk, { ...input, created_at: second!.created_at }),
    ]);
    expect(codes(decided)).toEqual([200, 409]);
    const [row] = await db.select().from(controlledGrant).where(eq(controlledGrant.id, id));
    expect(row?.status).toBe(decided[0]?.status === 'fulfilled' ? 'granted' : 'refused');
    expect((await entries('grant.approve')) + (await entries('grant.refuse'))).toBe(2);
    await expect(approveGrantRow(desk, { id: 999_999, created_at })).rejects.toMatchObject({ code: 404 });
  });

  it('is granted to a day and withdrawn with a reason, once, as it was read', async () => {
    await db.delete(controlledGrant).where(eq(controlledGrant.goodsId, goodsControlled));
    const demo = await contextOf(db, 'demo', now);
    await applyForControlled(demo, { goods_id: goodsControlled, note: '门店需要' });
    const read = async () =>
      (await askList(desk, grantList, { sort: '-created_at', size: 100 })).rows.find(
        (row) => row.company_id === companies.demo && row.goods_id === goodsControlled,
      )!;
    const { id, created_at } = await read();
    await expect(withdrawGrantRow(desk, { id, created_at, reason: '串货' })).rejects.toMatchObject({
      code: 409,
    });
    // The merchant whose item it is decides first, and nobody else's.
    const said = { id, created_at };
    await expect(approveGrantRow(desk, said)).rejects.toMatchObject({ code: 409, message: /商家还没有同意/ });
    await expect(agreeGrant(stranger, said)).rejects.toMatchObject({ code: 404 });
    await expect(refuseOwnGrant(stranger, { ...said, reason: '不供货' })).rejects.toMatchObject({
      code: 404,
    });
    expect((await askList(stranger, ownGrants)).rows.some((row) => row.id === id)).toBe(false);
    expect((await askList(shop, ownGrants, { status: 'applied' })).rows).toContainEqual(
      expect.objectContaining({ id, may_answer: 1, note: '门店需要' }),
    );
    const answers = await Promise.allSettled([agreeGrant(shop, said), agreeGrant(shop, said)]);
    expect(codes(answers)).toEqual([200, 200]);
    expect(await entries('grant.agree')).toBe(2);
    await expect(refuseOwnGrant(shop, { ...said, reason: '不供货' })).rejects.toMatchObject({ code: 409 });
    await expect(approveGrantRow(desk, { id, created_at, valid_to: '2020-01-01' })).rejects.toMatchObject({
      code: 422,
    });
    await approveGrantRow(desk, { id, created_at, valid_to: '2099-12-31' });
    expect(await read()).toMatchObject({ status: 'granted', valid_to: '2099-12-31', may_withdraw: 1 });
    const input = { id, created_at, reason: '串货' };
    await Promise.all([withdrawGrantRow(desk, input), withdrawGrantRow(desk, input)]);
    expect(await read()).toMatchObject({ status: 'withdrawn', reason: '串货', may_withdraw: 0 });
    expect(await entries('grant.withdraw')).toBe(1);
    const told = await db.select().from(message).where(eq(message.title, '控销采购权限已撤回'));
    expect(told).toMatchObject([{ companyId: companies.demo, body: expect.stringContaining('串货') }]);
  });

  it('that was granted by mistake waits again, once, unless it was decided since', async () => {
    await db.delete(controlledGrant).where(eq(controlledGrant.goodsId, goodsControlled));
    const demo = await contextOf(db, 'demo', now);
    await applyForControlled(demo, { goods_id: goodsControlled, note: '' });
    const read = async () =>
      (await askList(desk, grantList, { sort: '-created_at', size: 100 })).rows.find(
        (row) => row.company_id === companies.demo && row.goods_id === goodsControlled,
      )!;
    const { id, created_at } = await read();
    await agreeGrant(shop, { id, created_at });
    const { cookie } = await person(db, 'ask.undo', 'service');
    const params = { id: String(id) };
    const pass = () =>
      request<ActDone<unknown>>(approveCall, {
        params,
        cookie,
        body: { created_at, valid_to: '2099-12-31' },
      });
    const undo = (undoes: number) =>
      request(routeOf(api.deskGrantsWithdraw), {
        ...{ params, cookie },
        body: { created_at, undoes: String(undoes), reason: '撤销“通过”' },
      });
    const { entry } = (await pass()).data;
    const twice = await Promise.all([undo(entry), undo(entry)]);
    expect(twice.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await read()).toMatchObject({ status: 'agreed', valid_to: '', may_approve: 1, reason: '' });
    const again = (await pass()).data.entry;
    await withdrawGrantRow(desk, { id, created_at, reason: '另一个结论' });
    expect((await undo(again)).code).toBe(409);
    expect(await read()).toMatchObject({ status: 'withdrawn', reason: '另一个结论' });
  });
});

it('all of it is the platform’s, and of few of its people', async () => {
  const boss = (await person(db, 'ask.boss', 'admin', 5)).cookie;
  const clerk = (await person(db, 'ask.clerk', 'finance')).cookie;
  const service = (await person(db, 'ask.service', 'service')).cookie;
  const params = { id: '1' };
  const reads = { feedback: feedbackCall, wanted: wantedCall, grants: grantsCall };
  const writes = [answerFeedbackCall, answerWantedCall, approveCall, refuseCall];
  for (const cookie of ['', await loginAs('demo'), boss]) {
    for (const [name, read] of Object.entries(reads))
      expect
        .soft(await request(read, { path: `/api/desk/${name}`, cookie }), name)
        .toMatchObject({ code: 404 });
    for (const write of writes)
      expect
        .soft(await request(write, { method: 'POST', params, cookie, body: {} }))
        .toMatchObject({ code: 404 });
  }
  for (const [name, read] of Object.entries(reads)) {
    expect
      .soft(await request(read, { path: `/api/desk/${name}`, cookie: clerk }), name)
      .toMatchObject({ code: 403 });
    expect
      .soft(await request(read, { path: `/api/desk/${name}`, cookie: service }), name)
      .toMatchObject({ code: 200 });
  }
  for (const write of writes)
    expect
      .soft(await request(write, { method: 'POST', params, cookie: clerk, body: {} }))
      .toMatchObject({ code: 403 });
  expect(
    await request(answerFeedbackCall, { method: 'POST', params, cookie: service, body: {} }),
  ).toMatchObject({
    code: 422,
    data: { errors: { answer: [expect.any(String)] } },
  });
  expect(
    await request(approveCall, { method: 'POST', params, cookie: service, body: { created_at: 'x' } }),
  ).toMatchObject({
    code: 422,
  });
});
