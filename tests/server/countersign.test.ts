/** Acts that wait for a second person, balances and coupons among them: who may, once, at once, and up to which amount. */

import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ActWire } from '#lib/contract/countersign.ts';
import type { HeldCoupons } from '#lib/contract/coupons.ts';
import type { AnyAnswer } from '#lib/contract/desk/list.ts';
import { countersign } from '#lib/contract/desk/lists/countersign.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '#lib/server/core/context.ts';
import { passAct, refuseAct, withdrawAct } from '#lib/server/countersign/countersign.ts';
import {
  auditLog,
  company,
  companyCoupon,
  message,
  waitingAct,
  wallet,
  walletLedger,
} from '#lib/server/db/schema.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const center = routeOf(api.couponCenter);
const ask = routeOf(api.askCorrection);
const actLeft = routeOf(api.actLeft);
const issue = routeOf(api.askIssue);
const pass = routeOf(api.deskActsPass);
const refuse = routeOf(api.deskActsRefuse);
const list = routeOf(api.deskActs);
const held = routeOf(api.heldCoupons);

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const admin = await person(db, 'fix.admin', 'admin');
const finance = await person(db, 'fix.finance', 'finance');
const market = await person(db, 'fix.market', 'marketing');
const service = await person(db, 'fix.service', 'service');
const by = ({ username }: Person): Context<'platform'> => ({
  db,
  now: new Date(),
  actor: { kind: 'platform', name: username, merchantId: null },
  requestId: 'test',
});
const balanceOf = async (id: number) =>
  (await db.select().from(wallet).where(eq(wallet.companyId, id)))[0]?.balance ?? 0;
const entries = (id: number) =>
  db
    .select()
    .from(walletLedger)
    .where(and(eq(walletLedger.useType, 'adjust'), eq(walletLedger.ref, `correction:${id}`)));

function asking(
  { cookie }: Pick<Person, 'cookie'>,
  id: number,
  body: Record<string, string>,
  key: string = crypto.randomUUID(),
) {
  const params = { id: String(id) };
  return request<ActWire>(ask, {
    method: 'POST',
    params,
    cookie,
    body,
    headers: { 'idempotency-key': key },
  });
}

async function waiting(id: number, amount: string): Promise<number> {
  const made = await asking(admin, id, { amount, reason: '多收的运费' });
  expect(made.code).toBe(200);
  return made.data.id;
}

