/** Tasks for points: the first order of a merchant, scanned receipts, documents in time; once each, and paid by whom. */
import { and, eq, inArray, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ActDone, RowOf } from '#lib/contract/desk/list.ts';
import { ownTasks } from '#lib/contract/desk/lists/own-tasks.ts';
import { pointTasks } from '#lib/contract/desk/lists/point-tasks.ts';
import type { CreatedTask, CreateTaskInput } from '#lib/contract/tasks.ts';
import { type TaskTerms, taskCounts } from '#lib/rules/points/tasks.ts';
import type { Context } from '#lib/server/core/context.ts';
import { passAct, refuseAct } from '#lib/server/countersign/countersign.ts';
import {
  auditLog,
  merchantNotice,
  pointsLedger,
  pointsLot,
  pointsTask,
  pointsTaskDone,
  waitingAct,
  wheel,
} from '#lib/server/db/schema.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { insertWheel } from '#lib/server/draws/desk-rows.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { agreeTask, refuseTask } from '#lib/server/points/task-answers.ts';
import { standingOf } from '#lib/server/points/task-desk.ts';
import { listRenewed, listTasksFor } from '#lib/server/points/task-rows.ts';
import { countPaperTasks, listTasks } from '#lib/server/points/tasks.ts';
import { receiveOrders } from '#lib/server/receiving/many.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { countChances } from '#lib/server/wheel/rows.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { openedWheel, prize } from '#tests/support/wheels.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);
await pool.query('update points_task set stopped_at = now()');
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
const clerk: Context<'merchant'> = {
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: '发货员', merchantId },
  requestId: 'test',
};
let marketing: Person;
let service: Person;
beforeAll(async () => {
  marketing = await person(db, 'huodong', 'marketing');
  service = await person(db, 'kefu', 'service');
});

let made = 0;
const form = (change: Partial<CreateTaskInput> = {}): CreateTaskInput => ({
  title: '扫码收货得积分',
  kind: 'scan',
  points: 5,
  chances: 0,
  payer: 'platform',
  starts_on: '2026-01-01',
  ends_on: '',
  token: `task-token-${made++}`,
  ...change,
});
const other = { ...byStaff(db), actor: { ...byStaff(db).actor, name: 'guanli', role: 'admin' } } as const;
const finance = { ...byStaff(db), actor: { ...byStaff(db).actor, name: 'caiwu', role: 'finance' } } as const;
/** The number of the start of a task that waits. */
async function waitingStart(id: number): Promise<number | undefined> {
  const of = and(eq(waitingAct.subject, `task:${id}`), eq(waitingAct.state, 'waiting'));
  return (await db.select({ id: waitingAct.id }).from(waitingAct).where(of))[0]?.id;
}
const passStart = async (id: number, by: Context<'platform'> = finance) =>
  passAct(by, { id: (await waitingStart(id))! });
/** A new task that a second person has passed, and the merchant that pays for it has agreed to. */
async function begun(body: CreateTaskInput) {
  const made = await create(body);
  await passStart(made.data.id);
  if (body.payer === 'merchant') await agreeTask(clerk, { id: made.data.id });
  return made;
}
/** As if the task had been passed on its first day. */
const passedBefore = (id: number) =>
  pool.query('update points_task set passed_at = starts_at where id = $1', [id]);
const create = (body: CreateTaskInput, who = marketing) =>
  request<CreatedTask>(routeOf(api.createTask), { cookie: who.cookie, body });
const act = (name: 'deskPointTasksStop' | 'deskPointTasksResume', id: number) =>
  request<ActDone<RowOf<typeof pointTasks>>>(routeOf(api[name]), {
    method: 'POST',
    cookie: marketing.cookie,
    params: { id: String(id) },
    body: { reason: '活动调整' },
  });

let warehouse = 25_300;
let parcels = 0;

/** A completely shipped order of ten pieces, its number and the number of its parcel. */
async function sent(buyer: Account) {
  const goodsId = await makeGoods(db, goodsPlain, 100, { warehouseId: warehouse++, merchantId });
  const placed = await order(db, buyer, [{ goodsId, number: 10 }]);
  await pay(db, buyer, placed.trade_no);
  const no = placed.orders[0]!.no;
  const { rows } = await pool.query<{ id: number }>('select id from order_line where order_no = $1', [no]);
  const trackingNo = `SF-TASK-${parcels++}`;
  await shipOrder(clerk, { no, carrier: '顺丰速运', trackingNo, lines: [{ id: rows[0]!.id, pieces: 10 }] });
  return { no, trackingNo };
}

