/**
 * Every table of the schema is public or private. A public one announces its changes by itself: whoever changes it in
 * plain SQL, the page store and the index of this process follow, and no page goes that shows nothing of it.
 */
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goodsPlain, goodsPlainElsewhere } from '#demo/seed/known.ts';
import { roundUpTo } from '#lib/rules/terms/quantity.ts';
import { subscribe } from '#lib/server/core/bus/bus.ts';
import * as schema from '#lib/server/db/schema.ts';
import { closeCatalogue, getCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { beginRendering, endRendering } from '#lib/server/web/cache/renderings.ts';
import { findPage, purgePages, storePage } from '#lib/server/web/cache/store.ts';
import { listenForPurges } from '#lib/server/web/cache-listener.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/server-process.ts';

const { db, pool } = await testDatabase();

/** Pages of each kind that there is, by their tags; the last one stands for pages that show nothing but the frame. */
const pages = {
  '/list': ['goods', `goods:${goodsPlainElsewhere}`],
  [`/list/info/${goodsPlain}`]: [`goods:${goodsPlain}`],
  '/lqzx': ['coupons'],
  '/jfsc': ['mall'],
  '/ptzq': ['goods', 'group_buys'],
  '/help': [],
};
const all = Object.keys(pages);
const every = 'every page';

interface Change {
  sql: string;
  /** The pages that go. */
  pages: readonly string[] | typeof every;
  /** The index is built anew. */
  isIndexed?: boolean;
}

const least = (table: string) => `(select min(id) from ${table})`;
const indexed = { pages: every, isIndexed: true } as const;
/** The index follows without being built anew; tests/server/index-follows.test.ts looks at what it answers then. */
const takenOver = { pages: every } as const;
const lists = ['/list', '/ptzq'];
const own = [`/list/info/${goodsPlain}`];

/** Public tables with changes of each kind. */
const publicTables: Record<string, readonly Change[]> = {
  category: [
    { sql: `update category set name = name || '一' where id = ${least('category')}`, ...indexed },
    { sql: `insert into category (kind, name, level) values ('化学药', '新的', 1)`, ...indexed },
    { sql: `delete from category where name = '新的'`, ...indexed },
  ],
  product: [
    {
      sql: `update product set indications = indications || '。' where id = ${least('product')}`,
      ...takenOver,
    },
    {
      sql: `update product set pictures = '{AAAAAAAAAAAAAAAAAAAAAA}' where id = ${least('product')}`,
      ...takenOver,
    },
    {
      sql: `insert into product (sku, kind, category_id, name, maker, spec, form, unit, mid_pack, case_pack, otc, scope,
          storage, shelf_life_months, base_price, market_price)
        select 'NEW', kind, category_id, name, maker, spec, form, unit, mid_pack, case_pack, otc, scope, storage,
          shelf_life_months, base_price, market_price from product where id = ${least('product')}`,
      // Nobody offers it.
      pages: [],
    },
    { sql: `delete from product where sku = 'NEW'`, ...indexed },
  ],
  merchant: [
    {
      sql: `update merchant set short_name = short_name || '店' where id = ${least('merchant')}`,
      ...indexed,
    },
    {
      sql: `insert into merchant (code, short_name, full_name, province, city, address, licence_no, kind, speciality, phone,
          free_shipping_amount, shipping_fee)
        select 'M99', short_name, full_name, province, city, address, licence_no, kind, speciality, phone,
          free_shipping_amount, shipping_fee from merchant where id = ${least('merchant')}`,
      ...indexed,
    },
    { sql: `delete from merchant where code = 'M99'`, ...indexed },
  ],
  merchant_paper: [
    { sql: `update merchant_paper set valid_to = valid_to + 1 where merchant_id = 1`, ...indexed },
    {
      sql: `with gone as (delete from merchant_paper where merchant_id = 1 returning *) select count(*) from gone`,
      ...indexed,
    },
    {
      sql: `insert into merchant_paper (merchant_id, kind, number, valid_from) values (1, 'business_licence', '1', '2020-01-01')`,
      ...indexed,
    },
  ],
  contract_rule: [
    {
      sql: `insert into contract_rule (merchant_id, asks, step, set_by, updated_at)
        values (1, 'quality', 'order', 'shangjia', now())`,
      ...indexed,
    },
    { sql: `update contract_rule set step = 'pay' where merchant_id = 1`, ...indexed },
    { sql: `update contract_rule set set_by = 'x', version = 2 where merchant_id = 1`, pages: [] },
    { sql: `delete from contract_rule where merchant_id = 1`, ...indexed },
  ],
  brand: [
    { sql: `insert into brand (name) values ('新牌')`, pages: lists },
    { sql: `update brand set name = '更新牌' where name = '新牌'`, pages: lists },
    { sql: `delete from brand where name = '更新牌'`, pages: lists },
  ],
  goods: [
    { sql: `update goods set price = price + 1 where id = ${goodsPlain}`, pages: own },
    { sql: `update goods set is_on_shelf = false where id = ${goodsPlain}`, pages: [...own, ...lists] },
    { sql: `update goods set is_on_shelf = true where id = ${goodsPlain}`, pages: [...own, ...lists] },
    { sql: `update goods set is_stopped = true where id = ${goodsPlain}`, pages: [...own, ...lists] },
    { sql: `update goods set is_stopped = false where id = ${goodsPlain}`, pages: [...own, ...lists] },
    { sql: `update goods set stock = 0 where id = ${goodsPlain}`, pages: own },
    { sql: `update goods set stock = 5000 where id = ${goodsPlain}`, pages: [...own, ...lists] },
    {
      sql: `insert into goods (product_id, merchant_id, warehouse_id, price, member_price, market_price, stock, pack_step, case_pack)
        select product_id, 1, 9, price, member_price, market_price, 5, 1, 1 from goods where id = ${goodsPlain}`,
      ...takenOver,
    },
    { sql: `delete from goods where warehouse_id = 9`, ...indexed },
  ],
  activity: [
    { sql: `update activity set name = name || '一' where id = ${least('activity')}`, ...indexed },
    { sql: `update activity set settled_at = now() where kind = 'group_buy'`, pages: ['/ptzq'] },
    {
      sql: `insert into activity (kind, name, starts_at, ends_at) values ('flash', '新场', now(), now() + interval '1 hour')`,
      ...indexed,
    },
    { sql: `delete from activity where name = '新场'`, ...indexed },
  ],
  activity_goods: [
    {
      sql: `insert into activity_goods (activity_id, goods_id, price, stock, role)
        values (${least('activity')}, ${goodsPlain}, 1, 10, 'add_on')`,
      ...indexed,
    },
    { sql: `update activity_goods set sold = 10 where goods_id = ${goodsPlain} and stock = 10`, pages: own },
    { sql: `update activity_goods set sold = 9 where goods_id = ${goodsPlain} and stock = 10`, pages: own },
    { sql: `update activity_goods set price = 2 where goods_id = ${goodsPlain} and stock = 10`, ...indexed },
    { sql: `delete from activity_goods where goods_id = ${goodsPlain} and stock = 10`, ...indexed },
  ],
  coupon: [
    {
      sql: `insert into coupon (name, value, total, claim_from, claim_to, valid_from, valid_to)
        values ('新券', 100, 2, now(), now(), now(), now())`,
      pages: ['/lqzx'],
    },
    { sql: `update coupon set claimed = 2 where name = '新券'`, pages: ['/lqzx'] },
    { sql: `update coupon set remarks = '一' where name = '新券'`, pages: ['/lqzx'] },
    { sql: `delete from coupon where name = '新券'`, pages: ['/lqzx'] },
  ],
  points_goods: [
    {
      sql: `insert into points_goods (kind, name, points, stock, on_from, is_on) values ('thing', '新杯', 10, 1, now(), true)`,
      pages: ['/jfsc'],
    },
    { sql: `update points_goods set stock = 0, sold = 1 where name = '新杯'`, pages: ['/jfsc'] },
    { sql: `update points_goods set points = 11 where name = '新杯'`, pages: ['/jfsc'] },
    { sql: `delete from points_goods where name = '新杯'`, pages: ['/jfsc'] },
  ],
  ad: [
    { sql: `update ad set title = title || '一' where id = ${least('ad')}`, pages: every },
    {
      sql: `insert into ad (slot, title, starts_at, ends_at) values ('top', '新的', now(), now())`,
      pages: every,
    },
    { sql: `delete from ad where title = '新的'`, pages: every },
  ],
  nav_link: [
    { sql: `update nav_link set sort = sort + 1 where id = ${least('nav_link')}`, pages: every },
    { sql: `insert into nav_link (kind, name) values ('nav', '新的')`, pages: every },
    { sql: `delete from nav_link where name = '新的'`, pages: every },
  ],
  site_setting: [
    { sql: `insert into site_setting (key, value) values ('trial', '1')`, pages: every },
    { sql: `update site_setting set value = '2' where key = 'trial'`, pages: every },
    { sql: `delete from site_setting where key = 'trial'`, pages: every },
    { sql: `truncate site_setting`, pages: every },
  ],
};

/** Of these nothing is the same for everyone: they are shown to their own company or person, or to nobody. */
const privateTables = [
  'agreement_acceptance',
  ...['goods_day', 'folded_day', 'account_sum', 'account_fold'],
  ...['points_lot', 'points_move'],
  ...['flow_day', 'flow_leaf', 'flow_break'],
  ...['points_order', 'points_parcel', 'points_parcel_event', 'points_case', 'points_case_file'],
  // Calls answer them, no stored page does.
  ...['invoice_title', 'goods_tax', 'invoice_seller', 'invoice_grant', 'invoice', 'invoice_line'],
  ...['red_form', 'invoice_file', 'invoice_event', 'invoice_delivery'],
  ...['wheel', 'wheel_version', 'wheel_prize', 'wheel_slot', 'wheel_chance', 'wheel_draw'],
  'registration',
  'user_totp',
  'passkey',
  ...['user', 'session', 'account', 'verification', 'rate_limit', 'account_manager'],
  ...['staff', 'staff_session', 'staff_invite', 'desk_view', 'phone_code', 'demo_sms', 'demo_mail'],
  ...['company', 'company_scope', 'paper', 'member', 'address'],
  ...['change_set', 'change_row', 'bulk_run', 'bulk_row', 'lot_import', 'lot_import_row'],
  ...['company_application', 'stored_file', 'paper_file', 'paper_calendar'],
  ...['member_invite', 'member_store', 'person_seen', 'session_end'],
  ...[
    'customer_price',
    'controlled_grant',
    'favorite',
    'purchase_memory',
    'purchase_draft',
    'quota_use',
    'company_coupon',
  ],
  ...[
    'cart_line',
    'store_cart_line',
    'trade',
    'order',
    'order_line',
    'order_event',
    'shipment',
    'shipment_lot',
    'trace_code',
    'trace_pack',
    'cold_record',
    'code_wish',
    'shipment_event',
    'tracking',
  ],
  ...[
    'idempotency_key',
    'pay_password',
    'payment',
    'pay_link',
    'payment_trade',
    'refund',
    'bank_transfer',
    'bank_receipt',
    'bank_payout',
    'balance_correction',
    ...['bank_receipt_undone', 'bank_statement_row', 'price_proposal'],
    'refund_diversion',
    ...['owner_change', 'owner_change_file'],
    ...['provider_bill', 'bill_line', 'bill_difference', 'statement_answer'],
    'wallet',
    'wallet_ledger',
    'booking',
    'points_ledger',
    ...['sign_in', 'sign_card', 'points_task', 'points_task_done'],
  ],
  ...[
    'voucher_ledger',
    'sandbox_order',
    'sandbox_charge',
    'sandbox_refund',
    'audit_log',
    'message',
    'letter',
  ],
  ...['chat_talk', 'chat_inquiry', 'chat_message', 'chat_file', 'chat_read', 'chat_staff_read', 'chat_event'],
  ...['chat_duty', 'chat_canned', 'chat_word', 'chat_token_use'],
  // No stored page shows them.
  ...[
    'live_room',
    'live_goods',
    'live_event',
    'live_question',
    'live_drop',
    'live_viewer',
    'live_add',
    'live_segment',
    'live_caption',
    'live_reminder',
  ],
  ...['text_choice', 'text_message', 'message_mute'],
  ...['merchant_notice', 'merchant_notice_read', 'duty_phone', 'order_event_file'],
  ...[
    'goods_alert',
    'wanted',
    'feedback',
    'feedback_file',
    'company_closing',
    'data_export',
    ...['after_sale', 'after_sale_line', 'after_sale_note', 'after_sale_file'],
    'purchase_template',
    'purchase_template_line',
    'table_mapping',
    'last_bought',
  ],
  ...['search_history', 'heartbeat', 'job_lease', 'job_failure', 'demo', 'demo_goods', 'unused_picture'],
  ...['lot', 'line_lot', 'lot_movement', 'quality_stop', 'licence_renewal'],
  ...['merchant_file', 'lot_report', 'report_wish'],
  ...['onboarding_paper', 'onboarding_page', 'onboarding_wish'],
  ...[
    'contract',
    'contract_template',
    'contract_signature',
    'contract_event',
    'contract_seal',
    'signing_key',
  ],
];

/** Columns of goods that may change without a word: none of them shows, but that a goods sells out or is back. */
const unannounced = ['id', 'stock', 'sales', 'updated_at'];

beforeAll(async () => {
  await listenForPurges();
  await getCatalogue(db);
});
afterAll(closeCatalogue);

function renderAll(): void {
  purgePages('all');
  for (const [address, tags] of Object.entries(pages)) {
    const rendering = beginRendering();
    storePage(address, { headers: {}, body: Buffer.from('x'), tags, seconds: 60, reads: 0 }, rendering);
    endRendering(rendering);
  }
}

const gone = () => all.filter((address) => findPage(address) === undefined).sort();

/** Everything that was announced before has been heard and dealt with: the last of it is the page of another goods. */
async function settled(): Promise<void> {
  const received = Promise.withResolvers<void>();
  const stop = await subscribe({
    on: { pages_changed: (tags) => tags.includes('settled') && received.resolve() },
    onGap: () => {},
  });
  await pool.query(`select pg_notify('pages_changed', 'settled')`);
  await received.promise;
  await stop();
}

test('every table is public or private, and none is both', () => {
  const tables = Object.values(schema)
    .filter((one) => is(one, PgTable))
    .map((one) => getTableName(one));
  expect([...Object.keys(publicTables), ...privateTables].sort()).toEqual(tables.sort());
});

describe.each(Object.entries(publicTables))('%s', (_, changes) => {
  test.each(changes)('$sql', { timeout: 120_000 }, async ({ sql, pages: expected, isIndexed = false }) => {
    await settled();
    // The index rests a while between two of them.
    let before = await getCatalogue(db);
    await until('the index is at rest', async () => {
      const now = await getCatalogue(db);
      const isSame = now === before && Date.now() - now.builtAt > 300;
      before = now;
      return isSame;
    });
    renderAll();
    expect(gone()).toEqual([]);
    await pool.query(sql);
    await until(
      'the pages are gone',
      () => gone().join() === (expected === every ? all : [...expected]).sort().join(),
    );
    if (isIndexed) await until('the index is another', async () => (await getCatalogue(db)) !== before);
    else expect(await getCatalogue(db)).toBe(before);
  });
});

describe('what is not announced', () => {
  const received: string[] = [];
  let stop = async () => {};
  beforeAll(async () => {
    stop = await subscribe({
      on: {
        catalogue_changed: (goods) => received.push(`goods ${goods}`),
        pages_changed: (tags) => received.push(`pages ${tags}`),
      },
      onGap: () => {},
    });
  });
  afterAll(() => stop());
  beforeEach(async () => {
    await settled();
    received.length = 0;
  });

  test.each([
    `update goods set stock = stock - 1, sales = sales + 1, updated_at = now() where id = ${goodsPlain}`,
    `update goods set price = price where id < 100`,
    `update goods set price = price + 1 where id < 0`,
    `update product set updated_at = now() where id < 500`,
    `update activity_goods set sold = sold + 1 where stock is null`,
    `update coupon set claimed = claimed + 1 where claimed < total - 1`,
    `update points_goods set stock = stock + 1, sold = sold + 1 where stock > 0`,
    `delete from ad where id < 0`,
    `insert into brand (name) select name from brand on conflict do nothing`,
  ])('%s', async (sql) => {
    await pool.query(sql);
    await settled();
    expect(received).toEqual(['pages settled']);
  });

  test('every column of a goods that lists or pages may show counts', async () => {
    const { rows } = await pool.query(`select prosrc from pg_proc where proname = 'announce_goods_changes'`);
    const columns = await pool.query(
      `select attname from pg_attribute where attrelid = 'goods'::regclass and attnum > 0 and not attisdropped`,
    );
    expect(columns.rows).toHaveLength(Object.keys(getTableColumns(schema.goods)).length);
    const missing = columns.rows.filter(
      ({ attname }) => !rows[0].prosrc.includes(`n.${attname} IS DISTINCT`),
    );
    expect(missing.map(({ attname }) => attname).sort()).toEqual([...unannounced].sort());
  });

  test('a goods is in stock by the same rule as in the shop', async () => {
    const cases = [1, 2, 5].flatMap((step) => [1, 4, 5, 6].map((min) => ({ step, min })));
    for (const { step, min } of cases) {
      const border = roundUpTo(Math.max(1, min), step);
      await pool.query('update goods set stock = $2, pack_step = $3, min_quantity = $4 where id = $1', [
        goodsPlain,
        border + 1,
        step,
        min,
      ]);
      await settled();
      received.length = 0;
      await pool.query('update goods set stock = $2 where id = $1', [goodsPlain, border]);
      await settled();
      expect(received, `${step} ${min}`).toEqual(['pages settled']);
      await pool.query('update goods set stock = $2 where id = $1', [goodsPlain, border - 1]);
      await settled();
      expect(received.slice(1), `${step} ${min}`).toEqual([`goods ${goodsPlain}`, 'pages settled']);
    }
  });

  test('many goods at once come in parts, very many as all', async () => {
    // A machine that is busy with something else takes longer for it than the shop gives a statement.
    await pool.query(
      `begin; set local statement_timeout = 0;
       update goods set flaw = flaw || '一' where id in (select id from goods order by id limit 1500);
       commit`,
    );
    await settled();
    const ids = received.filter((one) => one.startsWith('goods ')).map((one) => one.slice(6).split(','));
    expect(ids.map((part) => part.length)).toEqual([600, 600, 300]);
    expect(new Set(ids.flat()).size).toBe(1_500);
    received.length = 0;
    await pool.query('select announce_goods(array_agg(n)) from generate_series(1, 5001) n');
    await settled();
    expect(received).toEqual(['goods all', 'pages settled']);
  });
});
