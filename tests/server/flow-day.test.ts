/**
 * A day of 500 orders, all invoiced, 60 of them with a refund and its red invoice: the four flows agree, every proof leads to
 * the root, statements of both sides foot; one changed row does not pass.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { purchaseStatementInput } from '#lib/contract/orders/search.ts';
import { isProven } from '#lib/rules/flows/proof.ts';
import { noMoves, totalOf } from '#lib/rules/flows/statement.ts';
import { monthOf } from '#lib/rules/orders/statements.ts';
import { dayKey, startOfMonth } from '#lib/rules/terms/activity-time.ts';
import { sha256 } from '#lib/server/core/sha256.ts';
import { guardWorkbook } from '#lib/server/engines/tables/write-table.ts';
import { listFlowFacts } from '#lib/server/flows/facts-rows.ts';
import { findFiledMoves } from '#lib/server/flows/filed-moves.ts';
import { findBuyerOrders, findBuyerPdf, listBuyerRows } from '#lib/server/flows/merchant-statement.ts';
import { listOrderMoves } from '#lib/server/flows/move-rows.ts';
import { findProof } from '#lib/server/flows/proof.ts';
import { proveDay } from '#lib/server/flows/prove.ts';
import { getFlowRoot } from '#lib/server/flows/roots.ts';
import { statementBook } from '#lib/server/flows/statement-book.ts';
import { findStatementPdf, getPurchaseStatement, listStatementRows } from '#lib/server/orders/statement.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';
import { busy } from '#tests/support/server-process.ts';

const { db, pool } = await testDatabase();
const day = 86_400_000;
/** A day of the month before this one. */
const at = startOfMonth(Date.now()) - 10 * day;
const month = monthOf(at);
const noBalance = { uninvoicedBefore: 0, uninvoiced: 0, owedBefore: 0, owed: 0 };
const fenOf = (yuan: string) => Math.round(Number(yuan) * 100);
const merchantId = 9;
const [buyer, stranger] = await makeBuyers(db, 2);
const companyId = buyer!.companyId;

/**
 * Orders from one number to another, paid and shipped at a moment, each with a blue invoice; every `refundEvery`th has four of
 * its ten pieces refunded with a red invoice.
 */
async function trade(
  from: number,
  to: number,
  moment: Date,
  refundEvery: number,
  { companyId, userId } = buyer!,
): Promise<void> {
  const client = await pool.connect();
  // The shares of a payment are summed at its end.
  await client.query('begin');
  await client.query(
    `with n as (select i, 'FD' || lpad(i::text, 8, '0') as no, (1000 + 7 * i)::bigint as total, i % $5 = 0 as back,
         round((1000 + 7 * i) * 4 / 10.0)::bigint as refund from generate_series($1::int, $2::int) i),
       who as (select $3::int as company, $4::int as merchant, $6::timestamptz as at, $7::int as goods, $8::text as person),
       t as (insert into trade (no, company_id, user_id, pay_amount, paid_at, deadline_at, address, created_at)
         select 'T' || no, company, person, total, at, at, '{}', at from n, who),
       p as (insert into payment (no, company_id, user_id, provider, amount, status, created_at, paid_at)
         select 'P' || no, company, person, 'wechat', total, 'paid', at, at from n, who),
       o as (insert into "order" (no, trade_no, company_id, merchant_id, warehouse_id, status, goods_amount, discount_amount,
           shipping_amount, pay_amount, refunded_amount, reservations, deadline_at, paid_at, shipped_at, completed_at, credited_at, created_at)
         select no, 'T' || no, company, merchant, 1, 'completed', total, 0, 0, total, case when back then refund else 0 end,
           '{"stock":[],"promo":[],"quota":[],"coupons":[],"vouchers":[]}', at, at, at, at, at, at from n, who)
     select 1`,
    [from, to, companyId, merchantId, refundEvery, moment, goodsPlain, userId],
  );
  await client.query(
    `with n as (select i, 'FD' || lpad(i::text, 8, '0') as no, (1000 + 7 * i)::bigint as total, i % $3 = 0 as back,
         round((1000 + 7 * i) * 4 / 10.0)::bigint as refund from generate_series($1::int, $2::int) i),
       shared as (insert into payment_trade (pay_no, trade_no, amount) select 'P' || no, 'T' || no, total from n),
       line as (insert into order_line (order_no, goods_id, snapshot, quantity, unit_price, gross, discount, paid, shipped_quantity,
           refunded_quantity, sent_refunded_quantity, refunded_amount)
         select no, $5::int, '{"name":"阿莫西林","spec":"0.25g"}', 10, total / 10, total, 0, total, 10, case when back then 4 else 0 end,
           case when back then 4 else 0 end, case when back then refund else 0 end from n returning id, order_no),
       parcel as (insert into shipment (order_no, carrier, tracking_no, shipped_at) select no, '顺丰速运', 'SF' || no, $4 from n
         returning id, order_no),
       lot as (insert into shipment_lot (shipment_id, order_line_id, lot_no, produced_on, expires_on, quantity)
         select parcel.id, line.id, 'A1', '2026-01-01', '2029-01-01', 10 from parcel join line using (order_no)),
       gone as (insert into refund (no, pay_no, order_no, company_id, provider, provider_no, amount, status, reason, created_at, done_at)
         select 'R' || no, 'P' || no, no, $6::int, 'wechat', '', refund, 'done', '测试', $4, $4 from n where back)
     select 1`,
    [from, to, refundEvery, moment, goodsPlain, companyId],
  );
  await client.query(
    `with n as (select i, 'FD' || lpad(i::text, 8, '0') as no, (1000 + 7 * i)::bigint as total, i % $3 = 0 as back,
         round((1000 + 7 * i) * 4 / 10.0)::bigint as refund from generate_series($1::int, $2::int) i),
       blue as (insert into invoice (serial, color, merchant_id, company_id, title, seller, kind, form, state, number, issued_at,
           gross, net, tax, provider, asked_by, asked_by_id)
         select 'B' || no, 'blue', $6::int, $5::int, '{}', '{}', 'ordinary', 'net', 'issued', lpad(i::text, 20, '0'), $4::timestamptz,
           total, round(total * 100 / 113.0), total - round(total * 100 / 113.0), 'manual', 'auto', 'test' from n returning id, serial),
       red as (insert into invoice (serial, color, blue_id, merchant_id, company_id, title, seller, kind, form, state, number, issued_at,
           gross, net, tax, provider, asked_by, asked_by_id)
         select 'D' || n.no, 'red', blue.id, $6::int, $5::int, '{}', '{}', 'ordinary', 'net', 'issued', '2' || lpad(i::text, 19, '0'), $4,
           -refund, -round(refund * 100 / 113.0), -(refund - round(refund * 100 / 113.0)), 'manual', 'auto', 'test'
         from n join blue on blue.serial = 'B' || n.no where back returning id, serial)
     insert into invoice_line (invoice_id, seq, order_no, order_line_id, blue_seq, nature, name, tax_code, quantity, rate, policy, gross, net, tax)
     select i.id, 1, l.order_no, l.id, case when i.serial like 'D%' then 1 end, 0, '阿莫西林', repeat('1', 19),
       case when i.serial like 'D%' then -4 else 10 end, 13, 'none', s.gross, s.net, s.tax
     from (select * from blue union all select * from red) i join n on n.no = substr(i.serial, 2) join order_line l on l.order_no = n.no
       cross join lateral (select a.sign * a.amount as gross, a.sign * round(a.amount * 100 / 113.0) as net,
         a.sign * (a.amount - round(a.amount * 100 / 113.0)) as tax
         from (select case when i.serial like 'D%' then -1 else 1 end as sign, case when i.serial like 'D%' then n.refund else n.total end as amount) a) s`,
    [from, to, refundEvery, moment, companyId, merchantId],
  );
  await client.query('commit');
  client.release();
}

