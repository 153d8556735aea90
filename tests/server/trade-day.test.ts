/**
 * A day of trade by script: many orders at once by balance and by phone, sent whole and in part, short, damaged, sent
 * back, refused at the door. At its end all money is somewhere, and so is every piece that was put in, and buyers see what
 * the courier told of each parcel.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond, goodsWithGift } from '#demo/seed/known.ts';
import type { Difference } from '#lib/rules/orders/receiving.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import {
  acceptAfterSale,
  agreeAfterSale,
  arriveAfterSale,
  sendAfterSale,
} from '#lib/server/after-sale/acts.ts';
import { askAfterSale, previewAfterSale } from '#lib/server/after-sale/ask.ts';
import { afterSaleRefunded } from '#lib/server/after-sale/due.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { tracking } from '#lib/server/db/schema.ts';
import { putIn } from '#lib/server/lots/change.ts';
import { settleReturned } from '#lib/server/lots/returned.ts';
import { refuseMyOrder } from '#lib/server/orders/change.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { previewReceipt, receiveOrder } from '#lib/server/receiving/receive.ts';
import { getReceivingSheet } from '#lib/server/receiving/sheet.ts';
import { getDeskOrder } from '#lib/server/shipping/orders.ts';
import { shipParcel, shortLines } from '#lib/server/shipping/parcels.ts';
import { settleRefusal } from '#lib/server/shipping/refusal.ts';
import { followParcels } from '#lib/server/tracking/follow.ts';
import { openLogisticsProvider } from '#tests/counterparts/logistics.ts';
import type { Step } from '#tests/counterparts/logistics-provider.ts';
import { openWechat } from '#tests/counterparts/wechat-pay.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';

/** A few orders in each run of the tests; `TRADE_DAY_ORDERS=500` is the whole day. */
const count = Number(process.env.TRADE_DAY_ORDERS ?? 36);
const atOnce = 6;
const given = 100_000_000;

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const wechat = await openWechat();
await payFreely(db);
const courier = await openLogisticsProvider('kuaidi100');
beforeAll(async () => {
  completeEnv({ ...wechat.env, ...courier.env });
  // Parcels of the demo are not of this day.
  await db.update(tracking).set({ askAt: null });
});

const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
const desk = (): Context<'merchant'> => ({
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: '库管', merchantId },
  requestId: 'test',
});
const dayFrom = (days: number) => dayKey(Date.now() + days * 86_400_000);
const place = { warehouseId: 32_700, merchantId };
const goods = [await makeGoods(db, goodsPlain, 0, place), await makeGoods(db, goodsPlainSecond, 0, place)];
/** Two of it go along with three of the first. */
const gift = await makeGoods(db, goodsWithGift, 0, place);
await makeActivity(
  db,
  { kind: 'gift', merchantId, config: { threshold: { unit: 'quantity', quantity: 3 }, isRepeated: false } },
  [
    { goodsId: goods[0]!, role: 'subject' },
    { goodsId: gift, role: 'gift', quantity: 2, stock: count * 2 },
  ],
);
const kept = [...goods, gift];
/** Pieces that each lot is put in with: several lots go out with many orders. */
const pieces = count * 5;
const lots = kept.flatMap((goodsId) =>
  [200, 300, 500].map((days) => ({ goodsId, lotNo: `DAY-${goodsId}-${days}`, days })),
);

async function one<T extends object>(text: string, values: unknown[] = []): Promise<T> {
  return (await pool.query<T>(text, values)).rows[0]!;
}

interface AccountRow {
  account: string;
  owner: string;
  balance: number;
}

/** What each account of the double-entry books comes to, fen. */
async function readAccounts(): Promise<AccountRow[]> {
  const { rows } = await pool.query<AccountRow>(
    `select account, owner, sum(amount)::float8 as balance from (
       select to_account as account, to_owner as owner, amount from booking
       union all select from_account, from_owner, -amount from booking) side group by 1, 2`,
  );
  return rows;
}

function sumOf(accounts: readonly AccountRow[], account: string, owner?: string): number {
  return accounts
    .filter((row) => row.account === account && (owner === undefined || row.owner === owner))
    .reduce((sum, row) => sum + row.balance, 0);
}

interface Trade {
  buyer: Account;
  no: string;
  isRemote: boolean;
}

