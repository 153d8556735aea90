/**
 * Every status of an order, every code that `actions[]` may hold, every role: what is offered is done through its endpoint,
 * what is not offered is refused in words with the right code, or is known to be done already, and changes nothing.
 */

import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { goodsColdChainHouse, goodsPlain, type LoginName, users } from '#demo/seed/known.ts';
import type { AfterSaleForm } from '#lib/contract/after-sale/calls.ts';
import { api } from '#lib/contract/api.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { type OrderVerb, orderCan, orderStates } from '#lib/rules/orders/order-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { agreeAfterSale } from '#lib/server/after-sale/acts.ts';
import { askAfterSale, findAskForm, previewAfterSale } from '#lib/server/after-sale/ask.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { invoiceTitle } from '#lib/server/db/schema.ts';
import { recallLot } from '#lib/server/lots/change.ts';
import {
  cancelMyOrder,
  confirmMyOrder,
  extendMyOrder,
  hideMyOrder,
  refuseMyOrder,
} from '#lib/server/orders/change.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { findNotes } from '#lib/server/shipping/notes.ts';
import { shortLines } from '#lib/server/shipping/parcels.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { handInVoucher } from '#lib/server/transfers/voucher.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { makeSeller, makeTaxed } from '#tests/support/invoices.ts';
import { accountOf, contextOf, giveMoney, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { pictureOf } from '#tests/support/papers.ts';
import { type Answer, type Handler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const ask = routeOf(api.askAfterSale);
const askInvoices = routeOf(api.askInvoices);
const pass = routeOf(api.passTrade);
const deskOrder = routeOf(api.deskOrder);
const refusal = routeOf(api.settleRefusal);
const ship = routeOf(api.shipParcel);
const short = routeOf(api.shortLines);
const cancel = routeOf(api.cancelOrder);
const confirm = routeOf(api.confirmOrder);
const extend = routeOf(api.extendOrder);
const hide = routeOf(api.hideOrder);
const hurry = routeOf(api.hurryOrder);
const detail = routeOf(api.order);
const logistics = routeOf(api.orderLogistics);
const papers = routeOf(api.orderPapers);
const rebuy = routeOf(api.rebuyOrder);
const refuse = routeOf(api.refuseOrder);
const voucher = routeOf(api.voucher);
const payCall = routeOf(api.pay);

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);
completeEnv({
  BANK_ACCOUNT_NAME: '药批网有限公司',
  BANK_ACCOUNT_NO: '6222 0000 1234 5678',
  BANK_NAME: '示范银行',
  // All states in a minute are more uploads and orders than a company sends.
  LIMIT_SCALE: '100',
});

const owner = await accountOf(db, users.demo);
const buyer = await accountOf(db, users['demo-caigou']);
await giveMoney(db, [owner.companyId], 1_000_000_000);
// What the demo told before does not count against the trades that may be unpaid.
await pool.query(
  `update "order" set status = 'cancelled', cancelled_at = now() where company_id = $1
  and status in ('to_pay', 'to_approve')`,
  [owner.companyId],
);
const logins = [
  'demo',
  'demo-caigou',
  'demo-caiwu',
  'demo-shouhuo',
  'demo-zhidu',
] as const satisfies LoginName[];
const cookies = new Map<LoginName, string>();
beforeAll(async () => {
  for (const login of logins) cookies.set(login, await loginAs(login));
});

const day = 86_400_000;
const warehouse = { warehouseId: 32_400 };
const goodsId = await makeGoods(db, goodsPlain, 1_000_000, warehouse);
const coldId = await makeGoods(db, goodsColdChainHouse, 1_000_000, { warehouseId: 32_401 });
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsId]))
  .rows[0].merchant_id;
for (const id of [goodsId, coldId]) {
  const seller = await makeTaxed(db, id);
  await makeSeller(db, seller, 'manual', '91330106MA2AYNWD8M');
}
const [title] = await db
  .insert(invoiceTitle)
  .values({ companyId: owner.companyId, kind: 'ordinary', name: '示范药房', taxNo: '91330106MA2AYNWD8M' })
  .returning({ id: invoiceTitle.id });
const titleId = title!.id;
const byOwner = contextOf(db, owner);
const desk: Context<'merchant'> = {
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: '库管', merchantId },
  requestId: 'test',
};