const night = dayKey(at);
const after = new Date(at + 3 * day);
beforeAll(async () => {
  // 60 of 500.
  await trade(1, 480, new Date(at), 8);
  await trade(481, 500, new Date(at), 1_000_000);
  // Older than the first night goes back, and than the second.
  await trade(3_001, 3_003, new Date(at - 60 * day), 1_000_000, stranger);
  await trade(3_004, 3_005, new Date(at - 100 * day), 1_000_000, stranger);
  await proveDay(db, night, after);
});

const breaks = async () =>
  (await pool.query(`select order_no, cause from flow_break where closed_at is null order by 1, 2`)).rows;

describe('500 orders of a day', () => {
  it('agree in all four flows', async () => {
    expect((await pool.query(`select count(*)::int as n from refund where reason = '测试'`)).rows[0].n).toBe(
      60,
    );
    expect(await breaks()).toEqual([]);
    const { rows } = await pool.query(`select leaves from flow_day where day = $1`, [night]);
    expect(rows).toEqual([{ leaves: 500 }]);
  });

  it('are proven one by one, and a changed one is not', async () => {
    const root = (await getFlowRoot({ db }, { day: night }))!;
    const { rows } = await pool.query<{ no: string }>(`select order_no as no from flow_leaf where day = $1`, [
      night,
    ]);
    for (const { no } of rows) {
      const proof = (await findProof(db, no, { companyId }))!;
      expect(isProven(sha256, proof, root)).toBe(true);
    }
    const { no } = rows[123]!;
    const client = await pool.connect();
    await client.query('begin; alter table order_line disable trigger user');
    await client.query(`update order_line set refunded_amount = refunded_amount + 1 where order_no = $1`, [
      no,
    ]);
    await client.query('alter table order_line enable trigger user; commit');
    const [facts] = await listFlowFacts(db, [no]);
    const proof = (await findProof(db, no, { companyId }))!;
    expect(isProven(sha256, { ...proof, flow: facts!.flow }, root)).toBe(false);
    await proveDay(db, dayKey(at + day), after);
    expect(new Set((await breaks()).map((one) => one.order_no))).toEqual(new Set([no]));
    await client.query(`update order_line set refunded_amount = refunded_amount - 1 where order_no = $1`, [
      no,
    ]);
    client.release();
    await proveDay(db, dayKey(at + 2 * day), after);
    // Each night went back forty days more.
    const { rows: sealed } = await pool.query<{ day: string; n: number }>(
      `select day::text, count(*)::int as n from flow_leaf where order_no >= 'FD00003001' group by 1 order by 1`,
    );
    expect(sealed).toEqual([
      { day: dayKey(at + day), n: 3 },
      { day: dayKey(at + 2 * day), n: 2 },
    ]);
    // It was sealed as it stood that night: taking it back is a change of a sealed record, which a person explains.
    expect(await breaks()).toEqual([{ order_no: no, cause: 'sealed' }]);
  });
});

