/** Thousands of paid and shipped orders of one company, written by SQL: each with its trade, its payment and its lines. */
import type pg from 'pg';

interface ManyOrders {
  /** Two letters, before the eight digits of the number. */
  prefix: string;
  count: number;
  companyId: number;
  userId: string;
  merchantId: number;
  /** A line each, of ten pieces. */
  goodsIds: readonly number[];
  /** The first payment, and the ms from one to the next. */
  since: Date;
  every: number;
}

/** Writes them in one transaction. A line of the order `i` is paid 1000 + 7 × i fen. */
export async function writeManyOrders(pool: pg.Pool, orders: ManyOrders): Promise<void> {
  const { prefix, count, companyId, userId, merchantId, goodsIds, since, every } = orders;
  const n = `with n as (select i, $1::text || lpad(i::text, 8, '0') as no, (1000 + 7 * i)::bigint as line,
      ((1000 + 7 * i) * $3::int)::bigint as total, $4::timestamptz + i * $5::float8 * interval '1 millisecond' as at
    from generate_series(1, $2::int) i)`;
  const common = [prefix, count, goodsIds.length, since, every];
  const client = await pool.connect();
  try {
    // The shares of a payment are summed at its end.
    await client.query('begin');
    await client.query(
      `${n}, t as (insert into trade (no, company_id, user_id, pay_amount, paid_at, deadline_at, address, created_at)
           select 'T' || no, $6::int, $7::text, total, at, at, '{}', at from n),
         p as (insert into payment (no, company_id, user_id, provider, amount, status, created_at, paid_at)
           select 'P' || no, $6, $7, 'wechat', total, 'paid', at, at from n)
       insert into "order" (no, trade_no, company_id, merchant_id, warehouse_id, status, goods_amount, discount_amount,
           shipping_amount, pay_amount, reservations, deadline_at, paid_at, shipped_at, completed_at, credited_at, created_at)
         select no, 'T' || no, $6, $8::int, 1, 'completed', total, 0, 0, total,
           '{"stock":[],"promo":[],"quota":[],"coupons":[],"vouchers":[]}', at, at, at, at, at, at from n`,
      [...common, companyId, userId, merchantId],
    );
    await client.query(
      `${n}, s as (insert into payment_trade (pay_no, trade_no, amount) select 'P' || no, 'T' || no, total from n)
       insert into order_line (order_no, goods_id, snapshot, quantity, unit_price, gross, discount, paid, shipped_quantity)
         select no, g.id, '{"name":"阿莫西林胶囊","spec":"0.25g×24粒","unit":"盒"}', 10, line / 10, line, 0, line, 10
         from n cross join unnest($6::int[]) as g(id)`,
      [...common, [...goodsIds]],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