interface Made {
  no: string;
  tradeNo: string;
  /** Of a bank transfer. */
  payNo?: string;
}

/** What 再来一单 put there is not this order's. */
const emptyCarts = () => pool.query('delete from cart_line where company_id = $1', [owner.companyId]);

async function toPay(wanted = goodsId, number = 40): Promise<Made> {
  await emptyCarts();
  const made = await order(db, owner, [{ goodsId: wanted, number }]);
  return { no: made.orders[0]!.no, tradeNo: made.trade_no };
}

async function toVerify(): Promise<Made> {
  const made = await toPay();
  const { pay_no: payNo } = await pay(db, owner, made.tradeNo, 'bank');
  await handInVoucher(byOwner, { no: payNo, file: await picture() });
  return { ...made, payNo };
}

let pictures = 0;
async function picture() {
  pictures += 1;
  const bytes = new Uint8Array(await pictureOf('#3366cc', 'png', 200 + pictures));
  return { name: `回单${pictures}.png`, type: 'image/png', bytes };
}

async function toShip(daysAgo = 2): Promise<Made> {
  const made = await toPay();
  await pay(db, owner, made.tradeNo);
  await pool.query('update "order" set paid_at = $2 where no = $1', [
    made.no,
    new Date(Date.now() - daysAgo * day),
  ]);
  return made;
}

const parcel = () => ({ carrier: '国药物流', trackingNo: `GY-${randomUUID().slice(0, 8)}` });

async function sent(isPart = false): Promise<Made> {
  const made = await toShip();
  await shipOrder(byStaff(db), { no: made.no, ...parcel(), isPart });
  return made;
}

async function completed(daysAgo = 0): Promise<Made> {
  const made = await sent();
  await confirmMyOrder(byOwner, { no: made.no });
  await pool.query('update "order" set completed_at = $2 where no = $1', [
    made.no,
    new Date(Date.now() - daysAgo * day),
  ]);
  return made;
}

/** Its lot alone is recalled: other orders go out under others. */
async function recalled(make: () => Promise<Made>): Promise<Made> {
  const made = await make();
  await pool.query(
    `update shipment_lot set lot_no = $2 where shipment_id in (select id from shipment where order_no = $1)`,
    [made.no, `ZH-${made.no}`],
  );
  await pool.query(
    `insert into lot (goods_id, lot_no, produced_on, expires_on, on_hand) values ($1, $2, '2026-01-01', '2030-01-01', 0)`,
    [goodsId, `ZH-${made.no}`],
  );
  await recallLot(desk, { goodsId, lotNo: `ZH-${made.no}`, reason: '检验不合格' });
  return made;
}

/** What the page behind a verb sends: the first kind that its form offers, or what it would be where there is no form. */
async function requestOf(no: string, verb: OrderVerb) {
  const isRecall = verb === 'recall';
  const form: AfterSaleForm | null = await findAskForm(byOwner, no, isRecall);
  const isOwn = form !== null && (verb === 'refund') === (form.stage === 'unsent');
  const kind = verb === 'refund' ? ('refund_only' as const) : ('return_refund' as const);
  const reason = { refund: '不需要了', recall: '批号召回' }[verb as 'refund'] ?? '其他原因';
  const known = await pool.query(
    `select l.id, coalesce((select lot_no from shipment_lot where order_line_id = l.id limit 1), 'X') as lot
     from order_line l where order_no = $1 order by l.id limit 1`,
    [no],
  );
  const line = form?.lines.find(({ most }) => most > 0);
  const lines = [
    isOwn && line
      ? { line_id: line.line_id, lot_no: line.lot_no, number: 1 }
      : {
          line_id: known.rows[0].id as number,
          lot_no: verb === 'refund' ? '' : known.rows[0].lot,
          number: 1,
        },
  ];
  const input = { no, kind, lines, ...(isRecall && { is_recall: 1 as const }) };
  const amount = isOwn && line ? (await previewAfterSale(byOwner, input)).amount : '0.00';
  return {
    ...input,
    reasons: [reason],
    text: '',
    pictures: [],
    expected_amount: amount,
    token: randomUUID(),
  };
}

