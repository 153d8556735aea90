/**
 * Orders that go through whatever may happen to them, in any order: a colleague's approval, 缺货, parcels in parts, a door
 * that stays shut, cases of every kind and what both sides do with them, refunds of the platform. Never does more come back
 * than was paid, of money, vouchers, lines and pieces. `WALKS=200` walks more than each run of the tests does.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond, goodsWithGift, users } from '#demo/seed/known.ts';
import { AppError } from '#lib/contract/errors.ts';
import {
  acceptAfterSale,
  agreeAfterSale,
  appealAfterSale,
  arriveAfterSale,
  refuseAfterSale,
  repayAfterSale,
  sendAfterSale,
  withdrawAfterSale,
} from '#lib/server/after-sale/acts.ts';
import { askAfterSale, findAskForm, previewAfterSale } from '#lib/server/after-sale/ask.ts';
import { getDeskCase, getMyCase } from '#lib/server/after-sale/read.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { issueToCompany } from '#lib/server/coupons/rows.ts';
import { putIn, recallLot } from '#lib/server/lots/change.ts';
import { changeTrade } from '#lib/server/members/approval-change.ts';
import { passTrade } from '#lib/server/members/approval-decide.ts';
import { getApproval } from '#lib/server/members/approvals.ts';
import { confirmMyOrder, refuseMyOrder } from '#lib/server/orders/change.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { previewReceipt, receiveOrder } from '#lib/server/receiving/receive.ts';
import { getReceivingSheet } from '#lib/server/receiving/sheet.ts';
import { getDeskOrder } from '#lib/server/shipping/orders.ts';
import { shipParcel, shortLines } from '#lib/server/shipping/parcels.ts';
import { settleRefusal } from '#lib/server/shipping/refusal.ts';
import { openWechat } from '#tests/counterparts/wechat-pay.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  contextOf,
  fillCart,
  makeBuyers,
  makeGoods,
  pay,
  payFreely,
  place,
  withMembership,
} from '#tests/support/orders.ts';

const walks = Number(process.env.WALKS ?? 14);
const steps = 45;

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);
const wechat = await openWechat();
beforeAll(() => {
  completeEnv(wechat.env);
});

const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
await pool.query('update goods set stock = 1000000 where id = $1', [goodsWithGift]);
const warehouse = { warehouseId: 32_600, merchantId };
const goods = [
  await makeGoods(db, goodsPlain, 1_000_000, { ...warehouse, rebate: 20 }),
  await makeGoods(db, goodsPlainSecond, 1_000_000, warehouse),
];
const desk = (of: number): Context<'merchant'> => ({
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: '库管', merchantId: of },
  requestId: 'test',
});

/** The same numbers for the same seed (mulberry32), each from 0 up to `below`. */
function dice(seed: number) {
  let state = seed * 0x9e3779b1;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
type Dice = ReturnType<typeof dice>;
const one = <T>(roll: Dice, list: readonly T[]): T | undefined => list[roll(list.length || 1)];

interface Order {
  no: string;
  merchantId: number;
}

interface Walk {
  roll: Dice;
  /** Who acts for the company after the order: its owner. */
  buyer: Account;
  tradeNo: string;
  orders: Order[];
  picture: number;
}

/** A trade of some goods, with a voucher and a coupon, placed by who must ask or who need not, and paid in one of three ways. */
async function begin(seed: number): Promise<Walk> {
  const roll = dice(seed);
  const [made] = await makeBuyers(db, 1, 100_000_000);
  const asks = roll(3) === 0;
  const buyer = asks ? await withMembership(db, made!, { role: 'buyer', orderLimit: 1 }) : made!;
  await db.transaction(async (tx) => {
    const given = { name: '测试', remarks: '', validFrom: new Date(0), validTo: new Date('2999-01-01') };
    await issueToCompany(tx, buyer.companyId, { ...given, kind: 'voucher', threshold: 0, value: 3_300 });
    await issueToCompany(tx, buyer.companyId, { ...given, kind: 'coupon', threshold: 10_000, value: 1_700 });
  });
  const wants = goods.map((goodsId) => ({ goodsId, number: 20 + roll(30) }));
  if (roll(2) === 0) wants.push({ goodsId: goodsWithGift, number: 60 });
  const { trade_no: tradeNo } = await place(db, buyer, { ids: await fillCart(db, buyer, wants) });
  const payer: Account = asks
    ? { ...buyer, userId: users.demo, name: '审核人', role: 'owner', orderLimit: null }
    : buyer;
  const owner = contextOf(db, payer);
  if (asks) {
    const seen = await getApproval(owner, { no: tradeNo });
    const line = one(
      roll,
      seen.orders.flatMap(({ lines }) => lines),
    )!;
    const lines = [{ id: line.id, number: roll(2) === 0 ? 0 : 10 }];
    await allowed(() => changeTrade(owner, { no: tradeNo, expected_total: seen.pay_amount, lines }));
    const { pay_amount } = await getApproval(owner, { no: tradeNo });
    await passTrade(owner, { no: tradeNo, expected_total: pay_amount });
  }
  const way = roll(3);
  const { pay_no: payNo } = await pay(
    db,
    payer,
    tradeNo,
    way === 0 ? 'balance' : 'wechat',
    new Date(),
    way === 2 ? '50.00' : undefined,
  );
  if (way > 0) {
    wechat.scan(payNo);
    await wechat.notifyPaid(payNo);
  }
  const { rows: orders } = await pool.query<Order>(
    `select no, merchant_id as "merchantId" from "order" where trade_no = $1 and paid_at is not null order by merchant_id`,
    [tradeNo],
  );
  const { rows: files } = await pool.query(
    `insert into stored_file (company_id, digest, kind, content_type, bytes, width, height, name)
     values ($1, $2, 'image', 'image/jpeg', 1, 1, 1, '照片.jpg') returning id`,
    [buyer.companyId, randomUUID()],
  );
  return { roll, buyer: payer, tradeNo, orders, picture: files[0].id };
}

/** What the shop refuses in words is a step that was not taken; whatever else it throws is a fault. */
async function allowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code >= 400 && error.code < 500) return false;
    throw error;
  }
}

