/** A demo with a row at least in every table, for what is tried on each of them. */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { goodsPlain, users } from '#demo/seed/known.ts';
import type { Db } from '#lib/server/db/client.ts';
import { signCard, signIn } from '#lib/server/db/schema.ts';
import { play } from '#lib/server/draws/play.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { grantPoints, spendPoints } from '#lib/server/points/points.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from './context.ts';
import { accountOf, contextOf, makeBuyers, makeGoods, order, pay } from './orders.ts';
import { giveChance, openedWheel, prize } from './wheels.ts';

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
  const points = { companyId: buyer.companyId, points: 5, ref: 'x', note: '' };
  await db.transaction(async (tx) => {
    await grantPoints(tx, { ...points, useType: 'sign_in' });
    await spendPoints(tx, points);
    await grantPoints(tx, { ...points, useType: 'prize' });
    await tx.insert(signCard).values({ companyId: buyer.companyId, userId: buyer.userId, source: 'x' });
    await tx.insert(signIn).values({
      companyId: buyer.companyId,
      userId: buyer.userId,
      day: '2026-01-01',
      points: 5,
      bonuses: [],
    });
    await tx.execute(sql`with task as (
      insert into points_task (title, kind, points, chances, payer, starts_at, ends_at, token, created_by)
      values ('扫码收货', 'scan', 5, 0, 'platform', now(), now() + interval '1 day', 'every-table', 'huodong')
      returning id)
      insert into points_task_done (task_id, company_id, source, month)
      select id, ${buyer.companyId}, 'order:x', '2026-01' from task`);
  });
  const { id: wheelId } = await openedWheel(db, [prize('points', 1), prize('nothing', 9)]);
  await giveChance(db, wheelId, buyer.companyId, 2);
  await play(contextOf(db, buyer), { id: wheelId, token: 'a token of every table' });
  await pool.query(`insert into wheel_slot values ($1, 100, 1)`, [wheelId]);
  await pool.query(
    `with offered as (
       insert into points_goods (kind, name, points, stock, on_from) values ('thing', '杯', 10, 1, now()) returning id),
     made as (
       insert into points_order (no, company_id, user_id, goods_id, kind, name, quantity, points, money, status, address)
       select 'J1', $1, $2, id, 'thing', '杯', 1, 10, 0, 'to_ship', '{}' from offered returning no),
     parcel as (
       insert into points_parcel (order_no, carrier, tracking_no, moved_at) select no, '顺丰速运', 'SF1', now() from made
       returning id),
     event as (insert into points_parcel_event (parcel_id, text, state) select id, '已揽收', 'taken' from parcel),
     file as (
       insert into stored_file (company_id, kind, digest, content_type, name, bytes, width, height, pages)
       values ($1, 'image', repeat('9', 64), 'image/jpeg', '照片.jpg', 1, 1, 1, 1) returning id),
     asked as (
       insert into points_case (order_no, company_id, user_id, reason, token) select no, $1, $2, '破损', 'x' from made
       returning id)
     insert into points_case_file (case_id, position, file_id) select asked.id, 0, file.id from asked, file`,
    [buyer.companyId, buyer.userId],
  );
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
  await pool.query(
    `with text as (
       insert into contract_template (kind, version, body, hash, published_by)
       values ('quality', 99, '{采购单位}{供货单位}', 'x', 'guanli') returning id),
     made as (
       insert into contract (no, kind, company_id, merchant_id, round, template_id, fields, body, body_hash, state,
         valid_from, valid_to, signed_at)
       select 'HT1', 'quality', $1, 1, 99, id, '{}', 'x', 'x', 'signed', '2026-01-01', '2026-12-31', now()
       from text returning id),
     signed as (
       insert into contract_signature (contract_id, side, party, signer, role, user_id, body_hash, read_from, read_to,
         signed_at)
       select id, 'buyer', '某药房', '何一', 'owner', $2, 'x', now(), now(), now() from made)
     insert into contract_event (contract_id, act, actor, who, at) select id, 'sign', 'buyer', '何一', now() from made`,
    [demo.companyId, demo.userId],
  );
  await pool.query(
    `insert into contract_rule (merchant_id, asks, step, set_by, updated_at)
     values (1, 'none', 'order', 'shangjia', now()) on conflict do nothing`,
  );
  await pool.query(
    `with file as (
       insert into merchant_file (merchant_id, kind, digest, content_type, bytes, name, uploaded_by)
       values (1, 'contract_seal', repeat('3', 64), 'image/png', 1, '合同章.png', 'shangjia') returning id)
     insert into contract_seal (merchant_id, version, file_id, set_by) select 1, 1, id, 'shangjia' from file`,
  );
  await pool.query(`insert into signing_key values ('x', 'x', 'x', now())`);
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
  await pool.query(`insert into demo_mail (address, subject, body) values ('a@example.com', 'x', 'x')`);
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
  await pool.query(`insert into message_mute values ($1, 'price')`, [demo.userId]);
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
    `with folded as (insert into account_fold values (1, 0))
     insert into account_sum values (1, 'day', '2026-10-01', 'sale', 100)`,
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
  await pool.query(
    `with made as (
       insert into lot_import (merchant_id, staff_id, made_by, token, file_name, table_rows)
       select m.id, s.id, 'chen.jing', 'every-table', '', 1
       from (select min(id) as id from merchant) m, (select min(id) as id from staff) s returning id)
     insert into lot_import_row
       (import_id, row, goods_id, lot_no, produced_on, expires_on, pieces, doc, state, move_id, done_at)
     select made.id, 2, l.goods_id, l.lot_no, l.produced_on, l.expires_on, 1, '', 'in', m.id, now()
     from made, lot_movement m join lot l on l.id = m.lot_id order by m.id limit 1`,
  );
  await pool.query(
    `insert into invoice_title (company_id, kind, name, tax_no) values ($1, 'ordinary', '康泽源大药房', '91440101MA5CKQ6L0X')`,
    [demo.companyId],
  );
  await pool.query(
    `insert into goods_tax (goods_id, merchant_id, valid_from, rate, tax_code, set_by)
     select id, merchant_id, '2026-01-01', 13, '1070308010000000000', 'shangjia' from goods where id = $1
     on conflict do nothing`,
    [goodsPlain],
  );
  await pool.query(
    `insert into invoice_seller (merchant_id, tax_no, name) values (1, '91', '药批网') on conflict do nothing`,
  );
  await pool.query(`insert into invoice_grant (app, merchant_id, tax_no) values ('key', 1, '91')`);
  await pool.query(
    `with sold as (
       select l.id, l.order_no, o.merchant_id, o.company_id from order_line l join "order" o on o.no = l.order_no
       where l.id = $1),
     blue as (
       insert into invoice (serial, color, merchant_id, company_id, title, seller, kind, form, state, number, issued_at,
         gross, net, tax, provider, asked_by, asked_by_id)
       select 'every-table', 'blue', merchant_id, company_id, '{}', '{}', 'ordinary', 'net', 'issued', '1', now(),
         113, 100, 13, 'manual', 'buyer', 'x' from sold returning id),
     line as (
       insert into invoice_line (invoice_id, seq, order_no, order_line_id, nature, name, tax_code, quantity, unit_price,
         rate, policy, gross, net, tax)
       select blue.id, 1, sold.order_no, sold.id, 0, '阿莫西林胶囊', '1070308010000000000', 1, '1', 13, 'none', 113, 100, 13
       from blue, sold),
     form as (
       insert into red_form (serial, blue_id, reason, raised_by, gross, net, tax, lines)
       select 'every-table', id, '02', 'seller', -113, -100, -13, '[]' from blue),
     file as (insert into invoice_file (invoice_id, kind, digest, bytes) select id, 'xml', repeat('0', 64), 1 from blue),
     delivery as (insert into invoice_delivery (invoice_id, way, next_at) select id, 'mail', now() from blue)
     insert into invoice_event (invoice_id, actor, actor_id, act) select id, 'buyer', 'x', 'asked' from blue`,
    [await firstLine(pool, no)],
  );
  await pool.query(
    `with made as (insert into flow_day (day, leaves) values ('2026-10-01', 1) returning day),
     leaf as (
       insert into flow_leaf (day, at, order_no, salt, body, hash)
       select day, 0, $1, repeat('0', 32), '{}', repeat('0', 64) from made)
     insert into flow_break (order_no, cause, about, wanted, found, found_at) values ($1, 'came', '', 1, 2, now())`,
    [no],
  );
  await pool.query(
    `with talk as (insert into chat_talk (company_id, merchant_id, last_seq, last_at) values ($1, 1, 2, now()) returning id),
     person as (select id from staff order by id limit 1),
     inquiry as (
       insert into chat_inquiry (talk_id, from_seq, opened_at, staff_id, assigned_at, answered_at, answered_by)
       select talk.id, 1, now(), person.id, now(), now(), person.id from talk, person),
     asked as (
       insert into chat_message (talk_id, seq, sender, user_id, name, client_id, text)
       select id, 1, 'buyer', $2, '何一', 'every-table', '有货吗' from talk),
     answered as (
       insert into chat_message (talk_id, seq, sender, staff_id, name, client_id, text, quote_seq)
       select talk.id, 2, 'staff', person.id, '客服1号', 'every-table', '有', 1 from talk, person),
     held as (insert into chat_read select id, $2, 1 from talk),
     read as (insert into chat_staff_read select talk.id, person.id, 2 from talk, person),
     duty as (insert into chat_duty (staff_id, is_on, seen_at) select id, true, now() from person),
     canned as (insert into chat_canned (merchant_id, shortcut, text) values (1, '你好', '您好')),
     word as (insert into chat_word (word, folded, action, made_by) values ('返点', '返点', 'mask', 'kefu'))
     insert into chat_event (talk_id, company_id, merchant_id, what, seq, side) select id, $1, 1, 'message', 1, 'buyer' from talk`,
    [demo.companyId, demo.userId],
  );
  await pool.query(
    `insert into chat_file select talk_id, seq, 0, (select min(id) from stored_file) from chat_message where seq = 1 limit 1`,
  );
  await pool.query(`insert into chat_token_use values ('x', now())`);
  await pool.query(
    `with room as (
       insert into live_room (merchant_id, title, host_name, sealed_host_id, host_id_tail, state, starts_at, ends_at,
         started_at, key_hash, token)
       values (1, '冬季用药', '何一', 'x', '001X', 'live', now(), now() + interval '1 hour', now(), 'x', 'every-table')
       returning id),
     person as (select id from staff order by id limit 1),
     item as (insert into live_goods select id, $3, 0, '家中常备' from room),
     piece as (insert into live_segment select id, 1, now(), 2000, 1, 'x-0', 9 from room),
     said as (
       insert into live_caption (room_id, name, cues)
       select id, '字幕.vtt', '[{"from": 0, "to": 1000, "text": "大家好"}]' from room),
     event as (insert into live_event (room_id, kind, at) select id, 'start', now() from room),
     asked as (
       insert into live_question (room_id, company_id, user_id, client_id, text)
       select id, $1, $2, 'every-table', '有货吗' from room),
     worth as (
       insert into coupon (kind, name, threshold, value, total, claim_from, claim_to, valid_from, valid_to)
       values ('coupon', '直播券', 0, 100, 1, now(), now(), now(), now()) returning id),
     dropped as (
       insert into live_drop (coupon_id, room_id, token, staff_id)
       select worth.id, room.id, 'every-table', person.id from worth, room, person),
     seen as (insert into live_viewer (room_id, viewer, company_id, first_at, last_at) select id, $2, $1, now(), now() from room),
     added as (insert into live_add (room_id, company_id, goods_id, number, first_at) select id, $1, $3, 1, now() from room)
     insert into live_reminder (room_id, user_id, company_id) select id, $2, $1 from room`,
    [demo.companyId, demo.userId, goodsPlain],
  );
  await pool.query(`insert into sandbox_order (pay_no) values ('P1')`);
  await pool.query(`insert into unused_picture values ('x', now())`);
  return { demo, buyer, no };
}

async function firstLine(pool: pg.Pool, no: string): Promise<number> {
  const { rows } = await pool.query('select min(id) as id from order_line where order_no = $1', [no]);
  return rows[0].id;
}