async function withCase(make: () => Promise<Made>, verb: OrderVerb, isAgreed = false): Promise<Made> {
  const made = await make();
  const found = await askAfterSale(byOwner, await requestOf(made.no, verb));
  if (isAgreed) await agreeAfterSale(desk, { id: found.id, waives: 0, text: '' });
  return made;
}

/** Every status, and what stands beside it. */
const states: Record<string, { make: () => Promise<Made>; offered: readonly OrderVerb[] }> = {
  待付款: { make: () => toPay(), offered: ['pay', 'cancel', 'rebuy'] },
  待核款: { make: toVerify, offered: ['upload', 'cancel', 'rebuy'] },
  待审核: {
    make: async () => {
      await emptyCarts();
      const made = await order(db, buyer, [{ goodsId, number: 400 }]);
      return { no: made.orders[0]!.no, tradeNo: made.trade_no };
    },
    offered: ['approve', 'cancel', 'rebuy'],
  },
  待发货: { make: () => toShip(), offered: ['hurry', 'refund', 'rebuy'] },
  '待发货, just paid': { make: () => toShip(0), offered: ['refund', 'rebuy'] },
  '待发货 with an open case': {
    make: () => withCase(() => toShip(), 'refund'),
    offered: ['hurry', 'refund', 'rebuy'],
  },
  '待发货, refunded in part': {
    make: () => withCase(() => toShip(), 'refund', true),
    offered: ['hurry', 'refund', 'rebuy'],
  },
  部分发货: { make: () => sent(true), offered: ['hurry', 'track', 'print', 'papers', 'invoice', 'rebuy'] },
  '部分发货, recalled': {
    make: () => recalled(() => sent(true)),
    offered: ['hurry', 'track', 'print', 'papers', 'recall', 'invoice', 'rebuy'],
  },
  '待收货, the rest 缺货': {
    make: async () => {
      const made = await sent(true);
      const { rows } = await pool.query(
        'select id, quantity - shipped_quantity as left from order_line where order_no = $1',
        [made.no],
      );
      const lines = rows.map(({ id, left }) => ({ line_id: id, pieces: left, left }));
      await shortLines(desk, { no: made.no, reason: '盘亏', lines });
      return made;
    },
    offered: ['track', 'print', 'papers', 'confirm', 'extend', 'refuse', 'invoice', 'rebuy'],
  },
  待收货: {
    make: () => sent(),
    offered: ['track', 'print', 'papers', 'confirm', 'extend', 'refuse', 'invoice', 'rebuy'],
  },
  '待收货, put off': {
    make: async () => {
      const made = await sent();
      await extendMyOrder(byOwner, { no: made.no });
      return made;
    },
    offered: ['track', 'print', 'papers', 'confirm', 'refuse', 'invoice', 'rebuy'],
  },
  '待收货, recalled': {
    make: () => recalled(() => sent()),
    offered: ['track', 'print', 'papers', 'confirm', 'extend', 'refuse', 'recall', 'invoice', 'rebuy'],
  },
  拒收处理中: {
    make: async () => {
      const made = await sent();
      await refuseMyOrder(byOwner, { no: made.no, reason: '外包装破损' });
      return made;
    },
    offered: ['print', 'papers', 'rebuy'],
  },
  已完成: {
    make: () => completed(),
    offered: ['track', 'print', 'papers', 'aftersale', 'invoice', 'rebuy'],
  },
  '已完成 with an open case': {
    make: () => withCase(() => completed(), 'aftersale'),
    offered: ['track', 'print', 'papers', 'aftersale', 'invoice', 'rebuy'],
  },
  '已完成, after seven days': {
    make: () => completed(8),
    offered: ['track', 'print', 'papers', 'invoice', 'rebuy'],
  },
  '已完成, recalled after seven days': {
    make: () => recalled(() => completed(8)),
    offered: ['track', 'print', 'papers', 'recall', 'invoice', 'rebuy'],
  },
  已取消: {
    make: async () => {
      const made = await toPay();
      await cancelMyOrder(byOwner, { no: made.no });
      return made;
    },
    offered: ['rebuy', 'hide'],
  },
  '已关闭, all refunded': {
    make: async () => {
      const made = await toShip();
      await refundOrder(byStaff(db), { no: made.no, reason: '协商退款' });
      return made;
    },
    offered: ['rebuy', 'hide'],
  },
  '已取消, taken out of the list': {
    make: async () => {
      const made = await toPay();
      await cancelMyOrder(byOwner, { no: made.no });
      await hideMyOrder(byOwner, { no: made.no });
      return made;
    },
    offered: ['rebuy'],
  },
};