describe('a correction', () => {
  it('is asked for once, moves nothing, and waits on the list', async () => {
    const id = companies.other;
    const before = await balanceOf(id);
    const key = crypto.randomUUID();
    const body = { amount: '+12.30', reason: '活动补差' };
    const tries = await Promise.all(Array.from({ length: 4 }, () => asking(admin, id, body, key)));
    expect(new Set(tries.map(({ data }) => data.id)).size).toBe(1);
    expect(tries[0]).toMatchObject({
      code: 200,
      data: { amount: '12.30', asked_by: 'fix.admin', state: 'waiting', may_decide: 0 },
    });
    expect(await asking(admin, id, { ...body, amount: '1' }, key)).toMatchObject({ code: 422 });
    expect(await balanceOf(id)).toBe(before);
    const shown = (cookie: string) => request<AnyAnswer>(list, { path: '/api/desk/countersign', cookie });
    expect((await shown(finance.cookie)).data.rows).toMatchObject([{ may_decide: 1, company_id: id }]);
    expect((await shown(admin.cookie)).data.rows).toMatchObject([{ may_decide: 0 }]);
    expect((await listToday(by(admin))).find(({ href }) => href === '/desk/countersign')?.count).toBe(1);
  });

  it('is refused for what cannot be', async () => {
    const id = companies.other;
    for (const amount of ['0', '-0.00', '1.234', 'x', '', '1000000.01', '-99999999'])
      expect.soft((await asking(admin, id, { amount, reason: '试试' })).code, amount).toBe(422);
    expect(await asking(admin, id, { amount: '1', reason: ' ' })).toMatchObject({
      code: 422,
      data: { errors: { reason: [expect.any(String)] } },
    });
    expect((await asking(admin, 999_999, { amount: '1', reason: '试试' })).code).toBe(404);
    await db.update(company).set({ status: 'closed' }).where(eq(company.id, companies.rejected));
    expect((await asking(admin, companies.rejected, { amount: '1', reason: '试试' })).code).toBe(409);
  });

  it('is passed by another person only, by many at once once, and told', async () => {
    const id = companies.clinic;
    const before = await balanceOf(id);
    const no = await waiting(id, '88.80');
    await expect(passAct(by(admin), { id: no })).rejects.toMatchObject({ code: 403 });
    await expect(refuseAct(by(admin), { id: no, reason: '算了' })).rejects.toMatchObject({ code: 403 });
    const tries = await Promise.all(Array.from({ length: 5 }, () => passAct(by(finance), { id: no })));
    expect(new Set(tries.map(({ state }) => state))).toEqual(new Set(['passed']));
    expect(await balanceOf(id)).toBe(before + 88_80);
    expect(await entries(no)).toMatchObject([{ amount: 88_80, note: '多收的运费', companyId: id }]);
    await expect(refuseAct(by(finance), { id: no, reason: '不对' })).rejects.toMatchObject({
      code: 409,
    });
    expect(await db.$count(message, eq(message.ref, `correction:${no}`))).toBe(1);
    const acts = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'correction'), eq(auditLog.subjectKey, String(no))))
      .orderBy(auditLog.id);
    expect(acts.map(({ act, actorId }) => `${act} ${actorId}`)).toEqual([
      'correction.ask fix.admin',
      'correction.pass fix.finance',
    ]);
  });

  it('is passed or refused, never both, and never takes more than there is', async () => {
    const id = companies.clinic;
    const no = await waiting(id, '-20');
    const before = await balanceOf(id);
    const word = '没有依据';
    const race = await Promise.allSettled([
      passAct(by(finance), { id: no }),
      refuseAct(by(finance), { id: no, reason: word }),
    ]);
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const isPassed = race[0]?.status === 'fulfilled';
    expect(await balanceOf(id)).toBe(isPassed ? before - 20_00 : before);
    expect(await entries(no)).toHaveLength(isPassed ? 1 : 0);
    // Two that each would take all of it: the second finds nothing and goes on waiting.
    const all = ((await balanceOf(id)) / 100).toFixed(2);
    const both = [await waiting(id, `-${all}`), await waiting(id, `-${all}`)];
    const taken = await Promise.allSettled(both.map((one) => passAct(by(finance), { id: one })));
    expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const one of taken) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 409 });
    expect(await balanceOf(id)).toBe(0);
    const left = await askList(by(finance), countersign, { state: 'waiting' });
    expect(left.rows.filter((row) => both.includes(row.id))).toHaveLength(1);
  });

  it('is the database’s too: nobody decides over their own', async () => {
    const no = await waiting(companies.other, '20');
    await expect(
      db
        .update(waitingAct)
        .set({ state: 'passed', decidedBy: 'fix.admin', decidedAt: new Date() })
        .where(eq(waitingAct.id, no)),
    ).rejects.toThrow();
  });

  it('is nobody’s but those who look after payments', async () => {
    const buyer = await loginAs('demo');
    const boss = (await person(db, 'fix.boss', 'admin', 5)).cookie;
    const body = { amount: '1', reason: '试试' };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    for (const [cookie, code] of [
      ['', 404],
      [buyer, 404],
      [boss, 404],
      [service.cookie, 403],
    ] as const) {
      const params = { id: '1' };
      for (const handler of [ask, pass, refuse])
        expect
          .soft(await request(handler, { method: 'POST', params, cookie, body, headers }))
          .toMatchObject({ code });
      if (code === 404)
        expect.soft(await request(list, { path: '/api/desk/countersign', cookie })).toMatchObject({ code });
    }
  });
});

