/** 经营数据: sums that foot with the books, whose they are, and lines that are folded by days. */
import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { accountBook } from '#lib/contract/desk/lists/account-book.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { shippedInTime } from '#lib/rules/orders/desk-orders.ts';
import { monthSpan } from '#lib/rules/orders/statements.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '#lib/server/core/context.ts';
import { auditLog, foldedDay, goods, goodsDay } from '#lib/server/db/schema.ts';
import { readFigures } from '#lib/server/figures/figures.ts';
import { foldSales } from '#lib/server/figures/fold.ts';
import { shippedInTimeAt } from '#lib/server/figures/order-rows.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { callHandler, request } from '#tests/support/request.ts';
import { GET as getFile } from '../../src/pages/api/desk/figures/file.ts';

const { db } = await testDatabase();

const now = new Date();
const today = dayKey(now.getTime());
const platform = byStaff(db, now);
const at = (merchantId: number): Context<'merchant'> => ({
  ...platform,
  actor: { kind: 'merchant', name: `shop${merchantId}`, merchantId, role: 'finance' },
});
const none = { from: '', to: '', by: '', merchant: undefined } as const;

const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
/** Orders of both spans, some of them refunded today. */
const ages = [70, 45, 39, 31, 20, 10, 3, 1];
const asked = { ...none, from: dayKey(daysAgo(40).getTime()) };
let merchants: readonly [number, number];

beforeAll(async () => {
  await payFreely(db);
  const { rows } = await db.execute<{ id: number; merchant: number }>(sql`
    select distinct on (merchant_id) id, merchant_id as merchant from goods
    where merchant_id <> (select merchant_id from goods where id = ${goodsPlain}) and is_on_shelf and not is_controlled
      and not is_cold_chain and product_id = (select product_id from goods where id = ${goodsPlain})
    order by merchant_id, id limit 1`);
  const other = must(rows[0], 'the same product of another merchant');
  const [own] = await db.select({ id: goods.merchantId }).from(goods).where(eq(goods.id, goodsPlain));
  merchants = [must(own, 'goods').id, other.merchant];
  const items = [await makeGoods(db, goodsPlain, 10_000), await makeGoods(db, other.id, 10_000)];
  const buyers = await makeBuyers(db, 3, 1_000_000_000);
  for (const [nth, age] of ages.entries())
    for (const goodsId of items) {
      const buyer = must(buyers[nth % 3], 'a buyer');
      const { trade_no: trade, orders } = await order(
        db,
        buyer,
        [{ goodsId, number: 40 + nth }],
        daysAgo(age),
      );
      await pay(db, buyer, trade, 'balance', daysAgo(age));
      if (nth % 3 === 1)
        await refundOrder(platform, { no: must(orders[0], 'an order').no, reason: '不需要了' });
    }
}, 120_000);

