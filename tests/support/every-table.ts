/** A demo with a row at least in every table, for what is tried on each of them. */
import type pg from 'pg';
import { goodsPlain, users } from '#demo/seed/known.ts';
import type { Db } from '#lib/server/db/client.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
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
  await pool.query(
    `with held as (insert into line_lot select $1, min(id), 1 from lot returning lot_id)
     update lot set held = 1 from held where id = lot_id`,
    [await firstLine(pool, no)],
  );
  await pool.query(
    `with file as (
       insert into merchant_file (merchant_id, kind, digest, content_type, bytes, name, uploaded_by)
       values (1, 'test_report', repeat('0', 64), 'application/pdf', 1, '报告.pdf', 'shangjia') returning id)
     insert into lot_report (goods_id, lot_no, file_id) select $1, 'B1', id from file`,
    [goodsPlain],
  );
  await pool.query(
    `insert into report_wish (goods_id, lot_no, company_id, order_no) values ($1, 'B1', $2, $3)`,
    [goodsPlain, buyer.companyId, no],
  );
  await pool.query(
    `with file as (
       insert into merchant_file (merchant_id, kind, digest, content_type, bytes, name, uploaded_by)
       values (1, 'onboarding', repeat('1', 64), 'application/pdf', 1, '执照.pdf', 'shangjia') returning id),
     paper as (
       insert into onboarding_paper (merchant_id, kind, number, uploaded_by)
       values (1, 'business_licence', '91', 'shangjia') returning id)
     insert into onboarding_page (paper_id, position, file_id) select paper.id, 0, file.id from paper, file`,
  );
  await pool.query(
    `with file as (
       insert into merchant_file (merchant_id, kind, digest, content_type, bytes, name, uploaded_by)
       values (1, 'licence', repeat('2', 64), 'application/pdf', 1, '许可证.pdf', 'shangjia') returning id)
     insert into licence_renewal (merchant_id, kind, number, valid_from, valid_to, file_id, handed_in_by)
     select 1, 'food_licence', 'JY1', '2026-01-01', '2031-01-01', id, 'shangjia' from file`,
  );
  await pool.query(
    `insert into quality_stop (approval_no, reason, stopped_by) values ('国药准字Z00000000', '待查', 'zhiguan')`,
  );
  await pool.query(
    `insert into onboarding_wish (merchant_id, kind, company_id, order_no) values (1, 'quality_agreement', $1, $2)`,
    [buyer.companyId, no],
  );
  await pool.query(
    `insert into cold_record (shipment_id, sent_tenths) select id, 45 from shipment where order_no = $1`,
    [no],
  );
  await pool.query(
    `insert into trace_pack (merchant_id, code, parent) values (1, '81234567890123456789', '81234560000000000001')`,
  );
  await pool.query(
    `insert into trace_code select '81234567890123456789', shipment_id, order_line_id, lot_no from shipment_lot limit 1`,
  );
  await pool.query(
    `insert into code_wish select l.id, $2 from shipment_lot l join shipment s on s.id = l.shipment_id where s.order_no = $1`,
    [no, buyer.userId],
  );
  await pool.query(`insert into pay_password (user_id, hash, set_at) values ($1, 'a:b', now())`, [
    demo.userId,
  ]);
  await pool.query(`insert into customer_price values ($1, $2, 100)`, [demo.companyId, goodsPlain]);
  await pool.query(
    `insert into cart_line (user_id, company_id, goods_id, number, price_when_added) values ($1, $2, $3, 1, 100)`,
    [demo.userId, demo.companyId, goodsPlain],
  );
  await pool.query(
    `insert into store_cart_line (user_id, company_id, goods_id, number, price_when_added) values ($1, $2, $3, 1, 100)`,
    [demo.userId, buyer.companyId, goodsPlain],
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
  await pool.query(
    `insert into table_mapping (company_id, kind, heads, keys) values ($1, 'purchase', 'x', '{name,quantity}')`,
    [demo.companyId],
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
    `insert into desk_view (staff_id, list, name, search) select id, 'audit', '我的', '?who=xiao' from staff limit 1`,
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
  await pool.query(
    `insert into feedback (company_id, user_id, kind, text, phone, status, token)
     values ($1, $2, 'site', '希望增加夜间模式', '13800138002', 'open', 'x')`,
    [demo.companyId, demo.userId],
  );
  await pool.query(
    `insert into letter (made_by, token, title, body, company_id, companies, state)
     values ('kefu', 'x', '通知', '照常发货', $1, 1, 'done')`,
    [demo.companyId],
  );
  await pool.query(`insert into agreement_acceptance values ($1, '2026-11-23', now(), '192.0.2.1')`, [
    demo.userId,
  ]);
  await pool.query(
    `insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, 'x', 'y', 0, '{internal}', '店里的电脑', now())`,
    [demo.userId],
  );
  await pool.query(`insert into user_totp values ($1, 'x', null, 1, '{x}')`, [demo.userId]);
  await pool.query(`insert into registration (company_id, form) values ($1, 'single')`, [demo.companyId]);
  await pool.query(
    `insert into company_closing (company_id, user_id, due_at) values ($1, $2, now() + interval '7 days')`,
    [demo.companyId, demo.userId],
  );
  await pool.query(
    `insert into member_invite (company_id, token_hash, role, invited_by, expires_at)
     values ($1, 'x', 'buyer', $2, now() + interval '7 days')`,
    [demo.companyId, demo.userId],
  );
  await pool.query(`insert into member_store (user_id, company_id) values ($1, $2)`, [
    demo.userId,
    buyer.companyId,
  ]);
  await pool.query(`insert into session_end (token_hash, reason, ended_at) values ('x', 'disabled', now())`);
  await pool.query(`insert into demo_sms (phone, body) values ('13800000001', 'x')`);
  await pool.query(
    `with application as (
       insert into company_application (company_id, kind, data) values ($1, 'change', '{"name":"康泽源大药房"}') returning id),
     file as (
       insert into stored_file (company_id, digest, kind, content_type, bytes, width, height, name)
       values ($1, repeat('0', 64), 'image', 'image/jpeg', 1, 1, 1, '执照.jpg') returning id),
     draft as (
       insert into paper (company_id, kind, number, status, lacks_end, application_id)
       select $1, 'quality_survey', '', 'draft', true, id from application returning id)
     insert into paper_file (paper_id, position, file_id) select draft.id, 0, file.id from draft, file`,
    [demo.companyId],
  );
  await pool.query(
    `insert into feedback_file select (select min(id) from feedback), 0, min(id) from stored_file`,
  );
  await pool.query(`insert into paper_calendar values ($1, $2, 'x', 1)`, [demo.userId, demo.companyId]);
  await pool.query(
    `insert into order_event_file
    select $1, (select min(id) from order_event where order_no = $1), 0, min(id) from stored_file`,
    [no],
  );
  await pool.query(`with notice as (
      insert into merchant_notice (merchant_id, kind, title, body, ref) values (1, 'system', '通知', '', 'x') returning id)
    insert into merchant_notice_read select notice.id, min(staff.id) from notice, staff group by notice.id`);
  await pool.query(`insert into staff_invite (token_hash, role, invited_by, expires_at)
    select 'x', 'service', min(id), now() from staff`);
  await pool.query(`insert into duty_phone values (1, '', '{}', 8, 21)`);
  await pool.query(`insert into text_choice values ($1, 'refund', true)`, [demo.userId]);
  await pool.query(`insert into text_message select min(id), $1 from message`, [demo.userId]);
  // A second refund, paid back by the bank: the books follow both.
  await pool.query(
    `insert into refund select (jsonb_populate_record(refund, '{"no": "RD-bank", "provider": "bank", "amount": 1}')).*
     from refund where order_no = $1`,
    [no],
  );
  await pool.query(`update "order" set refunded_amount = refunded_amount + 1 where no = $1`, [no]);
  await pool.query(`insert into bank_payout (refund_no, serial, staff) values ('RD-bank', 'X1', '何一')`);
  await pool.query(
    `with made as (insert into bank_transfer (pay_no) select pay_no from refund where order_no = $1 limit 1 returning pay_no)
     insert into bank_receipt (serial, pay_no, amount, received_on, staff) select 'X1', pay_no, 1, '2026-11-21', '何一' from made`,
    [no],
  );
  await pool.query(
    `insert into balance_correction (company_id, amount, reason, asked_by) values ($1, 1, '多收', 'guanli')`,
    [demo.companyId],
  );
  await pool.query(
    `with made as (
       insert into owner_change (company_id, user_id, from_phone, to_phone, reason, asked_by)
       values ($1, $2, '13800000001', '13800000002', '手机遗失', 'guanli') returning id)
     insert into owner_change_file select made.id, 'licence', min(stored_file.id) from made, stored_file group by made.id`,
    [demo.companyId, demo.userId],
  );
  // What is undone was received before: the books would differ.
  await pool.query(
    `insert into bank_receipt (serial, pay_no, amount, received_on, staff)
     select 'X0', pay_no, 1, '2026-11-21', '何一' from bank_transfer limit 1`,
  );
  await pool.query(
    `with gone as (delete from bank_receipt where serial = 'X0'), undone as (insert into bank_receipt_undone (serial, pay_no, amount, received_on, staff, undone_by, reason)
       select 'X0', pay_no, 1, '2026-11-21', '何一', '何一', '填错金额' from bank_transfer limit 1)
     insert into bank_statement_row (bank, serial, paid_on, amount, staff) values ('工行', 'X1', '2026-11-21', 1, '何一')`,
  );
  await pool.query(
    `insert into price_proposal (company_id, goods_id, merchant_id, price, proposed_by)
     select $1, id, merchant_id, 1, '何一' from goods order by id limit 1`,
    [demo.companyId],
  );
  await pool.query(
    `insert into refund_diversion (refund_no, way, reason, asked_by)
     select no, 'balance', '原路退不回', 'guanli' from refund where order_no = $1 limit 1`,
    [no],
  );
  await pool.query(`insert into data_export (company_id, token) values ($1, 'x')`, [demo.companyId]);
  await pool.query(`insert into provider_bill (house, day, lines) values ('wechat', '2026-11-21', 1)`);
  await pool.query(
    `with made as (insert into bill_line values ('wechat', 'payment', 'P1', '4200', 1, '2026-11-21'))
     insert into bill_difference (house, day, kind, problem, no, provider_no, theirs)
     values ('wechat', '2026-11-21', 'payment', 'unknown', 'P1', '4200', 1)`,
  );
  await pool.query(
    `insert into statement_answer (merchant_id, month, state, before, sold, refunded, borne, settled, owed, reason,
       claimed, objected_by, objected_at)
     values (1, '2026-10', 'objected', 100, 50, 20, 5, 30, 105, '少一笔', 110, 'shangjia', now())`,
  );
  await pool.query(
    `with marked as (insert into folded_day values ('2026-10-01', now()))
     insert into goods_day values (1, '2026-10-01', $1, 1, 10, 100, 0)`,
    [goodsPlain],
  );
  await pool.query(
    `insert into pay_link (trade_no, company_id, user_id) select trade_no, company_id, $2 from "order" where no = $1`,
    [no, buyer.userId],
  );
  await pool.query(
    `with made as (
       insert into after_sale (order_no, company_id, merchant_id, user_id, stage, kind, reasons, token)
       select no, company_id, merchant_id, $2, 'received', 'damage', '{运输破损}', 'x' from "order" where no = $1 returning id),
     line as (insert into after_sale_line select made.id, $3, 'B1', 1 from made),
     note as (
       insert into after_sale_note (after_sale_id, side, actor_id, act, text)
       select id, 'buyer', $2, 'ask', '外箱破损' from made returning id)
     insert into after_sale_file (note_id, position, file_id)
     select note.id, 0, (select min(id) from stored_file) from note`,
    [no, buyer.userId, await firstLine(pool, no)],
  );
  await pool.query(
    `with made as (
       insert into change_set (subject, merchant_id, source, state, token, made_by)
       values ('goods', 1, 'ticked', 'previewed', 'x', 'shangjia') returning id)
     insert into change_row (set_id, no, row_id, state) select id, 1, $1, 'new' from made`,
    [goodsPlain],
  );
  await pool.query(
    `with made as (
       insert into bulk_run (list, act, staff_id, made_by, token, fields, search, state)
       select 'papers', 'remind', min(id), 'chen.jing', 'x', '{}', '', 'done' from staff returning id)
     insert into bulk_row (run_id, no, key, state) select id, 1, '1', 'done' from made`,
  );
  await pool.query(`insert into sandbox_order (pay_no) values ('P1')`);
  await pool.query(`insert into unused_picture values ('x', now())`);
  return { demo, buyer, no };
}

async function firstLine(pool: pg.Pool, no: string): Promise<number> {
  const { rows } = await pool.query('select min(id) as id from order_line where order_no = $1', [no]);
  return rows[0].id;
}