/** What a verb asks of the server, as its button or the page behind it does. */
async function perform(verb: OrderVerb, made: Made, cookie: string): Promise<Answer> {
  const { no, tradeNo, payNo = tradeNo } = made;
  const headers = { 'idempotency-key': randomUUID() };
  const post = (handler: Handler, body: object = {}) =>
    request(handler, { method: 'POST', params: { no }, body, cookie, headers });
  const get = (handler: Handler) => request(handler, { params: { no }, cookie });
  const aftersale = async () => post(ask, await requestOf(no, verb));
  const verbs: Record<OrderVerb, () => Promise<Answer>> = {
    pay: () => post(payCall, { trade_no: [tradeNo], provider: 'balance' }),
    approve: async () => {
      const { rows } = await pool.query(
        `select sum(pay_amount)::int as fen from "order" where trade_no = $1 and status = 'to_approve'`,
        [tradeNo],
      );
      const body = { expected_total: (Number(rows[0].fen ?? 0) / 100).toFixed(2) };
      return request(pass, { method: 'POST', params: { no: tradeNo }, body, cookie, headers });
    },
    upload: async () => {
      const form = new FormData();
      const { name, type, bytes } = await picture();
      form.append('file', new File([bytes], name, { type }));
      return request(voucher, { method: 'POST', params: { no: payNo }, body: form, cookie, headers });
    },
    cancel: () => post(cancel, { reason: '价格不合适' }),
    refund: aftersale,
    hurry: () => post(hurry),
    track: () => get(logistics),
    print: () => get(detail),
    papers: () => get(papers),
    confirm: () => post(confirm),
    extend: () => post(extend),
    refuse: () => post(refuse, { reason: '外包装破损' }),
    aftersale,
    recall: aftersale,
    invoice: () =>
      request(askInvoices, {
        method: 'POST',
        body: { order_no: [no], title_id: titleId },
        cookie,
        headers: { 'idempotency-key': randomUUID() },
      }),
    rebuy: () => post(rebuy),
    hide: () => post(hide),
  };
  return verbs[verb]();
}

/** Reads answer what there is, whoever of the company asks; nothing can be refused there. */
const reads: readonly OrderVerb[] = ['track', 'print', 'papers'];
/** Asked for again where it is done already, these are answered as done: they are safe to repeat. */
const repeats: Partial<Record<OrderVerb, readonly string[]>> = {
  cancel: ['cancelled'],
  confirm: ['completed'],
  refuse: ['refusing'],
  pay: ['to_ship', 'part_shipped', 'to_receive', 'refusing', 'completed', 'closed'],
};

/** Everything of an order that an act could change. */
async function picked({ no, tradeNo }: Made): Promise<string> {
  const { rows } = await pool.query(
    `select
       (select json_agg(o order by no) from "order" o where o.trade_no = $2) as orders,
       (select json_agg(l order by l.id) from order_line l join "order" o on o.no = l.order_no where o.trade_no = $2) as lines,
       (select json_agg(a order by a.id) from after_sale a where a.order_no = $1) as cases,
       (select json_agg(p order by p.no) from payment p join payment_trade t on t.pay_no = p.no where t.trade_no = $2) as payments,
       (select json_agg(b) from bank_transfer b join payment_trade t on t.pay_no = b.pay_no where t.trade_no = $2) as transfers,
       (select count(*) from refund where order_no = $1) as refunds,
       (select count(*) from invoice_line where order_no = $1) as invoiced,
       (select balance from wallet where company_id = $3) as balance`,
    [no, tradeNo, owner.companyId],
  );
  return JSON.stringify(rows[0]);
}

const all = keysOf(orderCan);
const roleOf = {
  demo: 'owner',
  'demo-caigou': 'buyer',
  'demo-caiwu': 'finance',
  'demo-shouhuo': 'receiver',
  'demo-zhidu': 'viewer',
} as const;