const warm = { temperature: '', cooler: '', recorder: '' };
const parcelNo = () => `SF${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`;

interface Case {
  id: number;
  merchantId: number;
}

/** A case of these orders, one that is open where there is one. */
async function someCase({ roll, orders }: Walk): Promise<Case | undefined> {
  const { rows } = await pool.query<Case & { isOpen: boolean; kind: string }>(
    `select c.id, c.kind, o.merchant_id as "merchantId", c.state not in ('completed', 'rejected', 'withdrawn') as "isOpen"
     from after_sale c join "order" o on o.no = c.order_no where o.no = any($1) order by c.id`,
    [orders.map(({ no }) => no)],
  );
  const open = rows.filter((row) => row.isOpen);
  // Few come so far that others could go out in their place: those go on first until one was paid back instead.
  const rare = done.has('case repay') ? [] : open.filter(({ kind }) => kind === 'exchange');
  if (rare.length > 0 && roll(2) === 0) return one(roll, rare);
  return one(roll, open.length > 0 && roll(4) > 0 ? open : rows);
}

type Step = (walk: Walk, order: Order) => Promise<unknown>;

/** What each side does with a case. */
const acts: Record<string, (walk: Walk, of: Case) => Promise<unknown>> = {
  agree: ({ roll }, { id, merchantId }) =>
    agreeAfterSale(roll(3) === 0 ? byStaff(db) : desk(merchantId), { id, waives: 0, text: '' }),
  waive: (_walk, { id, merchantId }) => agreeAfterSale(desk(merchantId), { id, waives: 1, text: '' }),
  refuse: (_walk, { id, merchantId }) => refuseAfterSale(desk(merchantId), { id, text: '与描述不符' }),
  send: ({ buyer }, { id }) =>
    sendAfterSale(contextOf(db, buyer), { id, carrier: '顺丰', tracking_no: 'SF12345678' }),
  arrive: (_walk, { id, merchantId }) => arriveAfterSale(desk(merchantId), { id }),
  accept: async (_walk, { id, merchantId }) => {
    const input = { id, carrier: '顺丰速运', tracking_no: parcelNo(), ...warm, lines: [] };
    const accept = () => acceptAfterSale(desk(merchantId), input);
    // Pressed twice at once.
    const [first, second] = await Promise.allSettled([accept(), accept()]);
    if (first.status === 'rejected' && second.status === 'rejected') throw first.reason;
  },
  repay: async (_walk, { id, merchantId }) => {
    const { repay_amount: amount } = await getDeskCase(desk(merchantId), { id });
    await repayAfterSale(desk(merchantId), { id, text: '没有可换的货', expected_amount: amount || '0.00' });
  },
  appeal: ({ buyer }, { id }) => appealAfterSale(contextOf(db, buyer), { id, text: '请平台看一下' }),
  withdraw: ({ buyer }, { id }) => withdrawAfterSale(contextOf(db, buyer), { id }),
};