async function buy(buyer: Account, at: number): Promise<Trade> {
  const made = await order(
    db,
    buyer,
    goods.map((goodsId, of) => ({ goodsId, number: 3 + ((at + of) % 5) })),
  );
  const no = made.orders[0]!.no;
  const isRemote = at % 2 === 1;
  const { pay_no: payNo } = await pay(db, buyer, made.trade_no, isRemote ? 'wechat' : 'balance');
  if (isRemote) {
    expect(wechat.scan(payNo)).toBe(true);
    // Told twice, as they do.
    await Promise.all([wechat.notifyPaid(payNo), wechat.notifyPaid(payNo)]);
  }
  return { buyer, no, isRemote };
}

/** Sends what is left of an order but for some pieces of its first line. */
async function send(no: string, keep = 0) {
  const { lines } = await getDeskOrder(desk(), { no });
  const content = lines
    .map((line, at) => ({ line_id: line.id, pieces: at === 0 ? line.left - keep : line.left, codes: '' }))
    .filter((line) => line.pieces > 0);
  const trackingNo = `SF${randomUUID().replaceAll('-', '').slice(0, 13).toUpperCase()}`;
  await shipParcel(desk(), {
    no,
    carrier: '顺丰速运',
    tracking_no: trackingNo,
    temperature: '',
    cooler: '',
    recorder: '',
    ships_asked: 0,
    lines: content,
  });
  await sendNotice(trackingNo);
  return lines[0]!.id;
}

const way = ['顺丰速运 已收取快件', '快件已发车', '快件正在派送途中'];
let following: Promise<unknown> = Promise.resolve();