describe('the sums of a span', () => {
  it('of a merchant are those of its account book and of its orders', async () => {
    for (const merchantId of merchants) {
      const { now: sums, steps } = await readFigures(at(merchantId), { ...asked, by: 'week' });
      const book = await askList(at(merchantId), accountBook, { from: asked.from, to: today });
      const { sold, refunded } = must(book.facts, 'facts');
      expect([sums.sold, sums.refunded]).toEqual([parseYuan(sold), parseYuan(refunded)]);
      const { rows } = await db.execute(sql`
        select count(*)::int as orders, count(distinct company_id)::int as buyers, sum(pay_amount)::float8 as sold,
          sum((select sum(quantity) from order_line l where l.order_no = o.no and l.kind <> 'gift'))::float8 as pieces
        from "order" o where merchant_id = ${merchantId} and paid_at >= ${asked.from}::date - interval '8 hours'`);
      expect(rows[0]).toEqual({
        ...{ orders: sums.orders, buyers: sums.buyers, sold: sums.sold, pieces: sums.pieces },
      });
      expect([sums.orders, sums.refunded > 0]).toEqual([ages.length - 2, true]);
      expect(steps.reduce((sum, step) => sum + step.now.sold, 0)).toBe(sums.sold);
      expect(steps.reduce((sum, step) => sum + step.now.orders, 0)).toBe(sums.orders);
    }
  });

  it('of a month are the books of that month', async () => {
    const { from, to } = must(monthSpan(dayKey(daysAgo(31).getTime()).slice(0, 7)), 'a month');
    const month = { from: dayKey(from), to: dayKey(to - 1) };
    const { now: sums } = await readFigures(at(merchants[0]), { ...none, ...month });
    const book = await askList(at(merchants[0]), accountBook, month);
    expect(sums.sold).toBe(parseYuan(must(book.facts, 'facts').sold));
    expect(sums.sold).toBeGreaterThan(0);
  });

  it('of the platform are those of all merchants, or of the chosen one', async () => {
    const all = await readFigures(platform, asked);
    const each = await Promise.all(
      merchants.map((merchant) => readFigures(platform, { ...asked, merchant })),
    );
    const sum = (of: (one: (typeof each)[number]) => number) =>
      each.reduce((total, one) => total + of(one), 0);
    expect(sum((one) => one.now.sold)).toBe(all.now.sold);
    expect(sum((one) => one.now.orders)).toBe(all.now.orders);
    expect(sum((one) => one.now.late)).toBe(all.now.late);
    expect(all.merchants.map(({ id }) => id).sort()).toEqual([...merchants].sort());
    expect(each[0]?.merchants).toEqual([]);
    expect(all.now.buyers).toBe(each[0]?.now.buyers);
  });

  it('of a merchant are its own, whatever it asks for', async () => {
    const [mine, theirs] = merchants;
    const own = await readFigures(at(mine), asked);
    expect(await readFigures(at(mine), { ...asked, merchant: theirs })).toEqual(own);
    const { cookie } = await person(db, 'tu.one', 'finance', mine);
    const ask = async (merchant: number) => {
      const path = `/api/desk/figures/file?from=${asked.from}&table=goods&merchant=${merchant}`;
      return (await callHandler(getFile, { cookie, path })).text();
    };
    const file = await ask(theirs);
    expect(file).toBe(await ask(mine));
    const ids = file
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.split(',')[0]));
    expect(ids).toEqual(own.goods.map(({ id }) => id));
    const found = await db.select({ merchantId: goods.merchantId }).from(goods).where(inArray(goods.id, ids));
    expect(found.map(({ merchantId }) => merchantId)).toEqual([mine]);
  });
});

describe('an order of today', () => {
  it('counts once, and its company is new once', async () => {
    const goodsId = await makeGoods(db, goodsPlain, 1000);
    const read = async () =>
      (await readFigures({ ...at(merchants[0]), now: new Date() }, { ...none, from: today })).now;
    const [buyer] = await makeBuyers(db, 1, 100_000_000);
    const before = await read();
    const placed = await order(db, must(buyer, 'buyer'), [{ goodsId, number: 10 }]);
    expect(await read()).toEqual(before);
    await pay(db, must(buyer, 'buyer'), placed.trade_no);
    const after = await read();
    expect([after.orders, after.newBuyers, after.pieces]).toEqual([
      before.orders + 1,
      before.newBuyers + 1,
      before.pieces + 10,
    ]);
    const again = await order(db, must(buyer, 'buyer'), [{ goodsId, number: 5 }]);
    await pay(db, must(buyer, 'buyer'), again.trade_no);
    const last = await read();
    expect([last.orders, last.buyers, last.newBuyers]).toEqual([
      after.orders + 1,
      after.buyers,
      after.newBuyers,
    ]);
  });
});