/** Steps that were taken in some walk. */
const done = new Set<string>();

/** One of what a case offers to either side, or now and then whatever comes to mind. */
async function goOn(walk: Walk): Promise<string> {
  const of = await someCase(walk);
  if (of === undefined) return '';
  const context = contextOf(db, walk.buyer);
  const offered = [
    ...(await getDeskCase(desk(of.merchantId), { id: of.id })).actions,
    ...(await getMyCase(context, { id: of.id })).actions,
  ].map(({ verb }) => verb);
  // What no walk has done yet comes first.
  const fresh = offered.filter((verb) => !done.has(`case ${verb}`));
  const among = fresh.length > 0 ? fresh : offered;
  const verb = one(walk.roll, walk.roll(5) > 0 && among.length > 0 ? among : Object.keys(acts)) ?? '';
  const act = acts[verb];
  if (act === undefined) throw new Error(`a case offers ${verb}, which nobody here can do`);
  await act(walk, of);
  return `case ${verb}`;
}

const everyStep: Record<string, Step> = {
  send: async ({ roll }, { no, merchantId }) => {
    const { lines } = await getDeskOrder(desk(merchantId), { no });
    const content = lines
      .map(({ id, left }) => ({ line_id: id, pieces: roll(2) === 0 ? left : roll(left + 1), codes: '' }))
      .filter(({ pieces }) => pieces > 0);
    if (content.length === 0) return;
    const parcel = { no, carrier: '顺丰速运', tracking_no: parcelNo(), ...warm, lines: content };
    await shipParcel(desk(merchantId), { ...parcel, ships_asked: roll(2) === 0 ? 0 : 1 });
  },
  short: async ({ roll }, { no, merchantId }) => {
    const { lines } = await getDeskOrder(desk(merchantId), { no });
    const line = one(
      roll,
      lines.filter(({ left }) => left > 0),
    );
    if (!line) return;
    const lack = [{ line_id: line.id, pieces: 1 + roll(line.left), left: line.left }];
    await shortLines(desk(merchantId), { no, reason: '盘亏', lines: lack });
  },
  receive: async ({ roll, buyer, picture }, { no }) => {
    const context = contextOf(db, buyer);
    const { rows } = await getReceivingSheet(context, { no });
    const row = one(roll, rows);
    const kind = one(roll, ['short', 'damaged', 'near_expiry', 'wrong_lot'] as const)!;
    const differences = row
      ? [{ line_id: row.line_id, lot_no: row.lot_no, difference: kind, number: 1 + roll(row.most || 1) }]
      : [];
    const { amount } = await previewReceipt(context, { no, differences });
    await receiveOrder(context, {
      no,
      differences,
      text: '',
      pictures: [picture],
      arrivals: [],
      is_received: 0,
      expected_amount: amount,
      token: randomUUID(),
    });
  },
  confirm: ({ buyer }, { no }) => confirmMyOrder(contextOf(db, buyer), { no }),
  refuse: ({ buyer }, { no }) => refuseMyOrder(contextOf(db, buyer), { no, reason: '包装破损' }),
  settle: ({ roll }, { no, merchantId }) =>
    settleRefusal(desk(merchantId), {
      no,
      act: one(roll, ['take_back', 'dispute'] as const)!,
      reason: '当面核对',
    }),
  ask: async ({ roll, buyer, picture }, { no }) => {
    const context = contextOf(db, buyer);
    const form = await findAskForm(context, no);
    const kinds = form?.kinds.filter(({ kind }) => !done.has(`ask ${kind}`)) ?? [];
    const kind = form && one(roll, kinds.length > 0 ? kinds : form.kinds);
    const from = form?.lines.filter(({ most, is_gift: isGift }) => most > 0 && isGift === 0) ?? [];
    const taken = kind?.takes_several
      ? from.filter(() => roll(2) === 0)
      : [one(roll, from)].filter((row) => !!row);
    if (!kind || taken.length === 0) return;
    const lines = taken.map((row) => ({
      line_id: row.line_id,
      lot_no: row.lot_no,
      number: 1 + roll(row.most),
    }));
    const { amount } = await previewAfterSale(context, { no, kind: kind.kind, lines });
    await askAfterSale(context, {
      no,
      kind: kind.kind,
      lines,
      reasons: [kind.reasons[0]!],
      text: '请处理',
      pictures: [picture],
      expected_amount: amount,
      token: randomUUID(),
    });
    done.add(`ask ${kind.kind}`);
  },
  // A lot of what was sent is recalled, and pieces of it travel back, gifts too.
  recall: async ({ roll, buyer }, { no, merchantId }) => {
    const { rows: lots } = await pool.query<{ goodsId: number; lotNo: string }>(
      `select distinct l.goods_id as "goodsId", x.lot_no as "lotNo" from shipment_lot x
         join order_line l on l.id = x.order_line_id where l.order_no = $1 order by 1, 2`,
      [no],
    );
    const lot = one(roll, lots);
    if (!lot) return;
    await recallLot(desk(merchantId), { ...lot, reason: '检验不合格' });
    // Others still buy: the next lot comes in.
    await putIn(desk(merchantId) as Context<'merchant'>, {
      ref: randomUUID(),
      goodsId: lot.goodsId,
      lotNo: randomUUID().slice(0, 8),
      producedOn: '2026-01-01',
      expiresOn: '2030-01-01',
      pieces: 100_000,
      isConfirmed: true,
    });
    const context = contextOf(db, buyer);
    const form = await findAskForm(context, no, true);
    const row = one(roll, form?.lines.filter(({ most }) => most > 0) ?? []);
    if (!row) return;
    const lines = [{ line_id: row.line_id, lot_no: row.lot_no, number: 1 + roll(row.most) }];
    const request = { no, kind: 'return_refund' as const, lines, is_recall: 1 as const };
    const { amount } = await previewAfterSale(context, request);
    await askAfterSale(context, {
      ...request,
      reasons: ['批号召回'],
      text: '',
      pictures: [],
      expected_amount: amount,
      token: randomUUID(),
    });
    done.add('ask recall');
  },
  goOn: (walk) => goOn(walk),
  refund: async ({ roll }, { no }) => {
    const { rows } = await pool.query('select id, quantity from order_line where order_no = $1', [no]);
    const line = one(roll, rows)!;
    const returns = [{ id: line.id, quantity: 1 + roll(line.quantity) }];
    await refundOrder(byStaff(db), { no, reason: '协商退款', ...(roll(9) > 0 && { returns }) });
  },
};
const names = Object.keys(everyStep);
/** What goes on comes more often than what ends things. */
const drawn = [
  ...names,
  'send',
  'send',
  'receive',
  'ask',
  'ask',
  'ask',
  ...Array.from({ length: 24 }, () => 'goOn'),
];