describe('the limits', () => {
  const as = (of: Person, role: string): Context<'platform'> => ({
    ...by(of),
    actor: { kind: 'platform', name: of.username, merchantId: null, role },
  });

  it('let one person of finance move little by themselves, so much a day, also by many at once', async () => {
    const alone = await person(db, 'fix.alone', 'finance');
    const id = companies.other;
    const before = await balanceOf(id);
    const made = await Promise.all(
      Array.from({ length: 5 }, () => asking(alone, id, { amount: '4', reason: '抹零' })),
    );
    // Ten yuan a day: two of 4.00 fit, the others wait.
    expect(made.map(({ data }) => `${data.state} ${data.is_alone}`).toSorted()).toEqual([
      'passed 1',
      'passed 1',
      'waiting 0',
      'waiting 0',
      'waiting 0',
    ]);
    expect(await balanceOf(id)).toBe(before + 8_00);
    // Who may ask only, and a larger amount, wait in any case.
    expect((await asking(alone, id, { amount: '10.01', reason: '抹零' })).data.state).toBe('waiting');
    const asked = await giving(market.cookie, { ...voucher, value: '1' });
    expect(asked.data.state).toBe('waiting');
  });

  it('say what is left of the day, of kinds that count together, and nothing to who may not decide', async () => {
    const who = await person(db, 'fix.left', 'finance');
    const own = await person(db, 'fix.own', 'orders', 1);
    const leftOf = async ({ cookie }: Pick<Person, 'cookie'>, kind: string) => {
      const path = `/api/desk/countersign/left?kind=${kind}`;
      const { code, data } = await request<{ left: string }>(actLeft, { path, cookie });
      return code === 200 ? data.left : code;
    };
    const all = (of: Pick<Person, 'cookie'>) =>
      Promise.all(['balance', 'voucher', 'order_refund', 'low_price'].map((kind) => leftOf(of, kind)));
    const [, , refunds] = await all(who);
    expect(await all(who)).toEqual(['10.00', '10.00', refunds, '0.00']);
    expect((await asking(who, companies.other, { amount: '4', reason: '抹零' })).data.is_alone).toBe(1);
    // What waits uses nothing of it.
    expect((await asking(who, companies.other, { amount: '7', reason: '抹零' })).data.is_alone).toBe(0);
    expect(await all(who)).toEqual(['6.00', '6.00', refunds, '0.00']);
    expect((await asking(who, companies.other, { amount: '-6', reason: '抹零' })).data.is_alone).toBe(1);
    expect(await all(who)).toEqual(['0.00', '0.00', refunds, '0.00']);
    expect(Number(refunds)).toBeGreaterThan(0);
    expect(await all(own)).toEqual(['0.00', '0.00', refunds, '0.00']);
    expect(await all({ cookie: await loginAs('demo') })).toEqual([404, 404, 404, 404]);
    expect(await leftOf(who, 'x')).toBe(422);
  });

  it('ask for an administrator above the upper one', async () => {
    const [one, two] = [await person(db, 'fix.one', 'finance'), await person(db, 'fix.two', 'finance')];
    const made = await asking(one, companies.other, { amount: '10000.01', reason: '年度返利补差' });
    expect(made.data.state).toBe('waiting');
    const { id } = made.data;
    await expect(passAct(as(two, 'finance'), { id })).rejects.toMatchObject({
      code: 403,
      message: expect.stringContaining('平台管理员'),
    });
    expect((await passAct(as(admin, 'admin'), { id })).state).toBe('passed');
  });

  it('leave it to who asked to take an act back, before it is decided', async () => {
    const made = await asking(admin, companies.other, { amount: '20', reason: '填错了' });
    const { id } = made.data;
    await expect(withdrawAct(as(finance, 'finance'), { id })).rejects.toMatchObject({ code: 403 });
    const race = await Promise.allSettled([
      withdrawAct(as(admin, 'admin'), { id }),
      passAct(as(finance, 'finance'), { id }),
    ]);
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await entries(id)).toHaveLength(race[1].status === 'fulfilled' ? 1 : 0);
    // A role sees what it may decide, and its own.
    const shown = await askList(as(service, 'service'), countersign, { state: 'all' });
    expect(shown).toMatchObject({ rows: [], total: 0 });
  });
});