describe('lines of days that are over', () => {
  it('are folded once, by two at once too, and say the same', { timeout: 120_000 }, async () => {
    const live = await readFigures(platform, asked);
    expect(await db.select().from(foldedDay)).toEqual([]);
    await Promise.all([foldSales(db, now), foldSales(db, now)]);
    const days = await db.select().from(foldedDay);
    expect(days.some(({ day }) => day >= today)).toBe(false);
    expect(await readFigures(platform, asked)).toEqual(live);
    expect((await db.select().from(goodsDay)).length).toBe(2 * ages.length);
    expect(await readFigures(at(merchants[1]), asked)).toEqual(
      await readFigures(platform, { ...asked, merchant: merchants[1] }),
    );
    // An hour after the last refund nothing is due before the next day.
    await foldSales(db, new Date(now.getTime() + 2 * 3_600_000));
    const later = new Date(now.getTime() + 2 * 3_600_000 + 1);
    if (dayKey(later.getTime()) === today) expect(await foldSales(db, later)).toEqual({ done: 0, failed: 0 });
  });

  it('count an order once that has several lines of an item, and are folded anew where a migration wants it', async () => {
    const day = dayKey(daysAgo(10).getTime());
    const ordersOf = async () => {
      const { goods: items } = await readFigures(platform, { ...none, from: day, to: day });
      return items.map(({ orders }) => orders);
    };
    const once = await ordersOf();
    expect(once).toEqual([1, 1]);
    await db.execute(sql`delete from folded_day where day = ${day}`);
    await db.execute(sql`delete from goods_day where day = ${day}`);
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into order_line select (jsonb_populate_record(l, jsonb_build_object('id', nextval('order_line_id_seq')))).*
      from order_line l join "order" o on o.no = l.order_no
      where (o.paid_at at time zone 'Asia/Shanghai')::date = ${day} returning id`);
    expect(rows.length).toBeGreaterThan(1);
    expect(await ordersOf()).toEqual(once);
    await foldSales(db, new Date());
    expect(await ordersOf()).toEqual(once);
    await db.execute(sql`update goods_day set orders = 9 where day = ${day}`);
    await db.execute(sql`update folded_day set folded_at = 'epoch' where day = ${day}`);
    expect(await ordersOf()).toEqual([9, 9]);
    await foldSales(db, new Date());
    expect(await ordersOf()).toEqual(once);
    await db.execute(sql`delete from order_line where id in ${rows.map(({ id }) => id)}`);
  });

  it('are folded anew after a refund, and the last week each night', { timeout: 120_000 }, async () => {
    const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
    const { rows } = await db.execute<{ no: string; day: string }>(sql`
      select no, (paid_at at time zone 'Asia/Shanghai')::date::text as day from "order"
      where paid_at < ${daysAgo(30)} and status = 'to_ship' limit 1`);
    const { no, day } = must(rows[0], 'an old order');
    const refundedOf = async () =>
      (await db.select().from(goodsDay).where(eq(goodsDay.day, day))).reduce(
        (sum, row) => sum + row.refunded,
        0,
      );
    const before = await refundedOf();
    await refundOrder(platform, { no, reason: '不需要了' });
    await foldSales(db, new Date());
    expect(await refundedOf()).toBeGreaterThan(before);
    // The night after the next: the folds before may have been on either side of midnight.
    await foldSales(db, hours(48));
    const folded = await db.select().from(foldedDay);
    expect(folded.filter(({ foldedAt }) => foldedAt >= hours(48)).length).toBeGreaterThanOrEqual(7);
  });
});

it('a file is in the audit log with its search; days that make no span are refused', async () => {
  const { cookie } = await person(db, 'tu.two', 'finance');
  const ask = (search: string) => callHandler(getFile, { cookie, path: `/api/desk/figures/file?${search}` });
  const opened = await ask(`from=${asked.from}&to=${today}&by=week&form=xlsx`);
  expect(opened.headers.get('content-type')).toContain('spreadsheetml');
  await opened.arrayBuffer();
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectKey, '经营数据'));
  expect(entry).toMatchObject({
    act: 'list.export',
    after: { form: 'xlsx', filter: `?from=${asked.from}&to=${today}&by=week` },
  });
  expect(await request(getFile, { cookie, path: '/api/desk/figures/file?from=2020-01-01' })).toMatchObject({
    code: 422,
    message: '最多看366天，请缩小日期范围',
  });
  const { cookie: clerk } = await person(db, 'tu.three', 'orders', 1);
  expect(await request(getFile, { cookie: clerk })).toMatchObject({ code: 403 });
});

it('SQL says as the rule whether an order was shipped in time', async () => {
  const sent = (share: number, after: string) => sql`update "order" set status = 'to_receive',
    shipped_at = paid_at + ${after}::interval where status = 'to_ship' and hashtext(no) % 3 = ${share}`;
  await db.execute(sent(0, '48 hours'));
  await db.execute(sent(1, '48 hours 1 second'));
  const { rows } = await db.execute<{
    paid: Date | null;
    shipped: Date | null;
    status: Parameters<typeof shippedInTime>[0]['status'];
    said: boolean | null;
  }>(
    sql`select paid_at as paid, shipped_at as shipped, status, ${shippedInTimeAt(now)} as said from "order" o`,
  );
  const ms = (moment: Date | null) => (moment === null ? null : new Date(moment).getTime());
  expect(
    rows.filter(({ paid, shipped, status, said }) => {
      const rule = shippedInTime({ paidAt: ms(paid), shippedAt: ms(shipped), status }, now.getTime());
      return rule !== said;
    }),
  ).toEqual([]);
  expect(new Set(rows.map(({ said }) => said)).size).toBe(3);
});
