/**
 * Every state of an after-sale case, by kinds that differ there, every act, every side: what is offered is done through its endpoint, what is
 * not is refused in words with the right code and changes nothing. Which acts those are is the table of
 * src/lib/rules/orders/after-sale-state.ts, which tests/rules/after-sale.test.ts names.
 */

import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { goodsPlain, type LoginName, users } from '#demo/seed/known.ts';
import type { AfterSaleDetail } from '#lib/contract/after-sale/calls.ts';
import { api } from '#lib/contract/api.ts';
import {
  type AfterSaleKind,
  type AfterSaleVerb,
  afterSaleVerbs,
} from '#lib/rules/orders/after-sale-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { askAfterSale, findAskForm, previewAfterSale } from '#lib/server/after-sale/ask.ts';
import { confirmMyOrder } from '#lib/server/orders/change.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { accountOf, contextOf, giveMoney, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { type Answer, type Handler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const appeal = routeOf(api.appealAfterSale);
const detail = routeOf(api.afterSale);
const send = routeOf(api.sendAfterSale);
const withdraw = routeOf(api.withdrawAfterSale);
const accept = routeOf(api.acceptAfterSale);
const agree = routeOf(api.agreeAfterSale);
const arrive = routeOf(api.arriveAfterSale);
const deskDetail = routeOf(api.deskAfterSale);
const refuse = routeOf(api.refuseAfterSale);
const repay = routeOf(api.repayAfterSale);

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);
const owner = await accountOf(db, users.demo);
await giveMoney(db, [owner.companyId], 1_000_000_000);
const goodsId = await makeGoods(db, goodsPlain, 1_000_000, { warehouseId: 32_300 });
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsId]))
  .rows[0].merchant_id;
const context = contextOf(db, owner);

const desks = {
  merchant: await person(db, 'case.orders', 'service', merchantId),
  platform: await person(db, 'case.guanli', 'service'),
  // Neither decides after-sale, and another merchant has no such case.
  finance: await person(db, 'case.finance', 'finance', merchantId),
  rival: await person(db, 'case.rival', 'service', merchantId + 1),
};
const logins = ['demo', 'demo-shouhuo', 'demo-zhidu', 'other'] as const satisfies LoginName[];
const cookies = new Map<string, string>(Object.entries(desks).map(([who, { cookie }]) => [who, cookie]));
beforeAll(async () => {
  for (const login of logins) cookies.set(login, await loginAs(login));
});

/** A case as it was asked for; those of a kind that is asked for before the goods went out are of such an order. */
async function asked(kind: AfterSaleKind): Promise<number> {
  await pool.query('delete from cart_line where company_id = $1', [owner.companyId]);
  const made = await order(db, owner, [{ goodsId, number: 40 }]);
  const no = made.orders[0]!.no;
  await pay(db, owner, made.trade_no);
  await shipOrder(byStaff(db), { no, carrier: '国药物流', trackingNo: `GY-${randomUUID().slice(0, 8)}` });
  await confirmMyOrder(context, { no });
  const form = await findAskForm(context, no);
  const row = form!.lines[0]!;
  const lines = [{ line_id: row.line_id, lot_no: row.lot_no, number: 3 }];
  const { amount } = await previewAfterSale(context, { no, kind, lines });
  const { rows } = await pool.query(
    `insert into stored_file (company_id, digest, kind, content_type, bytes, width, height, name)
     values ($1, $2, 'image', 'image/jpeg', 1, 1, 1, '破损.jpg') returning id`,
    [owner.companyId, randomUUID()],
  );
  const { id } = await askAfterSale(context, {
    no,
    kind,
    lines,
    reasons: [form!.kinds.find((one) => one.kind === kind)!.reasons[0]!],
    text: '',
    pictures: [rows[0].id],
    expected_amount: amount,
    token: randomUUID(),
  });
  return id;
}

type Offered = Partial<Record<'buyer' | 'merchant' | 'platform', readonly AfterSaleVerb[]>>;
const past = `due_at = now() - interval '1 minute'`;
const soon = `due_at = now() + interval '1 day'`;
const sent = `state = 'to_inspect', carrier = '顺丰', tracking_no = 'SF12345678'`;

