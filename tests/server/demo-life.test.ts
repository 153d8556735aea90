/** The demo's three months before it begins: every row as the shop's own rules would have left it. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { drawDemoOnboarding } from '#demo/drawn/onboarding.ts';
import { drawDemoReports } from '#demo/drawn/reports.ts';
import { seedCases } from '#demo/history/cases.ts';
import { seedChanges } from '#demo/history/changes.ts';
import { seedFlows } from '#demo/history/flows.ts';
import { life } from '#demo/history/life.ts';
import { seedMoneyActs } from '#demo/history/money-acts.ts';
import { seedQuality } from '#demo/history/quality.ts';
import { seedWaiting } from '#demo/history/waiting.ts';
import { seedDemo } from '#demo/seed/demo.ts';
import * as known from '#demo/seed/known.ts';
import { must } from '#lib/rules/terms/must.ts';
import { compareLedgers } from '#lib/server/backup/ledgers.ts';
import { findReportBytes } from '#lib/server/lots/reports.ts';
import { listApprovals } from '#lib/server/members/approvals.ts';
import { findMerchantSheet } from '#lib/server/onboarding/desk.ts';
import { cancelOverdue, completeOverdue, creditPromises } from '#lib/server/orders/due.ts';
import { findAccount } from '#lib/server/people/account-rows.ts';
import { countHeldForQuality } from '#lib/server/quality/hold-rows.ts';
import { listBought } from '#lib/server/quick-order/bought-rows.ts';
import { findOrderPapers } from '#lib/server/receiving/papers.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db, pool } = await testDatabase('empty');
const now = new Date();
await seedDemo(db, now, life);

async function rows<T>(query: ReturnType<typeof sql>): Promise<T[]> {
  return (await db.execute(query)).rows as T[];
}

async function count(query: ReturnType<typeof sql>): Promise<number> {
  const [row] = await rows<{ n: number }>(sql`select count(*)::int as n from (${query}) q`);
  return row!.n;
}

test('a company that orders nearly daily, of ten merchants, in every state', async () => {
  const [demo] = await rows<{ days: number; merchants: number; cancelled: number; back: number }>(sql`
    select count(distinct (created_at at time zone 'Asia/Shanghai')::date)::int as days,
      count(distinct merchant_id)::int as merchants,
      (count(*) filter (where status = 'cancelled'))::int as cancelled,
      (count(*) filter (where refunded_amount > 0))::int as back
    from "order" where company_id = ${known.companies.demo}`);
  expect(demo!.days).toBeGreaterThan(60);
  expect(demo!.merchants).toBeGreaterThanOrEqual(10);
  expect(demo!.cancelled).toBeGreaterThan(0);
  expect(demo!.back).toBeGreaterThan(0);
  const states = await rows<{ status: string }>(sql`select distinct status from "order"`);
  expect(states.map(({ status }) => status).sort()).toEqual([
    'cancelled',
    'completed',
    'to_receive',
    'to_ship',
  ]);
  // Yesterday's basket went to ten merchants.
  expect(
    await count(sql`select trade_no from "order" where company_id = ${known.companies.demo}
      group by trade_no having count(*) >= 10`),
  ).toBeGreaterThan(0);
  // The others have bought nothing yet.
  const young = [known.companies.other, known.companies.frozen];
  expect(await count(sql`select no from trade where company_id = any(${sql.param(young)}::int[])`)).toBe(0);
});

test('every amount adds up: lines to orders, orders to trades, trades to payments, refunds to both', async () => {
  expect(
    await count(sql`select o.no from "order" o join order_line l on l.order_no = o.no group by o.no
      having sum(l.gross) <> o.goods_amount or sum(l.discount) <> o.discount_amount
        or sum(l.refunded_amount) <> o.refunded_amount`),
  ).toBe(0);
  expect(
    await count(sql`select t.no from trade t join "order" o on o.trade_no = t.no where o.status <> 'cancelled'
      group by t.no having sum(o.pay_amount) <> t.pay_amount`),
  ).toBe(0);
  expect(
    await count(sql`select t.no from trade t left join payment_trade s on s.trade_no = t.no
      group by t.no having coalesce(sum(s.amount), 0) <> t.pay_amount or (t.paid_at is null) <> (t.pay_amount = 0)`),
  ).toBe(0);
  expect(
    await count(sql`select o.no from "order" o left join refund r on r.order_no = o.no
      group by o.no having coalesce(sum(r.amount), 0) <> o.refunded_amount`),
  ).toBe(0);
  expect((await compareLedgers(pool)).wrong).toEqual([]);
  const [wallet] = await rows<{ balance: number }>(
    sql`select balance::int as balance from wallet where company_id = ${known.companies.demo}`,
  );
  expect(wallet!.balance).toBe(5_000_000);
});

test('what was sent stands in its parcel by lot, and what is done is followed by its events', async () => {
  expect(
    await count(sql`select l.id from order_line l join "order" o on o.no = l.order_no
      left join shipment_lot s on s.order_line_id = l.id group by l.id, o.status
      having coalesce(sum(s.quantity), 0) <> l.shipped_quantity
        or (o.status in ('completed', 'to_receive')) <> (l.shipped_quantity + l.refunded_quantity = l.quantity)`),
  ).toBe(0);
  expect(
    await count(sql`select o.no from "order" o where o.status <>
      (select e.to_status from order_event e where e.order_no = o.no order by e.id desc limit 1)`),
  ).toBe(0);
  // Nothing lies in the future, and nothing is due for a job.
  expect(
    await count(
      sql`select no from "order" where greatest(created_at, paid_at, shipped_at, completed_at) > ${now}`,
    ),
  ).toBe(0);
  for (const job of [cancelOverdue, completeOverdue, creditPromises])
    expect(await job(db, now)).toEqual({ done: 0, failed: 0 });
});

test('prices moved, coupons were used, and there are messages of it', async () => {
  const [prices] = await rows<{ moved: number; same: number }>(sql`
    select (count(*) filter (where least <> most))::int as moved, (count(*) filter (where least = most))::int as same
    from (select l.goods_id, min(l.unit_price) as least, max(l.unit_price) as most
      from order_line l group by 1 having count(*) > 2) p`);
  expect(prices!.moved).toBeGreaterThan(10);
  expect(prices!.same).toBeGreaterThan(5);
  expect(await count(sql`select id from company_coupon where status = 'used'`)).toBeGreaterThan(3);
  expect(
    await count(sql`select c.id from company_coupon c where c.status = 'used' and not exists (
      select 1 from "order" o where o.trade_no = c.trade_no and o.reservations->'coupons' @> to_jsonb(c.id))`),
  ).toBe(0);
  expect(await count(sql`select id from message where read_at is null`)).toBeGreaterThan(0);
  expect(await count(sql`select id from message where kind = 'refund'`)).toBeGreaterThan(0);
});

test('a rhythm: the same goods come again, and some are due', async () => {
  const { list } = await listBought(db, known.companies.demo, {
    statuses: ['to_ship', 'to_receive', 'completed'],
    by: 'due',
    limit: 100,
    offset: 0,
    now: new Date(),
  });
  expect(list.filter((row) => row.times >= 5).length).toBeGreaterThan(20);
  expect(list.filter((row) => row.dueAt !== null && row.dueAt < now).length).toBeGreaterThan(3);
});

test('ids go on after it', async () => {
  for (const table of ['order_line', 'shipment', 'company_coupon']) {
    const [row] = await rows<{ next: number; most: number }>(sql`
      select nextval(pg_get_serial_sequence(${table}, 'id'))::int as next,
        (select max(id) from ${sql.identifier(table)}) as most`);
    expect(row!.next).toBeGreaterThan(row!.most);
  }
});

test('some goods are news', async () => {
  const [goods] = await rows<{ news: number; days: number }>(sql`
    select (count(*) filter (where created_at > ${now}::timestamptz - interval '30 days'))::int as news,
      count(distinct created_at::date)::int as days from goods`);
  expect(goods!.news).toBeGreaterThan(50);
  expect(goods!.days).toBeGreaterThan(300);
});

test('after-sale in several states, by the shop’s own services: the books stay in step', async () => {
  expect(await seedCases(db, now)).toBe(6);
  const states = await rows<{ state: string; n: number }>(
    sql`select state, count(*)::int as n from after_sale group by 1 order by 1`,
  );
  expect(states).toEqual([
    { state: 'completed', n: 1 },
    { state: 'rejected', n: 1 },
    { state: 'reviewing', n: 1 },
    { state: 'to_inspect', n: 1 },
    { state: 'to_return', n: 1 },
    { state: 'withdrawn', n: 1 },
  ]);
  expect(await seedCases(db, now)).toBe(0);
  expect((await compareLedgers(pool)).wrong).toEqual([]);
  const [wallet] = await rows<{ balance: number }>(
    sql`select balance::int as balance from wallet where company_id = ${known.companies.demo}`,
  );
  expect(wallet!.balance).toBe(5_000_000);
  // Told when it was done, and nothing of it is due for a job.
  expect(
    await count(sql`select m.id from message m join after_sale_note n
      on m.ref = 'aftersale:' || n.after_sale_id || ':' || n.id where m.created_at <> n.at`),
  ).toBe(0);
  expect(await count(sql`select id from after_sale where due_at <= ${now}`)).toBe(0);
});

test('an order of a colleague beyond the limit waits for the owner and for 财务', async () => {
  const no = must(await seedWaiting(db, now), 'a trade that waits');
  expect(await count(sql`select no from trade where no = ${no} and pay_amount > 200000`)).toBe(1);
  expect(await seedWaiting(db, now)).toBeNull();
  for (const name of ['demo', 'demo-caiwu'] as const) {
    const { list } = await listApprovals({ ...(await contextOf(db, name)), now }, { page: 1 });
    expect(list).toMatchObject([{ trade_no: no }]);
  }
  expect((await compareLedgers(pool)).wrong).toEqual([]);
});

test('acts wait for a second person, a price and a task for the merchant M01', async () => {
  expect(await seedMoneyActs(db, now)).toBe(3);
  expect(await seedMoneyActs(db, now)).toBe(0);
  expect(
    await count(sql`select id from balance_correction where kind = 'surplus' and state = 'waiting'`),
  ).toBe(1);
  expect(
    await count(
      sql`select p.id from price_proposal p join merchant m on m.id = p.merchant_id where m.code = 'M01'`,
    ),
  ).toBe(1);
  expect(
    await count(
      sql`select t.id from points_task t join merchant m on m.id = t.merchant_id
        where m.code = 'M01' and t.payer = 'merchant' and t.merchant_word = 'asked' and t.passed_at is not null`,
    ),
  ).toBe(1);
  expect((await compareLedgers(pool)).wrong).toEqual([]);
});

test('one lot of an ordinary goods is locked with a reason, and what waits for it is 质量待处理', async () => {
  const goodsId = await seedQuality(db, now);
  expect(await seedQuality(db, now)).toBeNull();
  expect(Object.values(known).flat()).not.toContain(goodsId);
  const locked = await rows(
    sql`select goods_id as id, lock_reason as reason from lot where locked_at is not null`,
  );
  expect(locked).toEqual([{ id: goodsId, reason: expect.stringContaining('受潮') }]);
  const waiting = await count(sql`select distinct o.no from "order" o join order_line l on l.order_no = o.no
    where l.goods_id = ${goodsId} and o.status in ('to_ship', 'part_shipped')`);
  expect(await countHeldForQuality(db, 1)).toMatchObject({ count: waiting });
  expect(await countHeldForQuality(db, 2)).toEqual({ count: 0, since: null });
});

test('most lots that came lately have a 药检报告, which a buyer can open', async () => {
  const { done, failed } = await drawDemoReports(db, now);
  expect([done > 20, failed]).toEqual([true, 0]);
  expect(await drawDemoReports(db, now)).toEqual({ done: 0, failed: 0 });
  const [order] = await rows<{ no: string }>(sql`select o.no from "order" o
    join order_line l on l.order_no = o.no join shipment_lot s on s.order_line_id = l.id
    join lot_report r on r.goods_id = l.goods_id and r.lot_no = s.lot_no
    where o.company_id = ${known.companies.demo} order by o.completed_at desc limit 1`);
  const account = must(await findAccount(db, known.users.demo), 'demo');
  const papers = await findOrderPapers(
    { db, now, actor: { kind: 'buyer', account }, requestId: '' },
    { no: order!.no },
  );
  expect(papers!.lots.some(({ report_url: url }) => url !== '')).toBe(true);
  const [lot] = await rows<{ goods_id: number; lot_no: string }>(
    sql`select goods_id, lot_no from lot_report order by 1 limit 1`,
  );
  const found = await findReportBytes(
    db,
    { account, staff: null },
    { goodsId: lot!.goods_id, lotNo: lot!.lot_no },
  );
  expect(found?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

test('some merchants and goods have 首营资料, of which one has expired and some are missing', async () => {
  const { done, failed } = await drawDemoOnboarding(db, now);
  expect([done > 20, failed]).toEqual([true, 0]);
  expect(await drawDemoOnboarding(db, now)).toEqual({ done: 0, failed: 0 });
  const [first] = await rows<{ merchant_id: number }>(
    sql`select merchant_id from onboarding_paper order by 1 limit 1`,
  );
  const actor = { kind: 'merchant' as const, name: 'shangjia', merchantId: first!.merchant_id };
  const sheet = must(
    await findMerchantSheet({ db, now, actor, requestId: '' }, first!.merchant_id),
    'a sheet of the first merchant',
  );
  const states = Object.fromEntries(sheet.rows.map(({ kind, state }) => [kind, state]));
  expect(states).toMatchObject({
    business_licence: 'valid',
    quality_agreement: 'valid',
    sales_authorisation: 'expired',
    bank_details: 'missing',
  });
});

test('a clearance of two items waits for a second person, once', async () => {
  const id = must(await seedChanges(db, now), 'a set that waits');
  const { rows } = await pool.query('select state, needs_second from change_set where id = $1', [id]);
  expect(rows).toEqual([{ state: 'waiting', needs_second: true }]);
  expect(await seedChanges(db, now)).toBeNull();
});

test('invoices, ledger, lots and payment of every order agree but for the one that the desk shows, each with a proof', async () => {
  await seedFlows(db, now);
  const broken = await rows<{ cause: string; is_open: boolean }>(
    sql`select cause, closed_at is null as is_open from flow_break`,
  );
  expect(broken).toEqual([{ cause: 'lots', is_open: true }]);
  const days = await rows<{ leaves: number }>(
    sql`select leaves from flow_day where published_at is not null order by day`,
  );
  expect(days).toHaveLength(3);
  const unproven = await count(sql`
    select 1 from "order" o where o.paid_at < ${new Date(now.getTime() - 2 * 86_400_000)}
      and o.paid_at > ${new Date(now.getTime() - 390 * 86_400_000)}
      and not exists (select 1 from flow_leaf l where l.order_no = o.no)`);
  expect(unproven).toBe(0);
});