async function newBuyer(): Promise<Account> {
  return (await makeBuyers(db, 1, 100_000_000))[0]!;
}

const receive = (buyer: Account, nos: string[], codes: string[]) =>
  receiveOrders(contextOf(db, buyer), { nos, codes });

/** What tasks brought the company: points and who pays for them. */
async function gained(companyId: number) {
  const rows = await db
    .select({ amount: pointsLedger.amount, merchantId: pointsLot.merchantId })
    .from(pointsLedger)
    .innerJoin(pointsLot, eq(pointsLot.id, pointsLedger.id))
    .where(eq(pointsLedger.companyId, companyId));
  return rows.filter(({ amount }) => amount === 5 || amount === 88);
}

describe('a task', () => {
  it('is made once by the same form, and only by those who look after points', async () => {
    const body = form();
    const both = await Promise.all([create(body), create(body)]);
    expect(both.map(({ data }) => data?.id)).toEqual([both[0]?.data?.id, both[0]?.data?.id]);
    expect(await db.$count(pointsTask, eq(pointsTask.token, body.token))).toBe(1);
    expect(await create({ ...body, points: 6 })).toMatchObject({
      code: 409,
      message: expect.stringContaining('已经新增'),
    });
    expect((await create(form(), service)).code).toBe(403);
    expect(await db.$count(waitingAct, eq(waitingAct.subject, `task:${both[0]!.data!.id}`))).toBe(1);
  });

  it('begins, and begins again, when another person with the permission passes it', async () => {
    const { data } = await create(form({ title: '等复核的任务' }));
    const isShown = async () => (await listTasks(db, null, new Date())).some(({ id }) => id === data.id);
    const found = async (view: string) =>
      (await askList(byStaff(db), pointTasks, { view, title: '等复核的任务' })).rows;
    expect(await isShown()).toBe(false);
    expect(await found('waiting')).toMatchObject([{ standing: 'second', is_on: 0, is_off: 0 }]);
    const actId = (await waitingStart(data.id))!;
    const decide = (who: Person) =>
      request(routeOf(api.deskActsPass), {
        method: 'POST',
        cookie: who.cookie,
        params: { id: String(actId) },
      });
    expect(await decide(marketing)).toMatchObject({ code: 403 });
    expect(await decide(service)).toMatchObject({ code: 403 });
    const both = await Promise.allSettled([passAct(finance, { id: actId }), passAct(other, { id: actId })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await isShown()).toBe(true);
    await act('deskPointTasksStop', data.id);
    const again = await Promise.all([
      act('deskPointTasksResume', data.id),
      act('deskPointTasksResume', data.id),
    ]);
    expect(again.map(({ data: done }) => done.waits)).toEqual([1, 1]);
    expect(await isShown()).toBe(false);
    await refuseAct(finance, { id: (await waitingStart(data.id))!, reason: '预算用完' });
    expect(await isShown()).toBe(false);
    expect(await found('off')).toMatchObject([{ is_off: 1, standing: '' }]);
  });

  it('that a merchant is to pay for counts once its administrator agrees', async () => {
    const values = { payer: 'merchant', merchant_id: merchantId, title: '商家承担的任务' } as const;
    const { data } = await create(form(values));
    const { id } = data;
    const boss = await person(db, 'task.boss', 'admin', merchantId);
    const [clerkOf, stranger] = [
      await person(db, 'task.orders', 'orders', merchantId),
      await person(db, 'task.stranger', 'admin', merchantId + 1),
    ];
    const say = (who: Person, call: 'deskOwnTasksAgree' | 'deskOwnTasksRefuse', of = id) =>
      request(routeOf(api[call]), {
        method: 'POST',
        cookie: who.cookie,
        params: { id: String(of) },
        body: { reason: '不参加' },
      });
    const own = async (within = merchantId) =>
      (
        await askList({ ...clerk, actor: { ...clerk.actor, merchantId: within } }, ownTasks, {
          title: '商家承担',
        })
      ).rows;
    const logged = () =>
      db.$count(
        auditLog,
        and(
          eq(auditLog.subject, 'task'),
          eq(auditLog.subjectKey, String(id)),
          eq(auditLog.merchantId, merchantId),
        ),
      );
    // Before the second person has passed it, it is the platform's alone.
    expect(await own()).toEqual([]);
    expect(await logged()).toBe(0);
    expect(await say(boss, 'deskOwnTasksAgree')).toMatchObject({ code: 409 });
    await passStart(id);
    const isShown = async () => (await listTasks(db, null, new Date())).some((task) => task.id === id);
    expect(await isShown()).toBe(false);
    expect(await logged()).toBe(1);
    expect(await own()).toMatchObject([{ merchant_word: 'asked', may_answer: 1, chances: 0 }]);
    const platform = async () =>
      (await askList(byStaff(db), pointTasks, { view: 'waiting', title: '商家承担' })).rows;
    expect(await platform()).toMatchObject([{ standing: 'asked', is_on: 1, is_off: 0 }]);
    expect(await act('deskPointTasksResume', id)).toMatchObject({ code: 409, message: /等待商家答复/ });
    expect(await own(merchantId + 1)).toEqual([]);
    const told = async (of = id) =>
      (
        await db
          .select({ title: merchantNotice.title })
          .from(merchantNotice)
          .where(and(eq(merchantNotice.merchantId, merchantId), like(merchantNotice.ref, `task:${of}:%`)))
          .orderBy(merchantNotice.id)
      ).map(({ title }) => title);
    const asking = '平台请本店承担积分任务“商家承担的任务”';
    expect(await told()).toEqual([asking]);
    // A stop takes the question back; the next pass asks again.
    await act('deskPointTasksStop', id);
    expect(await own()).toEqual([]);
    expect(await say(boss, 'deskOwnTasksAgree')).toMatchObject({ code: 409, message: /不用答复/ });
    await act('deskPointTasksResume', id);
    await passStart(id);
    expect(await told()).toEqual([asking, asking]);
    expect((await say(clerkOf, 'deskOwnTasksAgree')).code).toBe(403);
    expect((await say(stranger, 'deskOwnTasksAgree')).code).toBe(404);
    expect((await say(stranger, 'deskOwnTasksRefuse')).code).toBe(404);
    expect(await isShown()).toBe(false);
    const both = await Promise.all([say(boss, 'deskOwnTasksAgree'), say(boss, 'deskOwnTasksRefuse')]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    const isAgreed = both[0]!.code === 200;
    expect(await isShown()).toBe(isAgreed);
    expect((await own())[0]).toMatchObject({
      merchant_word: isAgreed ? 'agreed' : 'refused',
      answered_by: 'task.boss',
    });
    // Its word is final: what it refused is not turned on again.
    const { data: no } = await create(form(values));
    await passStart(no.id);
    await refuseTask(clerk, { id: no.id, reason: '不参加' });
    expect(await act('deskPointTasksResume', no.id)).toMatchObject({ code: 409, message: /商家不同意承担/ });
    // One that has agreed pays again after a later start, and is told.
    const { data: yes } = await begun(form(values));
    await act('deskPointTasksStop', yes.id);
    await act('deskPointTasksResume', yes.id);
    await passStart(yes.id);
    expect(await told(yes.id)).toEqual([asking, '本店承担的积分任务“商家承担的任务”已重新启用']);
    const off = await db
      .select()
      .from(pointsTask)
      .where(inArray(pointsTask.id, [no.id, yes.id]))
      .orderBy(pointsTask.id);
    expect(off.map(({ stoppedAt }) => stoppedAt === null)).toEqual([false, true]);
    await act('deskPointTasksStop', yes.id);
    await act('deskPointTasksStop', id);
  });

  it('is waited for from its pass, and no longer after its end', async () => {
    const { data } = await create(
      form({ payer: 'merchant', merchant_id: merchantId, title: '没有答复的任务' }),
    );
    await pool.query(`update points_task set created_at = now() - interval '9 days' where id = $1`, [
      data.id,
    ]);
    await passStart(data.id);
    const boss = { ...clerk, actor: { ...clerk.actor, role: 'admin' } } as const;
    const today = async () =>
      (await listToday(boss)).filter(({ href }) => href === '/desk/own-tasks').map(({ count }) => count);
    const asked = async (word: string) =>
      (await askList(clerk, ownTasks, { merchant_word: word, title: '没有答复' })).rows;
    const [item] = (await listToday(boss)).filter(({ href }) => href === '/desk/own-tasks');
    expect(item).toMatchObject({ count: 1, since: finance.now, search: '?merchant_word=asked' });
    expect(await asked('asked')).toHaveLength(1);
    await pool.query(`update points_task set ends_at = starts_at + interval '1 day' where id = $1`, [
      data.id,
    ]);
    expect(await today()).toEqual([0]);
    expect(await asked('asked')).toEqual([]);
    expect(await asked('lapsed')).toMatchObject([{ may_answer: 0 }]);
  });

  it.each<[Partial<CreateTaskInput>, string]>([
    [{ points: 0 }, 'points'],
    [{ chances: 1 }, 'wheel_id'],
    [{ chances: 1, wheel_id: 2_000_000 }, 'wheel_id'],
    [{ payer: 'merchant' }, 'payer'],
    [{ payer: 'merchant', merchant_id: 1, points: 0, chances: 1, wheel_id: 1 }, 'payer'],
    [{ merchant_id: 2_000_000 }, 'merchant_id'],
    [{ ends_on: '2025-12-31' }, 'ends_at'],
  ])('is refused with %o', async (change, field) => {
    const { code, data } = await create(form(change));
    expect(code).toBe(422);
    expect(Object.keys((data as unknown as { errors: object }).errors)).toEqual([field]);
  });
});

describe('receiving', () => {
  it('by a scan brings points once, as often a month as the task says, also by two at once', async () => {
    const { data } = await begun(form({ monthly: 2 }));
    const buyer = await newBuyer();
    const orders = [await sent(buyer), await sent(buyer), await sent(buyer), await sent(buyer)];
    const [first, second, third, last] = orders as [
      (typeof orders)[0],
      (typeof orders)[0],
      (typeof orders)[0],
      (typeof orders)[0],
    ];
    // The number of the order is no scan, another order's parcel neither.
    await receive(buyer, [last.no], [last.no, first.trackingNo]);
    expect(await gained(buyer.companyId)).toEqual([]);
    await Promise.all([
      receive(buyer, [first.no], [first.trackingNo]),
      receive(buyer, [first.no], [first.trackingNo]),
      receive(buyer, [second.no], [second.trackingNo]),
      receive(buyer, [third.no], [third.trackingNo]),
    ]);
    expect(await gained(buyer.companyId)).toEqual([
      { amount: 5, merchantId: null },
      { amount: 5, merchantId: null },
    ]);
    const shown = (await listTasks(db, buyer.companyId, new Date())).find(({ id }) => id === data!.id);
    expect(shown).toMatchObject({ state: '本月2/2次', isFull: true, gain: '5分' });
    await act('deskPointTasksStop', data!.id);
  });

  it('for the first time from a merchant brings what the merchant pays for; the second order brings nothing', async () => {
    const { data } = await begun(
      form({
        kind: 'first_order',
        title: '首单有礼',
        points: 88,
        payer: 'merchant',
        merchant_id: merchantId,
      }),
    );
    const buyer = await newBuyer();
    const [first, second] = [await sent(buyer), await sent(buyer)];
    await receive(buyer, [first.no, second.no], []);
    expect(await gained(buyer.companyId)).toEqual([{ amount: 88, merchantId }]);

    // A task that is off, and one of another merchant, count nothing.
    await act('deskPointTasksStop', data!.id);
    const late = await newBuyer();
    const { no } = await sent(late);
    await receive(late, [no], []);
    expect(await gained(late.companyId)).toEqual([]);
    const off = await askList(byStaff(db), pointTasks, { view: 'off', title: '首单有礼' });
    expect(off.rows).toMatchObject([{ times: 1, companies: 1, given: 88, payer: 'merchant' }]);
  });
});

describe('documents', () => {
  it('handed in before the end of the old ones count once, later ones do not', async () => {
    const { data } = await begun(form({ kind: 'papers', title: '证照及时更新' }));
    const [inTime, late] = [await newBuyer(), await newBuyer()];
    for (const { companyId, end } of [
      { companyId: inTime.companyId, end: '2026-11-20' },
      { companyId: late.companyId, end: '2026-11-19' },
    ])
      await pool.query(
        `with application as (
          insert into company_application (company_id, kind, status, data, handed_in_at, decided_at)
          values ($1, 'change', 'approved', '{}', '2026-11-20 23:59:59+08', now()) returning id
        ), old as (
          insert into paper (company_id, kind, number, valid_from, valid_to, status)
          values ($1, 'drug_licence', 'T1', '2021-01-01', $2, 'replaced'))
        select id from application`,
        [companyId, end],
      );
    for (const { companyId } of [inTime, late])
      await pool.query(
        `insert into paper (company_id, application_id, kind, number, valid_from, valid_to, status)
         select $1, id, 'drug_licence', 'T2', '2026-11-01', '2031-01-01', 'approved' from company_application
         where company_id = $1 and status = 'approved' and decided_at is not null`,
        [companyId],
      );
    // What was handed in before the pass does not count.
    await countPaperTasks(db, new Date());
    expect(await gained(inTime.companyId)).toEqual([]);
    await passedBefore(data.id);
    for (let turn = 0; turn < 2; turn++) await countPaperTasks(db, new Date());
    expect(await gained(inTime.companyId)).toEqual([{ amount: 5, merchantId: null }]);
    expect(await gained(late.companyId)).toEqual([]);
    await act('deskPointTasksStop', data!.id);
  });

  it('that were returned and corrected are no older ones, and a full month leaves room for others', async () => {
    const { data } = await begun(form({ kind: 'papers', title: '证照及时更新二', monthly: 1 }));
    await passedBefore(data.id);
    const handIn = (companyId: number, { no, reason }: { no: string; reason: string | null }) =>
      pool.query(
        `with old as (
          insert into paper (company_id, kind, number, valid_from, valid_to, status, reason)
          values ($1, $2, 'O', '2021-01-01', '2030-01-01', 'replaced', $3))
        insert into company_application (company_id, kind, status, data, handed_in_at, decided_at)
        values ($1, 'change', 'approved', '{}', '2026-11-21 10:00:00+08', now()) returning id`,
        [companyId, no, reason],
      );
    const accept = (companyId: number, application: number, kind: string) =>
      pool.query(
        `insert into paper (company_id, application_id, kind, number, valid_from, valid_to, status)
         values ($1, $2, $3, 'N', '2026-11-01', '2031-01-01', 'approved')`,
        [companyId, application, kind],
      );
    const [returned, renewing] = [await newBuyer(), await newBuyer()];
    for (const [companyId, no, reason] of [
      [returned.companyId, 'food_licence', '看不清'],
      [renewing.companyId, 'food_licence', null],
      [renewing.companyId, 'drug_licence', null],
    ] as const) {
      const { rows } = await handIn(companyId, { no, reason });
      await accept(companyId, rows[0].id, no);
    }
    const now = new Date();
    for (let turn = 0; turn < 2; turn++) await countPaperTasks(db, now);
    expect(await gained(returned.companyId)).toEqual([]);
    expect(await gained(renewing.companyId)).toHaveLength(1);
    const since = new Date(now.getTime() - 86_400_000);
    expect(await listRenewed(db, 'none', { now, since, limit: 10 })).toEqual([]);
    await act('deskPointTasksStop', data!.id);
  });
});

describe('chances of a wheel', () => {
  it('are of an opened one, and a task that brings nothing any more is neither shown nor counted', async () => {
    const prizes = [prize('points', 1), prize('nothing', 9)];
    const { id: wheelId } = await openedWheel(db, prizes);
    const { id: draft } = await db.transaction((tx) =>
      insertWheel(
        tx,
        {
          ...{ name: '草稿', remarks: '', startsAt: new Date(), endsAt: new Date(Date.now() + 3_600_000) },
          ...{ perSign: 0, perOrder: 0, perAmount: 0, pointsPrice: 0, pointsDaily: 0 },
        },
        'task-draft',
      ),
    );
    const chance = { points: 0, chances: 2 };
    expect((await create(form({ ...chance, wheel_id: draft }))).code).toBe(422);
    const over = await openedWheel(db, prizes);
    const { data: late } = await create(form({ ...chance, wheel_id: over.id, title: '转盘已结束' }));
    await db
      .update(wheel)
      .set({ endsAt: new Date(Date.now() - 1_000) })
      .where(eq(wheel.id, over.id));
    await expect(passStart(late.id)).rejects.toThrow('大转盘已经结束');
    await refuseAct(finance, { id: (await waitingStart(late.id))!, reason: '转盘已结束' });
    expect(await act('deskPointTasksResume', late.id)).toMatchObject({
      code: 409,
      message: /大转盘已经结束/,
    });
    const { data } = await begun(form({ ...chance, wheel_id: wheelId }));
    const both = await begun(form({ points: 5, chances: 2, wheel_id: wheelId, title: '分和机会' }));
    const buyer = await newBuyer();
    const shown = async () =>
      (await listTasks(db, buyer.companyId, new Date())).map(({ id, gain }) => [id, gain]);
    expect(await shown()).toEqual([
      [data!.id, '2次抽奖'],
      [both.data!.id, '5分、2次抽奖'],
    ]);
    const first = await sent(buyer);
    await receive(buyer, [first.no], [first.trackingNo]);
    expect(await countChances(db, wheelId, buyer.companyId)).toBe(4);
    const deeds = () => db.$count(pointsTaskDone, eq(pointsTaskDone.companyId, buyer.companyId));
    expect(await deeds()).toBe(2);
    // All tickets are drawn: no chance can be used.
    await db.update(wheel).set({ drawn: 10 }).where(eq(wheel.id, wheelId));
    expect(await shown()).toEqual([[both.data!.id, '5分']]);
    const second = await sent(buyer);
    await receive(buyer, [second.no], [second.trackingNo]);
    expect(await deeds()).toBe(3);
    await act('deskPointTasksStop', data!.id);
    await act('deskPointTasksStop', both.data!.id);
  });
});

it('is not done where its wheel ends at the same moment', async () => {
  const { id: wheelId } = await openedWheel(db, [prize('points', 1), prize('nothing', 9)]);
  const { data } = await begun(form({ kind: 'papers', points: 0, chances: 1, wheel_id: wheelId }));
  const { companyId } = await newBuyer();
  const { rows } = await pool.query(
    `with old as (
      insert into paper (company_id, kind, number, valid_from, valid_to, status)
      values ($1, 'drug_licence', 'E1', '2021-01-01', '2030-01-01', 'replaced'))
    insert into company_application (company_id, kind, status, data, handed_in_at, decided_at)
    values ($1, 'change', 'approved', '{}', now(), now()) returning id`,
    [companyId],
  );
  await pool.query(
    `insert into paper (company_id, application_id, kind, number, valid_from, valid_to, status)
     values ($1, $2, 'drug_licence', 'E2', '2026-11-01', '2031-01-01', 'approved')`,
    [companyId, rows[0].id],
  );
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from wallet where company_id = $1 for update', [companyId]);
    const counting = countPaperTasks(db, new Date());
    const waiting = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rows[0].n, { timeout: 20_000 }).toBe(1);
    await pool.query(`update wheel set ends_at = starts_at + interval '1 second' where id = $1`, [wheelId]);
    await holder.query('commit');
    await counting;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await db.$count(pointsTaskDone, eq(pointsTaskDone.companyId, companyId))).toBe(0);
  await act('deskPointTasksStop', data!.id);
});

