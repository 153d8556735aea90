/** The way back of goods whose lot is recalled: whenever that is, without being asked why, by the same ledger code (rules 3 and 5). */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond, goodsWithGift } from '#demo/seed/known.ts';
import { listOrdersInput } from '#lib/contract/orders/search.ts';
import { afterSaleLimits } from '#lib/rules/orders/after-sale-state.ts';
import {
  acceptAfterSale,
  appealAfterSale,
  arriveAfterSale,
  refuseAfterSale,
  sendAfterSale,
} from '#lib/server/after-sale/acts.ts';
import { askAfterSale, findAskForm, previewAfterSale } from '#lib/server/after-sale/ask.ts';
import { afterSaleDue } from '#lib/server/after-sale/due.ts';
import type { Context } from '#lib/server/core/context.ts';
import { recallLot } from '#lib/server/lots/change.ts';
import { getDeskLot } from '#lib/server/lots/desk.ts';
import { confirmMyOrder, refuseMyOrder } from '#lib/server/orders/change.ts';
import { getMyOrder, listMyOrders } from '#lib/server/orders/read.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { settleRefusal } from '#lib/server/shipping/refusal.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  contextOf,
  makeBuyers,
  makeGoods,
  order,
  pay,
  payFreely,
  withMembership,
} from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);

const desk = (merchantId: number, now = new Date()): Context<'merchant'> => ({
  db,
  now,
  actor: { kind: 'merchant', name: '质量员', merchantId },
  requestId: 'test',
});
const day = 86_400_000;
const later = (days: number) => new Date(Date.now() + days * day);
const warm = { temperature: '', cooler: '', recorder: '' };

interface Sent {
  buyer: Account;
  no: string;
  merchantId: number;
  lines: { id: number; goodsId: number; lotNo: string; kind: string; paid: number; pieces: number }[];
}

/** An order that was sent, and received where it is asked for. */
async function sent(wants: { goodsId: number; number: number }[], isReceived = true): Promise<Sent> {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, wants);
  await pay(db, buyer!, made.trade_no);
  const no = made.orders[0]!.no;
  await shipOrder(byStaff(db), { no, carrier: '国药物流', trackingNo: `GY-${randomUUID().slice(0, 8)}` });
  if (isReceived) await confirmMyOrder(contextOf(db, buyer!), { no });
  const { rows } = await pool.query(
    `select l.id, l.goods_id as "goodsId", l.kind, l.paid::int, l.quantity as pieces, o.merchant_id as "merchantId",
       (select lot_no from shipment_lot s where s.order_line_id = l.id limit 1) as "lotNo"
     from order_line l join "order" o on o.no = l.order_no where l.order_no = $1 order by l.id`,
    [no],
  );
  return { buyer: buyer!, no, merchantId: rows[0].merchantId, lines: rows };
}

const oneGoods = async (number = 10, isReceived = true) =>
  sent([{ goodsId: await makeGoods(db, goodsPlain, 1000), number }], isReceived);

async function recall({ merchantId, lines }: Sent, at = 0) {
  const { goodsId, lotNo } = lines[at]!;
  await recallLot(desk(merchantId), { goodsId, lotNo, reason: '含量不合格' });
  return { goods: goodsId, lot_no: lotNo };
}

/** Reads the refund as the form shows it; answers what sends the form. */
async function fillForm(
  one: Sent,
  number: number,
  { now = new Date(), at = 0, token = randomUUID() as string } = {},
) {
  const context = contextOf(db, one.buyer, {}, now);
  const { id, lotNo } = one.lines[at]!;
  const request = {
    no: one.no,
    kind: 'return_refund' as const,
    lines: [{ line_id: id, lot_no: lotNo, number }],
    is_recall: 1 as const,
  };
  const { amount } = await previewAfterSale(context, request);
  const form = { ...request, reasons: ['批号召回'], text: '', pictures: [], expected_amount: amount, token };
  return () => askAfterSale(context, form);
}

async function ask(...form: Parameters<typeof fillForm>) {
  const send = await fillForm(...form);
  return send();
}

/** The parcel travels back and is looked at. */
async function bringBack(one: Sent, id: number, now = new Date()) {
  await sendAfterSale(contextOf(db, one.buyer, {}, now), {
    id,
    carrier: '顺丰',
    tracking_no: 'SF12345678',
  });
  await arriveAfterSale(desk(one.merchantId, now), { id });
  return acceptAfterSale(desk(one.merchantId, now), { id, carrier: '', tracking_no: '', ...warm });
}

const actionsOf = async ({ buyer, no }: Sent, now = new Date()) =>
  (await getMyOrder(contextOf(db, buyer, {}, now), { no })).actions;

