/** What may never stand in a table is refused by the database itself, whoever writes it. */
import { randomUUID } from 'node:crypto';
import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { goodsPlain, voucherDemo } from '#demo/seed/known.ts';
import { moneyUses } from '#lib/contract/wallet/calls.ts';
import { columnWords } from '#lib/rules/site/words.ts';
import * as schema from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { fillEveryTable } from '#tests/support/every-table.ts';
import { makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();

const { demo, buyer, no } = await fillEveryTable(db, pool);

/** Sets a column of one row of a table; tables that are never rewritten get a further row instead. */
async function spoil(table: string, changes: string): Promise<unknown> {
  const at = ` where ctid = (select min(ctid) from "${table}" where ${holds[table] ?? 'true'})`;
  if (!appended.has(table)) return pool.query(`update "${table}" set ${changes}${at}`);
  const values = changes.replaceAll('=', ':=');
  return pool.query(`do $$ declare row "${table}"; begin
    select * into strict row from "${table}" limit 1;
    ${['points_move', 'contract_signature', 'contract_seal', 'flow_leaf'].includes(table) ? '' : `row.id := nextval(pg_get_serial_sequence('"${table}"', 'id'));`}
    ${values
      .split(',')
      .map((one) => `row.${one.trim()};`)
      .join(' ')}
    insert into "${table}" select row.*;
  end $$`);
}

const appended = new Set([
  'order_event',
  'audit_log',
  'wallet_ledger',
  'booking',
  'points_ledger',
  'points_move',
  'voucher_ledger',
  'lot_movement',
  'shipment_event',
  'invoice_event',
  'contract_event',
  'contract_template',
  'contract',
  'contract_signature',
  'contract_seal',
  'flow_leaf',
]);

/** Which row of a table: one that holds what is to be spoiled. */
const holds: Record<string, string> = {
  order: `no = '${no}'`,
  order_line: `order_no = '${no}'`,
  payment: `company_id = ${buyer.companyId}`,
  company_coupon: 'balance is not null',
  wallet: `company_id = ${demo.companyId}`,
  activity_goods: 'stock is not null',
  company_application: 'handed_in_at is null',
  goods_tax: 'rate = 13',
  invoice: `serial = 'every-table'`,
  invoice_line: `invoice_id = (select id from invoice where serial = 'every-table')`,
  red_form: `serial = 'every-table'`,
};

/** Table, what would spoil it, and the constraint that refuses it. */
const bad: [table: string, changes: string, constraint: string][] = [
  ['company', 'rank = -1', 'company_not_negative'],
  ['company', 'min_shelf_life_days = -1', 'company_not_negative'],
  ['paper', `valid_to = valid_from - 1`, 'paper_days_in_order'],
  ['paper', 'lacks_end = true', 'paper_whole'],
  ['paper', 'valid_from = null', 'paper_whole'],
  ['stored_file', 'bytes = 0', 'stored_file_positive'],
  ['stored_file', 'pages = 0', 'stored_file_positive'],
  ['merchant_file', 'bytes = 0', 'merchant_file_positive'],
  ['chat_talk', 'last_seq = -1', 'chat_talk_not_negative'],
  ['chat_talk', 'told_seq = last_seq + 1', 'chat_talk_told_of_written'],
  ['chat_inquiry', 'returned = -1', 'chat_inquiry_not_negative'],
  ['chat_inquiry', 'stars = 6, rated_at = now()', 'chat_inquiry_stars'],
  ['chat_inquiry', 'stars = 5', 'chat_inquiry_stars'],
  ['chat_inquiry', 'assigned_at = null', 'chat_inquiry_assigned'],
  ['chat_inquiry', 'answered_at = null', 'chat_inquiry_answered'],
  ['chat_inquiry', 'closed_at = now(), waits_since = now()', 'chat_inquiry_over'],
  ['chat_message', 'quote_seq = seq', 'chat_message_seq'],
  ['chat_message', `sender = 'auto'`, 'chat_message_author'],
  ['chat_message', `card_ref = '1'`, 'chat_message_card'],
  ['chat_message', `state = 'recalled'`, 'chat_message_recalled'],
  ['chat_read', 'seq = -1', 'chat_read_not_negative'],
  ['chat_staff_read', 'seq = -1', 'chat_staff_read_not_negative'],
  ['chat_event', 'seq = -1', 'chat_event_not_negative'],
  ['chat_word', `folded = ''`, 'chat_word_compared'],
  ['live_room', `ends_at = starts_at - interval '1 second'`, 'live_room_times_in_order'],
  ['live_room', `ended_at = started_at - interval '1 second'`, 'live_room_on_air_in_order'],
  ['live_room', `replay_from = now(), replay_to = now() - interval '1 second'`, 'live_room_replay_in_order'],
  ['live_room', 'likes = -1', 'live_room_not_negative'],
  ['live_room', 'started_at = null', 'live_room_started'],
  ['live_room', `state = 'ended', ended_at = null`, 'live_room_started'],
  ['live_goods', 'position = -1', 'live_goods_not_negative'],
  ['live_viewer', 'seconds = -1', 'live_viewer_not_negative'],
  ['live_add', 'number = 0', 'live_add_positive'],
  ['live_segment', 'ms = 0', 'live_segment_positive'],
  ['licence_renewal', `valid_to = valid_from - 1`, 'licence_renewal_days_in_order'],
  ['licence_renewal', `state = 'accepted'`, 'licence_renewal_decided'],
  ['duty_phone', 'to_hour = from_hour', 'duty_phone_hours'],
  ['quality_stop', `goods_id = 1`, 'quality_stop_of_one'],
  ['quality_stop', `approval_no = ''`, 'quality_stop_of_one'],
  ['quality_stop', `lifted_at = now()`, 'quality_stop_lifted'],
  ['lot', `locked_at = now()`, 'lot_locked'],
  ['onboarding_paper', `goods_id = 1, maker = '厂'`, 'onboarding_paper_of_one'],
  ['onboarding_paper', `ending = 'removed'`, 'onboarding_paper_ended'],
  ['onboarding_wish', `goods_id = 1, maker = '厂'`, 'onboarding_wish_of_one'],
  ['trace_pack', 'parent = code', 'trace_pack_within'],
  ['change_set', `undo_of = 1`, 'change_set_undo'],
  ['change_set', 'failed_in_turn = -1', 'change_set_not_negative'],
  ['change_set', `decided_by = made_by`, 'change_set_two_people'],
  ['bulk_run', 'rows = -1', 'bulk_run_not_negative'],
  ['letter', `filter = '{}'`, 'letter_to_one_or_many'],
  ['letter', 'sent = -1', 'letter_not_negative'],
  ['contract', 'valid_from = null', 'contract_signed'],
  ['contract', `valid_to = '2020-01-01'`, 'contract_days_in_order'],
  ['contract', 'round = 0', 'contract_round_positive'],
  ['contract_signature', `read_to = '2020-01-01'`, 'contract_signature_read_in_order'],
  ['contract', 'voided_at = now()', 'contract_voided'],
  ['contract_rule', 'version = -1', 'contract_rule_not_negative'],
  ['contract_seal', 'version = 0', 'contract_seal_version_positive'],
  ['contract_template', 'version = 0', 'contract_template_version_positive'],
  ['paper_file', 'rotation = 45', 'paper_file_quarter_turns'],
  ['company_application', `status = 'waiting'`, 'company_application_handed_in'],
  ['company_application', `verdict = '{}'`, 'company_application_verdict'],
  ['merchant', `closed_at = now()`, 'merchant_closed'],
  ['merchant', `rests_from = '2026-02-02', rests_until = '2026-02-01'`, 'merchant_rest_in_order'],
  ['merchant_paper', `valid_to = valid_from - 1`, 'merchant_paper_days_in_order'],
  ['member', 'order_limit = -1', 'member_not_negative'],
  ['member_invite', 'order_limit = -1', 'member_invite_not_negative'],
  ['merchant', 'free_shipping_amount = -1', 'merchant_not_negative'],
  ['merchant', 'shipping_fee = -1', 'merchant_not_negative'],
  ['merchant', 'cold_chain_fee = -1', 'merchant_not_negative'],
  ['merchant', 'min_order_amount = -1', 'merchant_not_negative'],
  ['product', 'base_price = -1', 'product_not_negative'],
  ['product', 'market_price = -1', 'product_not_negative'],
  ['product', 'mid_pack = 0', 'product_packs_positive'],
  ['product', 'case_pack = 0', 'product_packs_positive'],
  ['product', 'shelf_life_months = 0', 'product_packs_positive'],
  ...[
    'price',
    'member_price',
    'market_price',
    'limit_quantity',
    'day_limit',
    'week_limit',
    'free_shipping_number',
    'rebate',
    'sales',
  ].map((name): [string, string, string] => ['goods', `${name} = -1`, 'goods_not_negative']),
  ['goods', 'stock = -1', 'goods_stock_not_negative'],
  ['goods', 'pack_step = 0', 'goods_steps_positive'],
  ['goods', 'min_quantity = 0', 'goods_steps_positive'],
  ['goods', 'case_pack = 0', 'goods_case_positive'],
  ['goods', 'expires_on = produced_on - 1', 'goods_days_in_order'],
  ['customer_price', 'price = -1', 'customer_price_not_negative'],
  ['activity', `ends_at = starts_at - interval '1 second'`, 'activity_moments_in_order'],
  ['activity_goods', 'price = -1', 'activity_goods_not_negative'],
  ['activity_goods', 'stock = -1, sold = -1', 'activity_goods_not_negative'],
  ['activity_goods', 'sold = -1', 'activity_goods_not_negative'],
  ['activity_goods', 'company_limit = -1', 'activity_goods_not_negative'],
  ['activity_goods', 'quantity = 0', 'activity_goods_quantity_positive'],
  ['activity_goods', 'sold = stock + 1', 'activity_goods_not_oversold'],
  ['quota_use', 'used = -1', 'quota_not_negative'],
  ['coupon', 'threshold = -1', 'coupon_not_negative'],
  ['coupon', 'claimed = -1', 'coupon_not_negative'],
  ['coupon', 'value = 0', 'coupon_worth_something'],
  ['coupon', 'per_company = 0', 'coupon_worth_something'],
  ['coupon', 'claimed = total + 1', 'coupon_not_overclaimed'],
  ['coupon', `claim_to = claim_from - interval '1 second'`, 'coupon_claiming_in_order'],
  ['coupon', `valid_to = valid_from - interval '1 second'`, 'coupon_using_in_order'],
  ['company_coupon', 'balance = -1', 'company_coupon_not_negative'],
  ['company_coupon', 'balance = balance + 1', 'voucher_as_ledger'],
  ['company_coupon', `valid_to = valid_from - interval '1 second'`, 'company_coupon_using_in_order'],
  ['cart_line', 'number = 0', 'cart_line_positive'],
  ['cart_line', 'price_when_added = -1', 'cart_line_not_negative'],
  ['trade', 'pay_amount = -1', 'trade_not_negative'],
  ['order', 'pay_amount = pay_amount + 1', 'order_adds_up'],
  ['order', 'refunded_amount = pay_amount + 1', 'order_refund_bounded'],
  ['order', 'refunded_amount = -1', 'order_not_negative'],
  ['order', 'goods_amount = -1, pay_amount = shipping_amount - discount_amount - 1', 'order_not_negative'],
  ['order', 'discount_amount = -1, pay_amount = goods_amount + shipping_amount + 1', 'order_not_negative'],
  ['order', 'shipping_amount = -1, pay_amount = goods_amount - discount_amount - 1', 'order_not_negative'],
  ['order', 'cashback_amount = -1', 'order_not_negative'],
  ['order', 'rebate_amount = -1', 'order_not_negative'],
  ['order_line', 'quantity = 0', 'order_line_pieces'],
  ['order_line', 'promo_quantity = quantity + 1', 'order_line_pieces'],
  ['order_line', 'set_quantity = 0', 'order_line_pieces'],
  ['order_line', 'promo_quantity = -1', 'order_line_not_negative'],
  ['order_line', 'unit_price = -1', 'order_line_not_negative'],
  ['order_line', 'rebate = -1', 'order_line_not_negative'],
  ['order_line', 'discount = -1, paid = gross + 1', 'order_line_not_negative'],
  ['order_line', 'paid = paid + 1', 'order_line_adds_up'],
  ['order_line', 'shipped_quantity = -1', 'order_line_not_negative'],
  ['order_line', 'shipped_quantity = quantity + 1', 'order_line_sent_bounded'],
  ['order_line', 'refunded_quantity = -1', 'order_line_not_negative'],
  ['order_line', 'refunded_quantity = quantity + 1', 'order_line_refund_bounded'],
  ['order_line', 'refunded_amount = -1', 'order_line_not_negative'],
  ['order_line', 'refunded_amount = paid + 1', 'order_line_refund_bounded'],
  ['order_event', `actor_id = ''`, 'order_event_actor_named'],
  ['audit_log', `actor_id = ''`, 'audit_log_actor_named'],
  ['shipment_lot', 'quantity = 0', 'shipment_lot_quantity_positive'],
  ['shipment_lot', 'expires_on = produced_on - 1', 'shipment_lot_days_in_order'],
  ['cold_record', 'sent_tenths = 301', 'cold_record_degrees'],
  ['cold_record', 'arrived_tenths = 45', 'cold_record_arrived_by'],
  ['lot', 'held = -1', 'lot_pieces'],
  ['lot', 'held = on_hand + 1', 'lot_pieces'],
  ['lot', 'returned = -1', 'lot_returned'],
  ['lot', `lot_no = ''`, 'lot_named'],
  ['lot', 'expires_on = produced_on - 1', 'lot_days_in_order'],
  ['line_lot', 'pieces = 0', 'line_lot_positive'],
  ['after_sale', 'amount = -1', 'after_sale_not_negative'],
  ['after_sale_line', 'pieces = 0', 'after_sale_line_pieces'],
  ['payment', 'amount = -1', 'payment_not_negative'],
  ['payment', 'amount = amount + 1', 'payment_as_shares'],
  ['payment_trade', 'amount = -1', 'payment_trade_not_negative'],
  ['payment_trade', 'amount = amount + 1', 'payment_as_shares'],
  ['refund', 'amount = 0', 'refund_amount_positive'],
  ['refund', 'amount = 100000000', 'refund_within_payment'],
  ['bank_receipt', 'amount = 0', 'bank_receipt_amount_positive'],
  ['wallet', 'balance = -1', 'wallet_not_negative'],
  ['wallet', 'points = -1', 'wallet_not_negative'],
  ['wallet', 'balance = balance + 1', 'wallet_as_ledger'],
  ['wallet', 'points = points + 1', 'wallet_as_ledger'],
  ['wallet', 'points_debt = -1', 'wallet_not_negative'],
  ['wallet', 'points_debt = points_debt + 1', 'wallet_as_ledger'],
  ['points_lot', 'remaining = -1', 'points_lot_not_negative'],
  ['points_lot', 'remaining = remaining + 1', 'points_as_lots'],
  ['points_move', 'amount = 0', 'points_move_moves'],
  ['wallet_ledger', `ref = 'x', balance_after = -1`, 'wallet_ledger_runs'],
  ['wallet_ledger', `ref = 'y', amount = 7`, 'wallet_ledger_runs'],
  ['points_ledger', `ref = 'y', amount = 7`, 'points_ledger_runs'],
  ['voucher_ledger', `ref = 'y', amount = 7`, 'voucher_ledger_runs'],
  ['sandbox_charge', 'amount = -1', 'sandbox_charge_not_negative'],
  ['sandbox_charge', 'notifies_left = -1', 'sandbox_charge_not_negative'],
  ['sandbox_charge', 'tries = -1', 'sandbox_charge_not_negative'],
  ['sandbox_refund', 'amount = 0', 'sandbox_refund_amount_positive'],
  ['goods_alert', 'price = -1', 'goods_alert_not_negative'],
  ['last_bought', 'price = -1', 'last_bought_not_negative'],
  ['purchase_template', 'weekday = 8', 'purchase_template_day'],
  ['purchase_template', 'month_day = 32', 'purchase_template_day'],
  ['purchase_template', 'weekday = 1, month_day = 1', 'purchase_template_day'],
  ['purchase_template_line', 'number = 0', 'purchase_template_line_positive'],
  ['purchase_template_line', 'price = -1', 'purchase_template_line_not_negative'],
  ['pay_password', 'tries = -1', 'pay_password_not_negative'],
  ['wanted', 'quantity = 0', 'wanted_quantity_positive'],
  ['wanted', 'price = -1', 'wanted_not_negative'],
  ['staff', `role = 'orders'`, 'staff_role_of_side'],
  ['staff', `username = 'Xiao'`, 'staff_username_small'],
  ['passkey', 'counter = -1', 'passkey_not_negative'],
  ['user_totp', 'step = null', 'user_totp_whole'],
  ['user_totp', 'secret = null', 'user_totp_whole'],
  ['user_totp', 'secret = null, step = null', 'user_totp_whole'],
  ['staff', `totp_secret = 'x'`, 'staff_totp_whole'],
  ['staff', `recovery_codes = '{x}'`, 'staff_totp_whole'],
  ['job_failure', 'tries = 0', 'job_failure_tries_positive'],
  ['heartbeat', 'id = 2', 'heartbeat_one'],
  ['demo_goods', 'last_id = first_id - 1', 'demo_goods_in_order'],
  ['balance_correction', 'company_id = null', 'balance_correction_of_company'],
  ['balance_correction', 'amount = 0', 'balance_correction_moves'],
  ['balance_correction', `state = 'passed', decided_by = asked_by`, 'balance_correction_two_people'],
  ['balance_correction', `decided_by = 'x'`, 'balance_correction_decided'],
  ['balance_correction', `kind = 'voucher'`, 'balance_correction_piece'],
  [
    'balance_correction',
    `kind = 'voucher', until = '2027-01-01', amount = -1`,
    'balance_correction_piece_value',
  ],
  ['balance_correction', 'company_coupon_id = 1', 'balance_correction_given'],
  ['owner_change', `decided_by = asked_by, decided_at = now()`, 'owner_change_two_people'],
  ['owner_change', `decided_by = 'x'`, 'owner_change_decided'],
  ['owner_change', `state = 'passed'`, 'owner_change_due_passed'],
  [
    'balance_correction',
    `kind = 'surplus', state = 'passed', decided_by = 'x'`,
    'balance_correction_outcome',
  ],
  ['bank_receipt_undone', 'amount = 0', 'bank_receipt_undone_amount_positive'],
  ['bank_statement_row', 'amount = 0', 'bank_statement_row_amount_positive'],
  ['bank_statement_row', 'registered_at = now()', 'bank_statement_row_registered'],
  ['price_proposal', 'price = 0', 'price_proposal_price_positive'],
  ['price_proposal', `decided_by = 'x'`, 'price_proposal_decided'],
  ['refund_diversion', `state = 'passed', decided_by = asked_by`, 'refund_diversion_two_people'],
  ['refund_diversion', `decided_by = 'x'`, 'refund_diversion_decided'],
  ['refund_diversion', 'house_paid_at = now()', 'refund_diversion_twice_paid'],
  ['refund_diversion', 'settled_at = now()', 'refund_diversion_settled'],
  ['data_export', 'done = -1', 'data_export_not_negative'],
  ['data_export', 'bytes = 1', 'data_export_ready'],
  ['provider_bill', 'lines = -1', 'provider_bill_not_negative'],
  ['bill_line', 'amount = -1', 'bill_line_not_negative'],
  ['order_line', 'sent_refunded_quantity = refunded_quantity + 1', 'order_line_sent_refund_bounded'],
  ['booking', `ref = 'x', amount = 0`, 'booking_moves'],
  ['booking', `ref = 'x', to_account = row.from_account, to_owner = row.from_owner`, 'booking_moves'],
  ['bill_difference', 'ours = -1', 'bill_difference_not_negative'],
  ['account_sum', `span = 'year'`, 'account_sum_span_known'],
  ['account_fold', 'id = 2', 'account_fold_one'],
  ['goods_day', 'pieces = -1', 'goods_day_not_negative'],
  ['statement_answer', `month = '2026-13'`, 'statement_answer_month'],
  ['statement_answer', 'owed = owed + 1', 'statement_answer_foots'],
  ['statement_answer', 'confirmed_at = now()', 'statement_answer_steps'],
  ['table_mapping', 'merchant_id = 1', 'table_mapping_owner'],
  ['ad', `ends_at = starts_at - interval '1 second'`, 'ad_moments_in_order'],
  ['sign_in', 'points = -1', 'sign_in_not_negative'],
  ['wheel', 'per_sign = -1', 'wheel_not_negative'],
  ['wheel', `ends_at = starts_at - interval '1 second'`, 'wheel_times_in_order'],
  ['wheel', 'drawn = tickets + 1', 'wheel_not_overdrawn'],
  ['wheel', 'secret_hash = null', 'wheel_sealed'],
  ['wheel', 'closed_at = now(), secret = null', 'wheel_published'],
  ['wheel', 'paused_at = now()', 'wheel_paused'],
  ['wheel_version', 'no = 0', 'wheel_version_positive'],
  ['wheel_prize', 'cost = -1', 'wheel_prize_not_negative'],
  ['wheel_prize', 'cost = 5000001', 'wheel_prize_worth'],
  ['wheel_prize', 'drawn = count + 1', 'wheel_prize_not_overdrawn'],
  ['wheel_slot', 'ticket = -1', 'wheel_slot_not_negative'],
  ['wheel_chance', 'used = count + 1', 'wheel_chance_not_overused'],
  ['wheel_draw', 'seq = 0', 'wheel_draw_positive'],
  ['lot_import', 'table_rows = -1', 'lot_import_not_negative'],
  ['lot_import_row', 'pieces = -1', 'lot_import_row_not_negative'],
  ['lot_import_row', 'move_id = null', 'lot_import_row_moved'],
  ['points_goods', 'stock = -1', 'points_goods_not_negative'],
  ['points_goods', 'points = 0', 'points_goods_costs'],
  ['points_goods', `kind = 'coupon', value = 0`, 'points_goods_usable'],
  ['points_goods', `on_to = on_from - interval '1 second'`, 'points_goods_moments_in_order'],
  ['points_order', 'money = -1', 'points_order_not_negative'],
  ['points_order', 'quantity = 0', 'points_order_pieces'],
  ['points_order', `status = 'shipped', address = null`, 'points_order_sent'],
  ['points_order', 'draw_id = 1, points = 1', 'points_order_prize'],
  ['points_task', `token = 'x', chances = -1`, 'points_task_not_negative'],
  ['points_task', `token = 'x', ends_at = starts_at - interval '1 second'`, 'points_task_days_in_order'],
  ['points_task', `token = 'x', points = 0`, 'points_task_gain'],
  ['points_task', `token = 'x', chances = 1`, 'points_task_wheel'],
  ['points_task', `stopped_at = now(), payer = 'merchant'`, 'points_task_payer'],
  ['points_task', `token = 'x', answered_by = 'x'`, 'points_task_answered'],
  ['points_task', `payer = 'merchant', merchant_id = 1`, 'points_task_agreed'],
  ['invoice_title', `tax_no = ''`, 'invoice_title_named'],
  ['goods_tax', `rate = 17`, 'goods_tax_rate'],
  ['goods_tax', `tax_code = '107'`, 'goods_tax_code'],
  ['goods_tax', `policy = 'exempt'`, 'goods_tax_policy_fits'],
  ['goods_tax', `policy = 'simple_3'`, 'goods_tax_policy_fits'],
  ['goods_tax', 'rate = 0', 'goods_tax_policy_fits'],
  ['invoice_seller', 'quota_alarm = -1', 'invoice_seller_not_negative'],
  ['invoice_grant', `tax_no = ''`, 'invoice_grant_named'],
  ['invoice', 'net = net + 1', 'invoice_foots'],
  ['invoice', 'gross = -gross, net = -net, tax = -tax', 'invoice_signs'],
  ['invoice', 'blue_id = id', 'invoice_red_of_blue'],
  ['invoice', 'issued_at = null', 'invoice_issued'],
  ['invoice', `month = '2026-13'`, 'invoice_month'],
  ['invoice', 'attempt = 0', 'invoice_attempt'],
  ['invoice_line', 'tax = tax + 1', 'invoice_line_foots'],
  ['invoice_line', 'nature = 3', 'invoice_line_nature'],
  ['invoice_line', 'seq = 0', 'invoice_line_seq'],
  ['invoice_line', 'nature = 1', 'invoice_line_discount'],
  ['red_form', 'tax = tax + 1', 'red_form_foots'],
  ['invoice_file', 'bytes = 0', 'invoice_file_positive'],
  ['invoice_delivery', 'tries = -1', 'invoice_delivery_not_negative'],
  ['invoice_event', `actor_id = ''`, 'invoice_event_actor_named'],
  ['flow_day', 'leaves = -1', 'flow_day_not_negative'],
  ['flow_day', `root = 'x', published_at = now()`, 'flow_day_root'],
  ['flow_day', 'published_at = now()', 'flow_day_published'],
  ['flow_leaf', 'at = -1', 'flow_leaf_not_negative'],
  ['flow_leaf', `salt = 'x'`, 'flow_leaf_hex'],
  ['flow_break', `note = 'x'`, 'flow_break_noted'],
];

describe('a bad row is refused', () => {
  it.each(bad)('%s: %s', async (table, changes, constraint) => {
    await expect(spoil(table, changes)).rejects.toMatchObject({ code: '23514', constraint });
  });

  it('every check of the schema has its bad row or its words', () => {
    const checks = Object.values(schema)
      .filter((table) => is(table, PgTable))
      .flatMap((table) => getTableConfig(table).checks.map(({ name }) => `${getTableName(table)} ${name}`));
    const tried = bad.map(([table, , constraint]) => `${table} ${constraint}`);
    const words = Object.keys(columnWords).map(
      (name) => `${name.split('.')[0]} ${name.replace('.', '_')}_known`,
    );
    // The demo's row is never rewritten, and a second one finds no empty database.
    words.push('demo demo_one');
    // A ledger that runs on from zero cannot fall below it unnoticed: its check is behind the trigger.
    const behind = ['wallet_ledger', 'points_ledger', 'voucher_ledger'].map(
      (name) => `${name} ${name}_not_negative`,
    );
    expect(checks.filter((name) => ![...tried, ...words, ...behind].includes(name))).toEqual([]);
  });
});

describe('words', () => {
  it.each(Object.entries(columnWords))('of %s are those of the rules', async (column, words) => {
    const [table = '', name = ''] = column.split('.');
    const { rows } = await pool.query(
      `select pg_get_constraintdef(oid) as said from pg_constraint where conname = $1 and conrelid = $2::regclass`,
      [`${table}_${name}_known`, `"${table}"`],
    );
    const said = [...rows[0].said.matchAll(/'([^']+)'/g)].map(([, word]) => word);
    expect(said).toEqual([...words]);
    if (!appended.has(table)) {
      const { rowCount } = await pool.query(`select 1 from "${table}" limit 1`);
      if (rowCount)
        await expect(spoil(table, `"${name}" = 'nobody'`)).rejects.toMatchObject({ code: '23514' });
    }
  });

  it('of the wallet are those that buyers read', () => {
    expect([...columnWords['wallet_ledger.use_type']]).toEqual(Object.keys(moneyUses));
  });
});

describe('sums', () => {
  it('of refunds: what was paid goes back, and not a fen more, also from two at once', async () => {
    const [one] = await makeBuyers(db, 1, 10_000_000);
    const made = await order(db, one!, [{ goodsId: await makeGoods(db, goodsPlain, 1000), number: 10 }]);
    const { pay_no: payNo } = await pay(db, one!, made.trade_no);
    const { rows } = await pool.query('select amount, provider_no from payment where no = $1', [payNo]);
    const { amount, provider_no: providerNo } = rows[0];
    const refundOf = (fen: number, transaction = providerNo) =>
      pool.query(
        `insert into refund (no, pay_no, company_id, provider, provider_no, amount, status, reason)
         values ($1, $2, $3, 'balance', $4, $5, 'requested', '试')`,
        [randomUUID(), payNo, one!.companyId, transaction, fen],
      );
    const part = Math.floor(amount * 0.6);
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => refundOf(part)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await refundOf(amount - part);
    await expect(refundOf(1)).rejects.toMatchObject({ constraint: 'refund_within_payment' });
    // Paid twice: the second transaction goes back whole, beside the first.
    await refundOf(amount, `${providerNo}-2`);
    await pool.query(`update refund set status = 'failed' where pay_no = $1 and amount = $2`, [payNo, part]);
    await refundOf(part);
    await expect(
      pool.query(`update refund set status = 'sent' where pay_no = $1 and status = 'failed'`, [payNo]),
    ).rejects.toMatchObject({ constraint: 'refund_within_payment' });
  });

  it('of a voucher: its ledger begins with what it was given for', async () => {
    const { rows } = await pool.query(
      `insert into company_coupon (coupon_id, company_id, balance, valid_from, valid_to)
       values ($1, $2, 777, now(), now()) returning id`,
      [voucherDemo, demo.companyId],
    );
    const { rows: entries } = await pool.query('select * from voucher_ledger where company_coupon_id = $1', [
      rows[0].id,
    ]);
    expect(entries).toMatchObject([{ use_type: 'issue', amount: 777, balance_after: 777 }]);
  });

  it('of a payment: it is not more or less than its shares', async () => {
    await expect(
      pool.query(
        `insert into payment (no, company_id, user_id, provider, amount, status) values ('P-x', $1, $2, 'balance', 5, 'pending')`,
        [demo.companyId, demo.userId],
      ),
    ).rejects.toMatchObject({ constraint: 'payment_as_shares' });
  });
});