describe('the SQL of open tasks', () => {
  it('finds what the rule counts', async () => {
    await pool.query('update points_task set stopped_at = now() where stopped_at is null');
    const day = (text: string) => new Date(`${text}T00:00:00+08:00`);
    const base = { title: '比较', points: 1, chances: 0, createdBy: 'test' } as const;
    const terms: Pick<TaskTerms, 'kind' | 'merchantId' | 'payer'>[] = [
      { kind: 'scan', merchantId: null, payer: 'platform' },
      { kind: 'scan', merchantId, payer: 'platform' },
      { kind: 'first_order', merchantId: null, payer: 'platform' },
    ];
    const spans = [
      { startsAt: day('2026-11-01'), endsAt: null, passedAt: null },
      { startsAt: day('2026-11-01'), endsAt: null, passedAt: day('2026-11-20') },
      { startsAt: day('2026-11-01'), endsAt: day('2026-11-20'), passedAt: day('2026-11-19') },
      { startsAt: day('2026-11-20'), endsAt: day('2026-12-01'), passedAt: day('2026-11-01') },
    ];
    const rows = terms.flatMap((one) => spans.map((span) => ({ ...base, ...one, ...span })));
    await db.insert(pointsTask).values(rows.map((row, at) => ({ ...row, token: `compare-${at}` })));
    for (const at of ['2026-10-31', '2026-11-01', '2026-11-19', '2026-11-20', '2026-12-01'].map(day))
      for (const of of [merchantId, merchantId + 1]) {
        const found = await listTasksFor(db, { kinds: ['scan'], merchantId: of, at });
        const counted = rows.filter((row) =>
          taskCounts(
            { ...standingOf(row), startsAt: row.startsAt.getTime() },
            { kind: 'scan', merchantId: of, at: at.getTime() },
          ),
        );
        expect(found).toHaveLength(counted.length);
      }
  });
});