/** What was paid for a trade, and what came back of it, in each of the places that say so. */
async function expectNoMoreBack({ tradeNo, buyer }: Walk, notified: string): Promise<void> {
  const { rows } = await pool.query(
    `select
       (select coalesce(sum(t.amount), 0) from payment_trade t join payment p on p.no = t.pay_no
         where t.trade_no = $1 and p.status in ('paid', 'refunded'))::int as paid,
       (select coalesce(sum(r.amount), 0) from refund r join "order" o on o.no = r.order_no
         where o.trade_no = $1)::int as back,
       (select count(*) from refund r join (select pay_no, sum(amount) as sum from refund group by 1) s on s.pay_no = r.pay_no
         join payment p on p.no = r.pay_no join payment_trade t on t.pay_no = p.no
         where t.trade_no = $1 and s.sum > p.amount)::int as greedy,
       (select count(*) from "order" where trade_no = $1 and refunded_amount > pay_amount)::int as orders,
       (select count(*) from order_line l join "order" o on o.no = l.order_no
         where o.trade_no = $1 and (l.refunded_amount > l.paid or l.refunded_quantity > l.quantity))::int as lines,
       (select count(*) from (select l.id, l.quantity, l.shipped_quantity,
           coalesce((select sum(c.pieces) from after_sale_line c join after_sale a on a.id = c.after_sale_id
             where c.order_line_id = l.id and a.kind <> 'papers' and a.state in ('refunding', 'completed')
               and c.lot_no <> ''), 0) as taken
         from order_line l join "order" o on o.no = l.order_no where o.trade_no = $1 and l.kind = 'gift') g
         where g.taken > g.quantity)::int as gifts,
       (select count(*) from company_coupon c join coupon k on k.id = c.coupon_id
         where c.company_id = $2 and c.balance > k.value)::int as vouchers,
       (select w.balance from wallet w where w.company_id = $2)::int as balance`,
    [tradeNo, buyer.companyId],
  );
  const [sums] = rows;
  expect(sums.back, notified).toBeLessThanOrEqual(sums.paid);
  expect([sums.greedy, sums.orders, sums.lines, sums.vouchers, sums.gifts], notified).toEqual([
    0, 0, 0, 0, 0,
  ]);
}