/** Where a case stands, as its row says it, and what each side is offered there. */
const states: Record<string, { kinds: readonly AfterSaleKind[]; row: string; offered: Offered }> = {
  'just asked for': {
    kinds: ['return_refund', 'papers'],
    row: `state = 'reviewing'`,
    offered: { buyer: ['withdraw'], merchant: ['agree', 'refuse'] },
  },
  'damage, just asked for': {
    kinds: ['damage'],
    row: `state = 'reviewing'`,
    offered: { buyer: ['withdraw'], merchant: ['agree', 'waive', 'refuse'] },
  },
  'not answered in 48 hours': {
    kinds: ['refund_only'],
    row: `state = 'reviewing', ${past}`,
    offered: { buyer: ['withdraw'], platform: ['agree', 'refuse'] },
  },
  'damage, not answered': {
    kinds: ['damage'],
    row: `state = 'reviewing', ${past}`,
    offered: { buyer: ['withdraw'], platform: ['agree', 'waive', 'refuse'] },
  },
  'agreed to, to be sent back': {
    kinds: ['return_refund'],
    row: `state = 'to_return', ${soon}`,
    offered: { buyer: ['send', 'withdraw'] },
  },
  'not sent back in time': {
    kinds: ['exchange'],
    row: `state = 'to_return', ${past}`,
    offered: {},
  },
  'on its way back': {
    kinds: ['damage'],
    row: `${sent}, ${soon}`,
    offered: { merchant: ['arrive'] },
  },
  'on its way for too long': {
    kinds: ['exchange'],
    row: `${sent}, ${past}`,
    // Whoever decides may write down that the goods are there.
    offered: { merchant: ['arrive'], platform: ['arrive', 'refuse'] },
  },
  'back at the merchant': {
    kinds: ['return_refund'],
    row: `${sent}, ${soon}, arrived_at = now()`,
    offered: { merchant: ['accept', 'refuse'] },
  },
  'an exchange that is back': {
    kinds: ['exchange'],
    row: `${sent}, ${soon}, arrived_at = now()`,
    offered: { merchant: ['accept', 'repay', 'refuse'] },
  },
  'back, and not looked at': {
    kinds: ['damage'],
    row: `${sent}, ${past}, arrived_at = now()`,
    offered: { platform: ['accept', 'refuse'] },
  },
  'its money on its way': {
    kinds: ['refund_only'],
    row: `state = 'refunding', due_at = null`,
    offered: {},
  },
  'refused by the merchant': {
    kinds: ['return_refund', 'papers'],
    row: `state = 'rejected', due_at = null, ended_by = 'merchant', ended_at = now()`,
    offered: { buyer: ['appeal'] },
  },
  'refused, seven days ago': {
    kinds: ['return_refund'],
    row: `state = 'rejected', due_at = null, ended_by = 'merchant', ended_at = now() - interval '7 days'`,
    offered: {},
  },
  'asked the platform, refused by it': {
    kinds: ['return_refund'],
    row: `state = 'rejected', due_at = null, appealed_at = now(), ended_by = 'platform', ended_at = now()`,
    offered: {},
  },
  'with the platform, asked by the buyer': {
    kinds: ['refund_only'],
    row: `state = 'reviewing', due_at = null, is_escalated = true, appealed_at = now()`,
    offered: { buyer: ['withdraw'], platform: ['agree', 'refuse'] },
  },
  'called off': {
    kinds: ['return_refund'],
    row: `state = 'withdrawn', due_at = null, ended_by = 'buyer', ended_at = now()`,
    offered: {},
  },
  over: {
    kinds: ['exchange'],
    row: `state = 'completed', due_at = null, ended_by = 'merchant', ended_at = now()`,
    offered: {},
  },
};

const verbs = keysOf(afterSaleVerbs);

async function made(kind: AfterSaleKind, row: string): Promise<number> {
  const id = await asked(kind);
  await pool.query(`update after_sale set ${row} where id = $1`, [id]);
  return id;
}