it('every status of the rules is walked into, and every code of theirs is offered somewhere', () => {
  const texts = keysOf(states);
  for (const { text } of Object.values(orderStates))
    expect(texts.filter((name) => name.startsWith(text))).not.toEqual([]);
  const offered = new Set(Object.values(states).flatMap((state) => state.offered));
  expect(all.filter((verb) => !offered.has(verb))).toEqual([]);
});

it.each(keysOf(states))('%s', { timeout: 120_000 }, async (name) => {
  const { make, offered } = states[name]!;
  const still = await make();
  const seen = async (login: LoginName, made: Made) => {
    const answer = await request<OrderDetail>(detail, {
      params: { no: made.no },
      cookie: cookies.get(login)!,
    });
    return { actions: answer.data.actions as OrderVerb[], text: answer.data.status_text };
  };
  const { actions, text } = await seen('demo', still);
  expect(actions).toEqual(offered);
  expect(name.startsWith(text)).toBe(true);
  const { rows: now } = await pool.query('select status from "order" where no = $1', [still.no]);
  const status: string = now[0].status;

  // What is not offered, by every role.
  for (const login of logins) {
    const own = (await seen(login, still)).actions;
    // A role is offered what the owner is, less what it may not.
    expect(
      own.filter((verb) => !actions.includes(verb)),
      login,
    ).toEqual([]);
    for (const verb of all.filter((one) => !own.includes(one) && !reads.includes(one))) {
      const before = await picked(still);
      const answer = await perform(verb, still, cookies.get(login)!);
      const what = `${name}: ${verb} by ${roleOf[login]}: ${answer.code} ${answer.message}`;
      expect.soft(await picked(still), what).toBe(before);
      if (answer.code === 200) {
        expect.soft(repeats[verb] ?? (verb === 'hide' ? [status] : []), what).toContain(status);
        continue;
      }
      expect.soft([403, 404, 409, 422], what).toContain(answer.code);
      expect.soft(answer.message, what).toMatch(/[一-鿿]{4,}/);
    }
  }

  // What is offered, by whoever it is offered to, each on an order of its own.
  for (const login of logins) {
    const own = (await seen(login, still)).actions;
    for (const verb of own) {
      if (login !== 'demo' && reads.includes(verb)) continue;
      const made = reads.includes(verb) ? still : await make();
      const before = await picked(made);
      const answer = await perform(verb, made, cookies.get(login)!);
      const what = `${name}: ${verb} by ${roleOf[login]}: ${answer.code} ${answer.message}`;
      expect.soft(answer.code, what).toBe(200);
      if (verb === 'print')
        expect((await findNotes(db, made.no, { companyId: owner.companyId }))?.length, what).toBeGreaterThan(
          0,
        );
      if (!reads.includes(verb) && verb !== 'rebuy') expect.soft(await picked(made), what).not.toBe(before);
    }
  }
});

it('a refrigerated parcel is not confirmed without its temperature: the sentence says where', async () => {
  const made = await toPay(coldId, 10);
  await pay(db, owner, made.tradeNo);
  await shipOrder(byStaff(db), { no: made.no, ...parcel() });
  const answer = await perform('confirm', made, cookies.get('demo-shouhuo')!);
  expect([answer.code, answer.message]).toEqual([409, '冷链商品请从“逐批验收”填写到货温度，核对后确认收货']);
  const { rows } = await pool.query('select status from "order" where no = $1', [made.no]);
  expect(rows).toEqual([{ status: 'to_receive' }]);
});

/** What the desks do to an order, as their page sends it. */
const deskVerbs = ['ship', 'short', 'take_back', 'dispute', 'dismiss'] as const;
type DeskVerb = (typeof deskVerbs)[number];

async function performAtDesk(verb: DeskVerb, { no }: Made, cookie: string): Promise<Answer> {
  const post = (handler: Handler, body: object) =>
    request(handler, { method: 'POST', params: { no }, body, cookie });
  const { rows } = await pool.query(
    `select id, greatest(quantity - shipped_quantity - refunded_quantity + sent_refunded_quantity, 0) as left
     from order_line where order_no = $1 order by id limit 1`,
    [no],
  );
  const { id, left } = rows[0];
  if (verb === 'ship') {
    const { carrier, trackingNo } = parcel();
    const lines = [{ line_id: id, pieces: 1, codes: '' }];
    const cold = { temperature: '', cooler: '', recorder: '' };
    return post(ship, { carrier, tracking_no: trackingNo, ...cold, ships_asked: 0, lines });
  }
  if (verb === 'short')
    return post(short, { reason: '盘亏', lines: [{ line_id: id, pieces: 1, left: Math.max(left, 1) }] });
  return post(refusal, { act: verb, reason: '当面核对过' });
}