describe('the month', () => {
  const sums = async () =>
    (
      await pool.query<{ sold: number; refunded: number; orders: number }>(
        `select sum(pay_amount)::float8 as sold, sum(refunded_amount)::float8 as refunded, count(*)::int as orders
         from "order" where company_id = $1`,
        [companyId],
      )
    ).rows[0]!;
  const input = purchaseStatementInput.parse({ from: month, to: month, merchant: merchantId });

  it('foots for the buyer and for the merchant, by orders and in files', async () => {
    const { sold, refunded, orders } = await sums();
    const statement = await getPurchaseStatement(contextOf(db, buyer!), input);
    const { total } = statement;
    expect(total.orders).toBe(orders);
    expect([total.paid, total.refunded, total.invoiced, total.red, total.back].map(fenOf)).toEqual([
      ...[sold, refunded, sold, refunded, refunded],
    ]);
    expect([total.uninvoiced_before, total.uninvoiced, total.owed_before, total.owed]).toEqual(
      Array.from({ length: 4 }, () => '0.00'),
    );
    expect(statement.orders).toHaveLength(orders);
    expect(statement.orders.reduce((sum, one) => sum + fenOf(one.invoiced) - fenOf(one.red), 0)).toBe(
      sold - refunded,
    );
    expect(statement.orders_total).toBe(orders);
    // What holds only some of them says so, and a file is never one of these.
    const sides = { companyIds: [companyId], merchantId };
    const span = { from: new Date(at - 40 * day), to: new Date(at + 40 * day) };
    const some = await listOrderMoves(db, sides, span, { limit: 10 });
    expect([some.list.length, some.total]).toEqual([10, orders]);
    const print = {
      title: '',
      lines: [],
      head: '',
      rows: [],
      total: { ...noMoves, ...noBalance },
      orders: some,
    };
    expect(JSON.stringify(statementBook(print))).toContain(`共${orders}张订单，这里列出前10张`);
    const all = await listOrderMoves(db, sides, span, { limit: orders });
    const filed = await findFiledMoves(db, sides, span, 70);
    expect(filed.total).toBe(orders);
    // Orders of one moment are parted by the end of a slice, and each is there once.
    expect((await Array.fromAsync(filed.slices)).flat()).toEqual(all.list);
    expect(() => guardWorkbook('csv', 1_000_000)).not.toThrow();
    expect(() => guardWorkbook('xlsx', 10_001)).toThrow('请导出CSV');
    expect(statement.orders[0]).toMatchObject({ parcels: [expect.stringMatching(/^SF/)] });
    expect((await listStatementRows(contextOf(db, buyer!), input)).at(-1)).toMatchObject({
      month: '合计',
      sold,
    });
    const ofMerchant = (await listBuyerRows(db, { merchantId, month })).filter(
      ({ other }) => other === companyId,
    );
    expect(totalOf(ofMerchant)).toMatchObject({
      sold,
      refunded,
      invoiced: sold,
      red: refunded,
      uninvoiced: 0,
      owed: 0,
    });
    expect((await getPurchaseStatement(contextOf(db, stranger!), input)).rows).toEqual([]);
    expect((await getPurchaseStatement(contextOf(db, stranger!), input)).orders).toEqual([]);
  });

  it('of 2,000 orders is there within two seconds, and as a PDF', { timeout: 180_000 }, async () => {
    await trade(501, 2_000, new Date(at + day), 9);
    await pool.query('analyze');
    const begun = performance.now();
    const statement = await getPurchaseStatement(contextOf(db, buyer!), input);
    const first = performance.now();
    const rows = await listBuyerRows(db, { merchantId, month });
    const { total, slices } = await findBuyerOrders(db, { merchantId, month });
    const listed = (await Array.fromAsync(slices)).flat();
    const second = performance.now();
    expect(statement.orders).toHaveLength(2_000);
    expect([rows.length > 0, total >= 2_000, listed.length]).toEqual([true, true, total]);
    expect(first - begun).toBeLessThan(busy * 2_000);
    expect(second - first).toBeLessThan(busy * 2_000);
    const pdf = await findStatementPdf(contextOf(db, buyer!), input);
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    const theirs = await findBuyerPdf(
      db,
      { merchantId, month: monthOf(at - 40 * day) },
      { merchant: 'M', today: '' },
    );
    expect(Buffer.from(theirs.subarray(0, 5)).toString()).toBe('%PDF-');
  });
});