async function perform(verb: AfterSaleVerb, id: number, cookie: string): Promise<Answer> {
  const post = (handler: Handler, body: object) =>
    request(handler, { method: 'POST', params: { id: String(id) }, body, cookie });
  const calls: Record<AfterSaleVerb, () => Promise<Answer>> = {
    send: () => post(send, { carrier: '顺丰速运', tracking_no: 'SF87654321' }),
    withdraw: () => post(withdraw, {}),
    appeal: () => post(appeal, { text: '请平台看一下' }),
    arrive: () => post(arrive, {}),
    accept: () =>
      post(accept, { carrier: '顺丰速运', tracking_no: `SF${randomUUID().slice(0, 8)}`, temperature: '' }),
    repay: async () => {
      const seen = await request<{ repay_amount: string }>(deskDetail, {
        params: { id: String(id) },
        cookie: cookies.get('platform')!,
      });
      const own = await request<{ repay_amount: string }>(deskDetail, {
        params: { id: String(id) },
        cookie: cookies.get('merchant')!,
      });
      const amount = own.data?.repay_amount || seen.data?.repay_amount || '0.00';
      return post(repay, { text: '没有可换的货', expected_amount: amount });
    },
    agree: () => post(agree, { text: '' }),
    waive: () => post(agree, { text: '', waives: 1 }),
    refuse: () => post(refuse, { text: '与描述不符' }),
  };
  return calls[verb]();
}

async function picked(id: number): Promise<string> {
  const { rows } = await pool.query(
    `select row_to_json(a) as row, (select count(*) from after_sale_note where after_sale_id = a.id) as notes,
       (select json_agg(l order by l.id) from order_line l where l.order_no = a.order_no) as lines,
       (select row_to_json(o) from "order" o where o.no = a.order_no) as "order",
       (select balance from wallet where company_id = a.company_id) as balance
     from after_sale a where a.id = $1`,
    [id],
  );
  return JSON.stringify(rows[0]);
}

const sides = { demo: 'buyer', 'demo-shouhuo': 'buyer', merchant: 'merchant', platform: 'platform' } as const;

it('every act is offered somewhere', () => {
  const offered = new Set(Object.values(states).flatMap((state) => Object.values(state.offered).flat()));
  expect(verbs.filter((verb) => !offered.has(verb))).toEqual([]);
});

const rows = keysOf(states).flatMap((name) => states[name]!.kinds.map((kind) => [name, kind] as const));

it.each(rows)('%s: %s', { timeout: 120_000 }, async (name, kind) => {
  const { row, offered } = states[name]!;
  const still = await made(kind, row);
  for (const [who, cookie] of cookies) {
    const side = sides[who as keyof typeof sides];
    const own = side === undefined ? [] : (offered[side] ?? []);
    const isDesk = who in desks;
    const seen = await request<AfterSaleDetail>(isDesk ? deskDetail : detail, {
      params: { id: String(still) },
      cookie,
    });
    const codes: Record<string, number> = { finance: 403, rival: 404, other: 404 };
    expect.soft(seen.code, `${name} for ${who}`).toBe(codes[who] ?? 200);
    if (seen.code === 200)
      expect
        .soft(seen.data.actions.map(({ verb }) => verb).sort(), `${name} for ${who}`)
        .toEqual([...own].sort());
    for (const verb of verbs.filter((one) => !own.includes(one))) {
      const before = await picked(still);
      const answer = await perform(verb, still, cookie);
      const what = `${name}, ${kind}: ${verb} by ${who}: ${answer.code} ${answer.message}`;
      // Who is logged in at a desk is nobody in the shop.
      expect.soft([401, 403, 404, 409, 422], what).toContain(answer.code);
      expect.soft(answer.message, what).toMatch(/[一-鿿]{4,}/);
      expect.soft(await picked(still), what).toBe(before);
    }
    for (const verb of own) {
      const id = await made(kind, row);
      const before = await picked(id);
      const answer = await perform(verb, id, cookie);
      const what = `${name}, ${kind}: ${verb} by ${who}: ${answer.code} ${answer.message}`;
      expect.soft(answer.code, what).toBe(200);
      expect.soft(await picked(id), what).not.toBe(before);
    }
  }
});
