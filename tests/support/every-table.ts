/** A demo with a row at least in every table, for what is tried on each of them. */
import type pg from 'pg';
import type { Db } from '#lib/server/db/client.ts';
import { goodsPlain, users } from '#lib/server/db/seed/known.ts';
import type { Account } from '#lib/server/repos/accounts.ts';
import { refundOrder } from '#lib/server/services/orders/refund.ts';
import { shipOrder } from '#lib/server/services/orders/ship.ts';
import { byStaff } from './context.ts';
import { accountOf, makeBuyers, makeGoods, order, pay } from './orders.ts';

interface Filled {
  /** The demo's pharmacy. */
  demo: Account;
  /** Who has bought, with a wallet of their own. */
  buyer: Account;
  /** Their order: paid, shipped and partly refunded. */
  no: string;
}

/** Writes what a seeded demo lacks: an order with its whole life, and rows of everything else. */
export async function fillEveryTable(db: Db, pool: pg.Pool): Promise<Filled> {
  const demo = await accountOf(db, users.demo);
  const [buyer] = await makeBuyers(db, 1, 10_000_000);
  if (buyer === undefined) throw new Error('no buyer was made');
  const traded = await order(db, buyer, [{ goodsId: await makeGoods(db, goodsPlain, 1000), number: 10 }]);
  await pay(db, buyer, traded.trade_no);
  const no = traded.orders[0]!.no;
  await shipOrder(byStaff(db), { no });
  await refundOrder(byStaff(db), {
    no,
    returns: [{ id: await firstLine(pool, no), quantity: 4 }],
    reason: '破损',
  });
  await pool.query(`insert into pay_password (user_id, hash, set_at) values ($1, 'a:b', now())`, [
    demo.userId,
  ]);
  await pool.query(`insert into customer_price values ($1, $2, 100)`, [demo.companyId, goodsPlain]);
  await pool.query(
    `insert into cart_line (user_id, company_id, goods_id, number, price_when_added) values ($1, $2, $3, 1, 100)`,
    [demo.userId, demo.companyId, goodsPlain],
  );
  await pool.query(
    `insert into goods_alert (user_id, company_id, goods_id, kind, price) values ($1, $2, $3, 'price', 100)`,
    [demo.userId, demo.companyId, goodsPlain],
  );
  await pool.query(`insert into quota_use values ($1, 'day:2026-11-21:17', 1)`, [demo.companyId]);
  await pool.query(
    `insert into sandbox_charge (no, pay_no, merchant, amount, is_paid, notify_url, notifies_left)
     values ('S1', 'P1', 'M', 100, true, '', 1)`,
  );
  await pool.query(
    `insert into job_failure (job, row_key, tries, next_at, error) values ('runRefunds', 'R1', 1, now(), 'Error')`,
  );
  await pool.query(`insert into staff (username, role, password_hash) values ('xiao', 'admin', '')`);
  await pool.query(`insert into heartbeat values (1, now()) on conflict do nothing`);
  await pool.query(`insert into sandbox_refund (no, charge_no, amount) values ('R1', 'S1', 100)`);
  await pool.query(`update activity_goods set stock = 100 where id in (select min(id) from activity_goods)`);
  await pool.query(`insert into favorite (user_id, goods_id) values ($1, $2)`, [demo.userId, goodsPlain]);
  await pool.query(
    `with made as (insert into purchase_template (company_id, user_id, name) values ($1, $2, '每周一补货') returning id)
     insert into purchase_template_line (template_id, goods_id, number, sort) select id, $3, 10, 0 from made`,
    [demo.companyId, demo.userId, goodsPlain],
  );
  await pool.query(`insert into search_history (user_id, keywords) values ($1, '阿莫西林')`, [demo.userId]);
  await pool.query(
    `insert into purchase_memory (company_id, line, product_id)
     select $1, '阿莫西林胶囊', product_id from goods where id = $2`,
    [demo.companyId, goodsPlain],
  );
  await pool.query(
    `insert into purchase_draft (user_id, company_id, version, content) values ($1, $2, 1, '{"text":"阿莫西林","rows":[]}')`,
    [demo.userId, demo.companyId],
  );
  await pool.query(
    `insert into session (id, token, user_id, expires_at) values ('s1', 't1', $1, now() + interval '1 day')`,
    [demo.userId],
  );
  await pool.query(
    `insert into staff_session (token_hash, staff_id, expires_at, address, user_agent)
     select 't1', id, now() + interval '1 day', '192.0.2.1', 'a browser' from staff limit 1`,
  );
  await pool.query(
    `insert into verification (id, identifier, value, expires_at) values ('v1', 'x', 'y', now() + interval '1 day')`,
  );
  await pool.query(`insert into rate_limit (key, count, resets_at) values ('login:192.0.2.1', 1, now())`);
  await pool.query(
    `insert into job_lease (job, holder, until, begun_at) values ('purgeRows', 'x', now(), now())`,
  );
  await pool.query(
    `insert into phone_code (purpose, phone, code_hash, expires_at) values ('forget', '13800000001', 'x', now())`,
  );
  await pool.query(`insert into demo_sms (phone, body) values ('13800000001', 'x')`);
  await pool.query(`insert into sandbox_order (pay_no) values ('P1')`);
  return { demo, buyer, no };
}

async function firstLine(pool: pg.Pool, no: string): Promise<number> {
  const { rows } = await pool.query('select min(id) as id from order_line where order_no = $1', [no]);
  return rows[0].id;
}