it('is offered long after the seven days, for what is left, and pays what the pieces had cost', async () => {
  const one = await oneGoods(10);
  const now = later(60);
  expect(await actionsOf(one, now)).not.toContain('recall');
  expect(await findAskForm(contextOf(db, one.buyer, {}, now), one.no, true)).toBeNull();
  await expect(ask(one, 4, { now })).rejects.toMatchObject({ code: 409, message: /没有可以退回的召回批号/ });

  const lot = await recall(one);
  expect(await actionsOf(one, now)).toContain('recall');
  const listed = await listMyOrders(contextOf(db, one.buyer, {}, now), listOrdersInput.parse({}));
  expect(listed.list.map(({ actions }) => actions.includes('recall'))).toEqual([true]);
  const { rows: notified } = await pool.query(
    `select body from message where company_id = $1 and ref like 'recall:%'`,
    [one.buyer.companyId],
  );
  expect(notified).toHaveLength(1);
  expect(notified[0].body).toContain('召回退货');
  expect(await findAskForm(contextOf(db, one.buyer, {}, now), one.no, true)).toMatchObject({
    stage: 'recalled',
    kinds: [{ kind: 'return_refund', reasons: ['批号召回'], needs_picture: 0 }],
    lines: [{ lot_no: lot.lot_no, most: 10 }],
    until: null,
  });
  await expect(ask(one, 11, { now })).rejects.toMatchObject({ code: 409 });
  // Nobody has to agree: the goods may travel at once.
  const made = await ask(one, 4, { now });
  expect(made).toMatchObject({ state: 'to_return', waits_for: 'buyer', is_recall: 1, reason: '批号召回' });
  const done = await bringBack(one, made.id, now);
  expect(done).toMatchObject({ state: 'completed', refunded_amount: made.amount });
  expect(Math.round(Number(made.amount) * 100)).toBe(Math.round((one.lines[0]!.paid * 4) / 10));

  // The desk sees who was told, who has read it, and what is back.
  const seen = () => getDeskLot(desk(one.merchantId, now), lot);
  expect(await seen()).toMatchObject({
    returned: 4,
    buyers: [{ order_no: one.no, pieces: 10, returned: 4, told_at: expect.stringMatching(/T/), read_at: '' }],
  });
  await pool.query(`update message set read_at = now() where company_id = $1`, [one.buyer.companyId]);
  expect((await seen()).buyers).toMatchObject([{ read_at: expect.stringMatching(/T/) }]);

  // What is left may come later; then there is nothing more to give back.
  const rest = await ask(one, 6, { now });
  expect(await actionsOf(one, now)).not.toContain('recall');
  await bringBack(one, rest.id, now);
  expect((await seen()).buyers).toMatchObject([{ returned: 10 }]);
  const { rows } = await pool.query(
    `select refunded_amount::int as back, pay_amount::int as paid, shipping_amount::int as freight from "order" where no = $1`,
    [one.no],
  );
  expect(rows[0].back).toBe(rows[0].paid - rows[0].freight);
});

it('may be asked for while the parcel is on its way, or the parcel is refused at the door', async () => {
  const one = await oneGoods(6, false);
  const lot = await recall(one);
  expect(await actionsOf(one)).toEqual(expect.arrayContaining(['recall', 'refuse', 'confirm']));
  const part = await ask(one, 2);
  await bringBack(one, part.id);
  expect(await actionsOf(one)).toEqual(expect.arrayContaining(['recall', 'refuse', 'confirm']));
  await refuseMyOrder(contextOf(db, one.buyer), { no: one.no, reason: '其他原因' });
  expect(await actionsOf(one)).not.toContain('recall');
  await settleRefusal(desk(one.merchantId), { no: one.no, act: 'take_back', reason: '召回' });
  expect(await getDeskLot(desk(one.merchantId), lot)).toMatchObject({
    returned: 6,
    buyers: [{ returned: 6 }],
  });
  const { rows } = await pool.query(
    `select refunded_amount::int as back, pay_amount::int as paid, shipping_amount::int as freight, status from "order" where no = $1`,
    [one.no],
  );
  expect(rows[0]).toMatchObject({ status: 'closed', back: rows[0].paid - rows[0].freight });
});

it('all of an order that is on its way brings it to 已关闭', async () => {
  const one = await oneGoods(3, false);
  await recall(one);
  await bringBack(one, (await ask(one, 3)).id);
  expect(await getMyOrder(contextOf(db, one.buyer), { no: one.no })).toMatchObject({
    status_text: '已关闭',
    actions: ['rebuy', 'hide'],
  });
});