const until = dayKey(Date.now() + 30 * 86_400_000);
const voucher = { kind: 'voucher', value: '66.00', threshold: '0', until, reason: '配送延误补偿' };
function giving(
  cookie: string,
  body: object,
  key: string = crypto.randomUUID(),
  id: number = companies.other,
) {
  return request<ActWire>(issue, {
    method: 'POST',
    params: { id: String(id) },
    cookie,
    body: body as Record<string, string>,
    headers: { 'idempotency-key': key },
  });
}

describe('a coupon given by hand', () => {
  const pieces = () => db.$count(companyCoupon, eq(companyCoupon.companyId, companies.other));
  const notifiedOf = () =>
    db.$count(
      message,
      and(eq(message.companyId, companies.other), eq(message.title, '收到平台现金券¥66.00')),
    );
  const asked = async (who: Person, body: object = voucher) => (await giving(who.cookie, body)).data.id;

  it('is asked for once, and is nothing before another person has passed it', async () => {
    const before = await pieces();
    const key = crypto.randomUUID();
    const tries = await Promise.all(Array.from({ length: 4 }, () => giving(market.cookie, voucher, key)));
    expect(new Set(tries.map(({ data }) => data.id)).size).toBe(1);
    expect(tries[0]).toMatchObject({
      code: 200,
      data: {
        kind: 'voucher',
        kind_text: '平台现金券',
        amount: '66.00',
        until,
        state: 'waiting',
        may_decide: 0,
        asked_by: 'fix.market',
      },
    });
    expect(await pieces()).toBe(before);
    // Who asks may not pass it: one looks after no money, the other asked it herself.
    const { id } = tries[0]!.data;
    const params = { id: String(id) };
    expect(await request(pass, { method: 'POST', params, cookie: market.cookie })).toMatchObject({
      code: 403,
    });
    const hers = await asked(finance);
    await expect(passAct(by(finance), { id: hers })).rejects.toMatchObject({ code: 403 });
    await expect(refuseAct(by(finance), { id: hers, reason: '算了' })).rejects.toMatchObject({
      code: 403,
    });
    expect(await pieces()).toBe(before);
  });

  it('is in the company’s hands once, by many who pass it at once, told, and nobody else’s to claim', async () => {
    const buyer = await loginAs('other');
    const stranger = await loginAs('demo');
    const before = [await pieces(), await notifiedOf(), await balanceOf(companies.other)];
    const id = await asked(market);
    const tries = await Promise.all(Array.from({ length: 5 }, () => passAct(by(finance), { id })));
    for (const one of tries) expect(one).toMatchObject({ state: 'passed', state_text: '已发放' });
    await expect(refuseAct(by(admin), { id, reason: '不对' })).rejects.toMatchObject({ code: 409 });
    expect([await pieces(), await notifiedOf(), await balanceOf(companies.other)]).toEqual([
      before[0]! + 1,
      before[1]! + 1,
      before[2],
    ]);
    const coupon = { ...voucher, kind: 'coupon', value: '20', threshold: '500' };
    await passAct(by(admin), { id: await asked(finance, coupon) });
    const mine = async (cookie: string, type: string) =>
      (await request<HeldCoupons>(held, { path: `/api/user/coupon?type=${type}&size=50`, cookie })).data.list;
    expect(await mine(buyer, 'voucher')).toMatchObject([{ value: '66.00', remarks: '配送延误补偿' }]);
    expect((await mine(buyer, 'platform')).map(({ value }) => value)).toContain('20.00');
    expect((await mine(stranger, 'voucher')).map(({ value }) => value)).not.toContain('66.00');
    const shown = await request<{ list: { name: string }[] }>(center, {
      path: '/api/coupon-center?size=50',
      cookie: buyer,
    });
    expect(shown.data.list.map(({ name }) => name)).not.toContain('平台专享券');
    const acts = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'company'), eq(auditLog.subjectKey, String(companies.other))))
      .orderBy(auditLog.id);
    expect(acts.slice(-4).map(({ act, actorId }) => `${act} ${actorId}`)).toEqual([
      'issue.ask fix.market',
      'company.issue fix.finance',
      'issue.ask fix.finance',
      'company.issue fix.admin',
    ]);
  });

  it('is passed or refused, never both, and not once its last day is over', async () => {
    const before = await pieces();
    const id = await asked(market);
    const race = await Promise.allSettled([
      passAct(by(finance), { id }),
      refuseAct(by(admin), { id, reason: '没有依据' }),
    ]);
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await pieces()).toBe(before + (race[0]?.status === 'fulfilled' ? 1 : 0));
    const late = await asked(market);
    const after = { ...by(finance), now: new Date(Date.now() + 32 * 86_400_000) };
    await expect(passAct(after, { id: late })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('有效期'),
    });
    // A release that knows balances only would enter it into the ledger: the database does not let it.
    await expect(
      db
        .update(waitingAct)
        .set({ state: 'passed', decidedBy: 'fix.finance', decidedAt: new Date() })
        .where(eq(waitingAct.id, late)),
    ).rejects.toThrow();
  });

  it('is refused for what cannot be, and to who may not', async () => {
    for (const [change, field] of [
      [{ value: '0' }, 'value'],
      [{ value: '5000.01' }, 'value'],
      [{ threshold: '10' }, 'threshold'],
      [{ kind: 'coupon', threshold: '65' }, 'threshold'],
      [{ until: '2020-01-01' }, 'until'],
      [{ until: '2099-01-01' }, 'until'],
      [{ until: 'x' }, 'until'],
      [{ kind: 'x' }, 'kind'],
      [{ reason: '' }, 'reason'],
    ] as const)
      expect
        .soft(await giving(market.cookie, { ...voucher, ...change }), JSON.stringify(change))
        .toMatchObject({ code: 422, data: { errors: { [field]: [expect.any(String)] } } });
    expect((await giving(market.cookie, voucher, undefined, 999_999)).code).toBe(404);
    expect((await giving(market.cookie, voucher, undefined, companies.rejected)).code).toBe(409);
    expect((await giving(service.cookie, voucher)).code).toBe(403);
    expect((await giving(await loginAs('demo'), voucher)).code).toBe(404);
    expect((await giving('', voucher)).code).toBe(404);
  });
});