async function receiveAll({ buyer, orders }: Walk): Promise<void> {
  for (const { no, merchantId } of orders) {
    const { lines } = await getDeskOrder(desk(merchantId), { no });
    const content = lines.map(({ id, left }) => ({ line_id: id, pieces: left, codes: '' }));
    const parcel = { no, carrier: '顺丰速运', tracking_no: parcelNo(), ...warm, lines: content };
    await shipParcel(desk(merchantId), { ...parcel, ships_asked: 0 });
    await confirmMyOrder(contextOf(db, buyer), { no });
  }
}

it.each(Array.from({ length: walks }, (_, at) => at + 1))(
  'walk %i: no more comes back than was paid',
  { timeout: 120_000 },
  async (seed) => {
    const walk = await begin(seed);
    // Every other one is received first: most kinds of cases are about what is there.
    if (seed % 2 === 0) await receiveAll(walk);
    const way: string[] = [];
    for (let step = 0; step < steps; step++) {
      // What no walk has done yet comes more often.
      const fresh = names.filter((step) => step !== 'goOn' && !done.has(step));
      const name = one(walk.roll, fresh.length > 0 && walk.roll(3) === 0 ? fresh : drawn)!;
      const order = one(walk.roll, walk.orders)!;
      let said: unknown;
      const isTaken = await allowed(async () => {
        said = await everyStep[name]!(walk, order);
      });
      const what = typeof said === 'string' ? said : name;
      if (isTaken) done.add(what);
      way.push(isTaken ? what : `(${name})`);
      await expectNoMoreBack(walk, `seed ${seed}: ${way.join(' ')}`);
    }
  },
);

it('every step was taken somewhere', () => {
  const wanted = [
    ...names.filter((name) => name !== 'goOn'),
    ...Object.keys(acts).map((verb) => `case ${verb}`),
    'ask recall',
  ];
  expect(wanted.filter((name) => !done.has(name))).toEqual([]);
});