/** The courier takes a parcel and pushes where it is, twice at once, as they do. */
async function sendNotice(trackingNo: string): Promise<void> {
  // One after the other, as a job does it.
  following = following.then(() => followParcels(db, new Date()));
  await following;
  const at = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const codes = ['103', '0', '5'];
  courier.ways.set(
    trackingNo,
    way.map((text, step): Step => [at, text, codes[step]!]),
  );
  const answers = await Promise.all([courier.push(trackingNo), courier.push(trackingNo)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
}

/** Receives it, with a difference of some pieces of its second line, or of all of its first, which earned the gift. */
async function receive(
  { buyer, no }: Trade,
  difference: Difference | null,
  number: number | 'all' = 1,
): Promise<number[]> {
  const context = contextOf(db, buyer);
  const { rows } = await getReceivingSheet(context, { no });
  const lines = [...new Set(rows.map((row) => row.line_id))].sort((a, b) => a - b);
  const wanted = rows.filter((row) => row.line_id === lines[number === 'all' ? 0 : 1]);
  const differing = difference === null ? [] : number === 'all' ? wanted : wanted.slice(0, 1);
  const differences = differing.flatMap(({ line_id, lot_no, most }) =>
    difference === null ? [] : [{ line_id, lot_no, difference, number: number === 'all' ? most : number }],
  );
  const { amount } = await previewReceipt(context, { no, differences });
  const picture = await one<{ id: number }>(
    `insert into stored_file (company_id, digest, kind, content_type, bytes, width, height, name)
     values ($1, $2, 'image', 'image/jpeg', 1, 1, 1, '照片.jpg') returning id`,
    [buyer.companyId, randomUUID()],
  );
  const input = {
    no,
    differences,
    text: '',
    pictures: [picture.id],
    arrivals: [],
    is_received: 0 as const,
    expected_amount: amount,
    token: randomUUID(),
  };
  // Pressed twice.
  const [sheet] = await Promise.all([receiveOrder(context, input), receiveOrder(context, input)]);
  return sheet.cases.map(({ id }) => id);
}

/** What happens to an order, one after the other: each sort as often as the others. */
const fates: ((trade: Trade) => Promise<unknown>)[] = [
  async (trade) => {
    await send(trade.no);
    await receive(trade, null);
  },
  async (trade) => {
    const line = await send(trade.no, 2);
    await shortLines(desk(), {
      no: trade.no,
      reason: '盘亏',
      lines: [{ line_id: line, pieces: 2, left: 2 }],
    });
    for (const id of await receive(trade, 'short')) await agreeAfterSale(desk(), { id, waives: 0, text: '' });
  },
  async (trade) => {
    await send(trade.no, 1);
    await send(trade.no);
    for (const id of await receive(trade, 'damaged'))
      await agreeAfterSale(desk(), { id, waives: 1, text: '' });
  },
  async (trade) => {
    await send(trade.no);
    // Of every other one all that earned the gift goes back, and the gift with it.
    for (const id of await receive(trade, 'near_expiry', trade.isRemote ? 'all' : 2)) {
      await agreeAfterSale(desk(), { id, waives: 0, text: '' });
      await sendAfterSale(contextOf(db, trade.buyer), { id, carrier: '顺丰', tracking_no: 'SF00000001' });
      await arriveAfterSale(desk(), { id });
      const accept = () =>
        acceptAfterSale(desk(), {
          id,
          carrier: '',
          tracking_no: '',
          temperature: '',
          cooler: '',
          recorder: '',
        });
      await Promise.all([accept(), accept()]);
    }
  },
  async ({ no, buyer }) => {
    const context = contextOf(db, buyer);
    const { id } = await one<{ id: number }>(
      'select id from order_line where order_no = $1 order by id limit 1',
      [no],
    );
    const lines = [{ line_id: id, lot_no: '', number: 2 }];
    const { amount } = await previewAfterSale(context, { no, kind: 'refund_only', lines });
    const asked = await askAfterSale(context, {
      no,
      kind: 'refund_only',
      lines,
      reasons: ['不需要了'],
      text: '',
      pictures: [],
      expected_amount: amount,
      token: randomUUID(),
    });
    await agreeAfterSale(desk(), { id: asked.id, waives: 0, text: '' });
    await send(no);
  },
  async ({ no, buyer }) => {
    await send(no);
    await refuseMyOrder(contextOf(db, buyer), { no, reason: '外包装破损' });
    const back = () => settleRefusal(desk(), { no, act: 'take_back', reason: '拒收退回' });
    await Promise.all([back(), back()]);
  },
];

it('ends with all money and every piece in its place', { timeout: 600_000 }, async () => {
  for (const { goodsId, lotNo, days } of lots)
    await putIn(desk(), {
      ref: randomUUID(),
      goodsId,
      lotNo,
      producedOn: dayFrom(-30),
      expiresOn: dayFrom(days),
      pieces,
      isConfirmed: true,
    });
  const buyers = await makeBuyers(db, Math.min(count, 25), given);
  const before = await readAccounts();
  const waiting = Array.from({ length: count }, (_, at) => at);
  const trades: Trade[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
        const trade = await buy(buyers[at % buyers.length]!, at);
        trades.push(trade);
        await fates[(at >> 1) % fates.length]!(trade);
      }
    }),
  );
  expect(trades).toHaveLength(count);
  const nos = trades.map(({ no }) => no);
  const companies = buyers.map(({ companyId }) => companyId);

  // Money. Buyers: what their ledgers say is what they hold.
  const { rows: wallets } = await pool.query(
    `select w.balance::int, (select coalesce(sum(amount), 0)::int from wallet_ledger l where l.company_id = w.company_id) as ledger
     from wallet w where company_id = any($1)`,
    [companies],
  );
  for (const { balance, ledger } of wallets) expect(balance).toBe(ledger);
  const held = wallets.reduce((sum, { balance }) => sum + balance, 0);
  // Providers: what phones paid less what came back to them, by the house's own books.
  const phones = [...wechat.orders.values()]
    .filter(({ state }) => state === 'SUCCESS' || state === 'REFUND')
    .reduce((sum, { no, total }) => sum + total - wechat.given(no).reduce((all, fen) => all + fen, 0), 0);
  // Merchants: what orders were paid with less what was given back of them, line by line.
  const sales = await one<{ paid: number; back: number; refunds: number }>(
    `select sum(pay_amount)::int as paid, sum(refunded_amount)::int as back,
       (select sum(amount)::int from refund where order_no = any($1) and status = 'done') as refunds
     from "order" where no = any($1)`,
    [nos],
  );
  expect(sales.refunds).toBe(sales.back);
  const buyersLoss = buyers.length * given - held + phones;
  expect(buyersLoss - (sales.paid - sales.back)).toBe(0);
  expect(sales.back).toBeGreaterThan(0);
  // The double-entry books of the day say the same, account by account, and sum to zero.
  const after = await readAccounts();
  const moved = (account: string, owner?: string) =>
    sumOf(after, account, owner) - sumOf(before, account, owner);
  expect(moved('house', 'wechat')).toBe(-phones);
  expect(moved('merchant', String(merchantId))).toBe(sales.paid - sales.back);
  expect(sumOf(after, 'buyer')).toBe(
    (await one<{ held: number }>('select sum(balance)::float8 as held from wallet')).held,
  );
  expect(companies.reduce((sum, id) => sum + sumOf(after, 'buyer', String(id)), 0)).toBe(held);
  expect(moved('transit')).toBe(0);
  const kinds = ['buyer', 'house', 'merchant', 'platform', 'transit'];
  expect(kinds.reduce((sum, kind) => sum + sumOf(after, kind), 0)).toBe(0);
  // What a provider gave back is written into its case by the job.
  for (let turn = 0; turn * 200 < count; turn++) await afterSaleRefunded(db, new Date());
  // The platform keeps nothing that is on its way, and no order gave back more than it took.
  const open = await one<{ refunds: number; greedy: number; cases: number }>(
    `select (select count(*)::int from refund where order_no = any($1) and status <> 'done') as refunds,
       (select count(*)::int from "order" where no = any($1) and refunded_amount > pay_amount) as greedy,
       (select count(*)::int from after_sale where order_no = any($1) and state not in ('completed', 'rejected', 'withdrawn')) as cases`,
    [nos],
  );
  expect(open).toEqual({ refunds: 0, greedy: 0, cases: 0 });

  // Every parcel's way, each step once, is on its buyer's order.
  for (const { buyer, no } of trades)
    for (const { tracking_no: trackingNo, events } of (await getMyOrder(contextOf(db, buyer), { no }))
      .shipments) {
      expect(courier.followed.has(trackingNo)).toBe(true);
      const notified = events.map(({ text }) => text).filter((text) => way.includes(text));
      expect(notified.toSorted()).toEqual(way.toSorted());
    }
  expect(courier.forged).toBe(0);

  // Of what came back a part is sold again and a part written off; the rest waits.
  const { rows: apart } = await pool.query(
    `select l.goods_id, l.lot_no, l.returned from lot l where l.goods_id = any($1) and l.returned > 0`,
    [kept],
  );
  expect(apart.filter(({ goods_id: id }) => id === gift).length).toBeGreaterThan(0);
  expect(apart.length).toBeGreaterThan(0);
  for (const { goods_id: id, lot_no: lotNo, returned } of apart)
    for (const act of ['put_back', 'written_off'] as const)
      if (returned > 2)
        await settleReturned(desk(), {
          goods: id,
          lot_no: lotNo,
          act,
          pieces: Math.floor(returned / 3),
          text: '退货验收',
          ref: randomUUID(),
        });

  // Pieces, lot by lot: what lies there, what left for good, what is back and was not there is what was put in.
  const { rows: found } = await pool.query(
    `select l.on_hand, l.held,
       coalesce((select sum(h.pieces)::int from line_lot h where h.lot_id = l.id), 0) as line_held,
       coalesce((select sum(m.pieces)::int from lot_movement m where m.lot_id = l.id
         and m.kind not in ('returned', 'written_off')), 0) as moved,
       l.returned,
       coalesce((select -sum(m.pieces)::int from lot_movement m where m.lot_id = l.id and m.kind = 'written_off'), 0) as off,
       coalesce((select sum(c.pieces)::int from after_sale_line c join after_sale a on a.id = c.after_sale_id
           join order_line o on o.id = c.order_line_id
         where o.goods_id = l.goods_id and c.lot_no = l.lot_no and a.arrived_at is not null), 0)
       + coalesce((select sum(s.quantity)::int from shipment_lot s join order_line o on o.id = s.order_line_id
           join "order" r on r.no = o.order_no
         where o.goods_id = l.goods_id and s.lot_no = l.lot_no and r.status = 'closed'), 0)
       + coalesce((select sum(s.quantity)::int from shipment_lot s join order_line o on o.id = s.order_line_id
           join "order" r on r.no = o.order_no
         where o.goods_id = l.goods_id and s.lot_no = l.lot_no and r.status <> 'closed' and o.kind = 'gift'
           and o.sent_refunded_quantity > 0), 0) as came_back,
       coalesce((select -sum(m.pieces)::int from lot_movement m where m.lot_id = l.id and m.kind = 'short'), 0) as short,
       coalesce((select sum(s.quantity)::int from shipment_lot s join order_line o on o.id = s.order_line_id
         where o.goods_id = l.goods_id and s.lot_no = l.lot_no), 0) as sent
     from lot l where l.goods_id = any($1) and l.lot_no like 'DAY-%'`,
    [kept],
  );
  expect(found).toHaveLength(lots.length);
  for (const lot of found) {
    expect(lot.on_hand + lot.sent - lot.came_back + lot.returned + lot.off + lot.short).toBe(pieces);
    expect([lot.moved, lot.line_held]).toEqual([lot.on_hand, lot.held]);
  }
  // What is for sale is what lies there less what orders still wait for.
  for (const goodsId of kept) {
    const { stock, there, owed } = await one<{ stock: number; there: number; owed: number }>(
      `select g.stock, (select sum(on_hand)::int from lot where goods_id = g.id) as there,
         (select coalesce(sum(quantity - shipped_quantity - refunded_quantity), 0)::int from order_line l
          join "order" o on o.no = l.order_no where l.goods_id = g.id and o.status in ('to_ship', 'part_shipped')) as owed
       from goods g where id = $1`,
      [goodsId],
    );
    expect(stock).toBe(there - owed);
  }
});