describe('an act of a kind that a newer release knows', () => {
  it('is shown by its own name to who may decide every kind, and nobody can do anything with it', async () => {
    const { rows } = await pool.query(`select conname from pg_constraint
      where conrelid = 'balance_correction'::regclass and pg_get_constraintdef(oid) like '%owner_phone%'`);
    await pool.query(`alter table balance_correction drop constraint "${rows[0].conname}"`);
    const made = await pool.query(
      `insert into balance_correction (company_id, kind, amount, reason, asked_by, asked_as)
        values ($1, 'of_tomorrow', 100, '试', 'fix.market', 'platform:marketing') returning id`,
      [companies.demo],
    );
    const id = Number(made.rows[0].id);
    const see = async ({ cookie }: Person) =>
      (
        await request<AnyAnswer>(list, { path: '/api/desk/countersign?state=waiting&size=200', cookie })
      ).data.rows.find((row) => row.id === id);
    expect(await see(admin)).toMatchObject({
      ...{ kind: 'of_tomorrow', state: 'waiting' },
      ...{ may_decide: 0, may_withdraw: 0, problem: expect.stringContaining('新版本') },
    });
    expect(await see(finance)).toBeUndefined();
    const params = { id: String(id) };
    expect((await request(pass, { method: 'POST', params, cookie: admin.cookie })).code).toBe(403);
    expect((await request(refuse, { params, cookie: admin.cookie, body: { reason: '不认识' } })).code).toBe(
      403,
    );
    await expect(withdrawAct(by(market), { id })).rejects.toMatchObject({ code: 409 });
    expect(await listToday(by(admin))).toBeTruthy();
    await db.delete(waitingAct).where(eq(waitingAct.id, id));
  });
});