it('is for who receives, of this company, and for the recalled lots alone', async () => {
  const one = await sent([
    { goodsId: await makeGoods(db, goodsPlain, 1000, { warehouseId: 32_500 }), number: 5 },
    { goodsId: await makeGoods(db, goodsPlainSecond, 1000, { warehouseId: 32_500 }), number: 5 },
  ]);
  await recall(one);
  expect((await findAskForm(contextOf(db, one.buyer), one.no, true))?.lines).toHaveLength(1);
  await expect(ask(one, 1, { at: 1 })).rejects.toMatchObject({ code: 404 });
  const [stranger] = await makeBuyers(db, 1);
  await expect(ask({ ...one, buyer: stranger! }, 1)).rejects.toMatchObject({ code: 404 });
  for (const role of ['finance', 'viewer'] as const) {
    const buyer = await withMembership(db, one.buyer, { role });
    expect(await actionsOf({ ...one, buyer }), role).not.toContain('recall');
    await expect(ask({ ...one, buyer }, 1), role).rejects.toMatchObject({ code: 403 });
  }
});

it('two at once, and the form sent twice, hold the pieces once', async () => {
  const one = await oneGoods(5);
  await recall(one);
  const results = await Promise.allSettled([ask(one, 4), ask(one, 4)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  // The refund cannot be read any more once the first is in.
  const send = await fillForm(one, 1);
  const [first, second] = await Promise.all([send(), send()]);
  expect(first.id).toBe(second.id);
});

it('what was not sent within seven days may be asked for anew; a refusal goes to the platform', async () => {
  const one = await oneGoods(5);
  await recall(one);
  const made = await ask(one, 5);
  expect(await actionsOf(one)).not.toContain('recall');
  const over = new Date(Date.now() + afterSaleLimits.sendBack + 1000);
  await afterSaleDue(db, over);
  expect(await actionsOf(one, over)).toContain('recall');
  const again = await ask(one, 5, { now: over });
  expect(again.id).not.toBe(made.id);
  await sendAfterSale(contextOf(db, one.buyer, {}, over), {
    id: again.id,
    carrier: '顺丰',
    tracking_no: 'SF12345678',
  });
  await arriveAfterSale(desk(one.merchantId, over), { id: again.id });
  await refuseAfterSale(desk(one.merchantId, over), { id: again.id, text: '寄回的不是这个批号' });
  await appealAfterSale(contextOf(db, one.buyer, {}, over), { id: again.id, text: '就是这个批号' });
  const platform = { ...byStaff(db), now: over };
  expect(
    await acceptAfterSale(platform, { id: again.id, carrier: '', tracking_no: '', ...warm }),
  ).toMatchObject({ state: 'completed' });
});

it('a part of a set comes back alone, and then what is left of the set', async () => {
  const goods = [
    await makeGoods(db, goodsPlain, 1000, { warehouseId: 32_501 }),
    await makeGoods(db, goodsPlainSecond, 1000, { warehouseId: 32_501 }),
  ];
  const one = await sent(goods.map((goodsId) => ({ goodsId, number: 4 })));
  // As a combination of two sets, two pieces of each part a set.
  await pool.query(
    `update order_line set kind = 'combination', set_quantity = 2,
       activity_id = (select id from activity where kind = 'combination' order by id limit 1) where order_no = $1`,
    [one.no],
  );
  await recall(one);
  await bringBack(one, (await ask(one, 3)).id);
  await bringBack(one, (await ask(one, 1)).id);
  const context = contextOf(db, one.buyer);
  const rest = {
    no: one.no,
    kind: 'return_refund' as const,
    lines: [{ line_id: one.lines[1]!.id, lot_no: one.lines[1]!.lotNo, number: 2 }],
  };
  expect(Number((await previewAfterSale(context, rest)).amount)).toBeCloseTo(one.lines[1]!.paid / 200, 1);
});

it('a gift of a recalled lot is given back for nothing, and lies with its lot', async () => {
  const one = await sent([{ goodsId: goodsWithGift, number: 60 }]);
  const at = one.lines.findIndex(({ kind }) => kind === 'gift');
  expect(at).toBeGreaterThan(0);
  const lot = await recall(one, at);
  const made = await ask(one, 1, { at });
  expect(made.amount).toBe('0.00');
  expect(await bringBack(one, made.id)).toMatchObject({ state: 'completed', refunded_amount: '0.00' });
  expect((await getDeskLot(desk(one.merchantId), lot)).buyers).toContainEqual(
    expect.objectContaining({ order_no: one.no, returned: 1 }),
  );
});