/** What a desk's page of an order offers. */
async function deskOffers({ no }: Made, cookie: string): Promise<{ code: number; verbs: DeskVerb[] }> {
  const { code, data } = await request<DeskOrder>(deskOrder, { params: { no }, cookie });
  if (code !== 200) return { code, verbs: [] };
  const shipping = data.may_ship === 1 ? (['ship', 'short'] as const) : [];
  return { code, verbs: [...shipping, ...(data.refusal?.acts ?? [])] };
}

const staff = {
  clerk: await person(db, 'walk.orders', 'orders', merchantId),
  finance: await person(db, 'walk.finance', 'finance', merchantId),
  other: await person(db, 'walk.other', 'orders', merchantId + 1),
  platform: await person(db, 'walk.guanli', 'admin'),
  goods: await person(db, 'walk.goods', 'goods'),
};

const deskStates: Record<string, { clerk: DeskVerb[]; platform: DeskVerb[] }> = {
  待付款: { clerk: [], platform: [] },
  待审核: { clerk: [], platform: [] },
  待发货: { clerk: ['ship', 'short'], platform: [] },
  部分发货: { clerk: ['ship', 'short'], platform: [] },
  待收货: { clerk: [], platform: [] },
  拒收处理中: { clerk: ['take_back', 'dispute'], platform: [] },
  'refused, its time over': { clerk: ['take_back'], platform: ['take_back', 'dismiss'] },
  已完成: { clerk: [], platform: [] },
  已取消: { clerk: [], platform: [] },
  '已关闭, all refunded': { clerk: [], platform: [] },
};

it.each(keysOf(deskStates))('at the desks: %s', { timeout: 120_000 }, async (name) => {
  const wanted = deskStates[name]!;
  const make = async () => {
    const known = states[name];
    if (known) return known.make();
    const made = await states.拒收处理中!.make();
    await pool.query('update "order" set deadline_at = now() where no = $1', [made.no]);
    return made;
  };
  const still = await make();
  for (const [who, { cookie }] of Object.entries(staff)) {
    const offers = await deskOffers(still, cookie);
    const own = who === 'clerk' ? wanted.clerk : who === 'platform' ? wanted.platform : [];
    expect.soft(offers.verbs, `${name} for ${who}`).toEqual(own);
    // The merchant's finance reads the order that a line of the books names. The platform's goods people have no business
    // with it, and another merchant has no such order.
    const codes: Record<string, number[]> = { finance: [200], goods: [403], other: [404] };
    expect.soft(codes[who] ?? [200, 404], `${name} for ${who}`).toContain(offers.code);
    for (const verb of deskVerbs.filter((one) => !own.includes(one))) {
      const before = await picked(still);
      const answer = await performAtDesk(verb, still, cookie);
      const what = `${name}: ${verb} by ${who}: ${answer.code} ${answer.message}`;
      expect.soft(await picked(still), what).toBe(before);
      // A refusal that was decided so is answered as done.
      if (answer.code !== 200) expect.soft([403, 404, 409, 422], what).toContain(answer.code);
      else
        expect
          .soft(`${name} ${verb}`, what)
          .toMatch(/^(refused, its time over dispute|已关闭.* take_back|已完成 dismiss)$/);
      expect.soft(answer.message, what).toMatch(answer.code === 200 ? /^ok$/ : /[一-鿿]{4,}/);
    }
    for (const verb of own) {
      const made = await make();
      const before = await picked(made);
      const answer = await performAtDesk(verb, made, cookie);
      const what = `${name}: ${verb} by ${who}: ${answer.code} ${answer.message}`;
      expect.soft(answer.code, what).toBe(200);
      expect.soft(await picked(made), what).not.toBe(before);
    }
  }
});
