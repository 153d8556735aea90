/** Receiving by a sheet: the order is completed and what differs is after-sale, at once, once, for the company alone. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { listOrdersInput } from '#lib/contract/orders/search.ts';
import type { ReceiveOrderValues } from '#lib/contract/receiving.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import { agreeAfterSale } from '#lib/server/after-sale/acts.ts';
import { getMyCase } from '#lib/server/after-sale/read.ts';
import type { Context } from '#lib/server/core/context.ts';
import { confirmMyOrder } from '#lib/server/orders/change.ts';
import { getMyOrder, listMyOrders } from '#lib/server/orders/read.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { previewReceipt, receiveOrder } from '#lib/server/receiving/receive.ts';
import { findReceivingSheet, getReceivingSheet } from '#lib/server/receiving/sheet.ts';
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
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
const clerk: Context<'merchant'> = {
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: '售后员', merchantId },
  requestId: 'test',
};
const code = (n: number) => `8${String(n).padStart(19, '0')}`;
/** Codes that went out: no piece goes out twice. */
let coded = 0;
let warehouse = 32_200;

/** Two lines of ten, paid; both sent, the first with codes, unless told that only the first is, or `pieces` of it. */
async function sent({ isPart = false, pieces = 10, isCold = false } = {}) {
  const place = { warehouseId: warehouse++, merchantId };
  const goods = [
    await makeGoods(db, goodsPlain, 100, place),
    await makeGoods(db, goodsPlainSecond, 100, place),
  ];
  const [buyer, stranger] = await makeBuyers(db, 2, 100_000_000);
  const wants = goods.map((goodsId) => ({ goodsId, number: 10 }));
  const made = await order(db, buyer!, wants);
  await pay(db, buyer!, made.trade_no);
  const no = made.orders[0]!.no;
  if (isCold) await pool.query('update "order" set is_cold_chain = true where no = $1', [no]);
  const { rows } = await pool.query<{ id: number }>(
    'select id from order_line where order_no = $1 order by id',
    [no],
  );
  await shipOrder(clerk, {
    no,
    carrier: '顺丰速运',
    trackingNo: 'SF-RECEIVE',
    ...(isCold && { coldRecord: { degrees: 4.5, cooler: '冷藏箱07号', recorder: 'LJ-12' } }),
    lines: (isPart ? rows.slice(0, 1) : rows).map(({ id }, at) => ({
      id,
      pieces: at === 0 ? pieces : 10,
      ...(at === 0 && { traceCodes: Array.from({ length: pieces }, () => code(coded++)) }),
    })),
  });
  const mine = contextOf(db, buyer!);
  const sheet = await getReceivingSheet(mine, { no });
  return { no, buyer: buyer!, mine, theirs: contextOf(db, stranger!), rows: sheet.rows, sheet };
}
type Sent = Awaited<ReturnType<typeof sent>>;
type Found = ReceiveOrderValues['differences'][number];

function found({ rows }: Sent, at: number, difference: Found['difference'], number: number): Found {
  const row = rows[at]!;
  return { line_id: row.line_id, lot_no: row.lot_no, difference, number };
}

async function inputOf(
  { no, mine }: Sent,
  differences: Found[],
  more: Partial<ReceiveOrderValues> = {},
): Promise<ReceiveOrderValues> {
  const { amount } = await previewReceipt(mine, { no, differences });
  return {
    no,
    differences,
    text: '外箱有压痕',
    pictures: [],
    arrivals: [],
    is_received: 0,
    expected_amount: amount,
    token: randomUUID(),
    ...more,
  };
}

async function picture({ companyId }: Account): Promise<number> {
  const { rows } = await pool.query(
    `insert into stored_file (company_id, digest, kind, content_type, bytes, width, height, name)
     values ($1, $2, 'image', 'image/jpeg', 1, 1, 1, '破损.jpg') returning id`,
    [companyId, randomUUID()],
  );
  return rows[0].id;
}

async function stateOf(no: string): Promise<{ status: string; cases: number }> {
  const { rows } = await pool.query(
    `select status, (select count(*)::int from after_sale a where a.order_no = o.no) as cases from "order" o where no = $1`,
    [no],
  );
  return rows[0];
}

describe('the sheet', () => {
  it('has each lot with its codes, and is not there for another company', async () => {
    const one = await sent();
    expect(one.sheet).toMatchObject({ may_confirm: 1, may_report: 1, why: '', cases: [] });
    expect(one.rows).toMatchObject([
      { number: 10, most: 10, tracking_nos: ['SF-RECEIVE'], trace_codes: { length: 10 } },
      { number: 10, most: 10, trace_codes: [] },
    ]);
    expect(await findReceivingSheet(one.theirs, { no: one.no })).toBeNull();
    await expect(getReceivingSheet(one.theirs, { no: one.no })).rejects.toMatchObject({ code: 404 });
    const input = await inputOf(one, []);
    await expect(receiveOrder(one.theirs, input)).rejects.toMatchObject({ code: 404 });
    await expect(previewReceipt(one.theirs, input)).rejects.toMatchObject({ code: 404 });
    expect(await stateOf(one.no)).toEqual({ status: 'to_receive', cases: 0 });
  });

  it('says why nothing can be done: parts are still to come, the role may not, the days are over', async () => {
    const part = await sent({ isPart: true });
    expect(part.sheet).toMatchObject({
      may_confirm: 0,
      may_report: 1,
      why: expect.stringContaining('没有发出'),
    });
    await expect(receiveOrder(part.mine, await inputOf(part, []))).rejects.toMatchObject({ code: 409 });
    expect(await stateOf(part.no)).toEqual({ status: 'part_shipped', cases: 0 });
    const one = await sent();
    const reader = contextOf(db, await withMembership(db, one.buyer, { role: 'viewer' }));
    expect(await getReceivingSheet(reader, { no: one.no })).toMatchObject({ may_confirm: 0, may_report: 0 });
    const old = await sent();
    await receiveOrder(old.mine, await inputOf(old, []));
    const later = { ...old.mine, now: new Date(Date.now() + orderLimits.afterSale + 1000) };
    expect(await getReceivingSheet(later, { no: old.no })).toMatchObject({
      may_report: 0,
      why: expect.stringContaining('7天'),
    });
  });
});

describe('receiving', () => {
  it('without a difference completes the order, again changes nothing', async () => {
    const one = await sent();
    const input = await inputOf(one, []);
    const after = await receiveOrder(one.mine, input);
    expect(after).toMatchObject({ may_confirm: 0, may_report: 1, status_text: '已完成' });
    await receiveOrder(one.mine, input);
    const { rows } = await pool.query(
      `select note from order_event where order_no = $1 and to_status = 'completed'`,
      [one.no],
    );
    expect(rows).toEqual([{ note: '买家验收收货，数量和批号相符' }]);
  });

  it('opens a case for each sort of difference, with the amounts that were shown', async () => {
    const one = await sent();
    const differences = [
      found(one, 0, 'short', 2),
      found(one, 0, 'damaged', 1),
      found(one, 1, 'near_expiry', 10),
    ];
    const shown = await previewReceipt(one.mine, { no: one.no, differences });
    expect(shown.cases.map(({ difference_text: text }) => text)).toEqual(['少货', '破损', '效期太近']);
    const fen = (yuan: string) => Math.round(Number(yuan) * 100);
    expect(fen(shown.amount)).toBe(shown.cases.reduce((sum, { amount }) => sum + fen(amount), 0));
    const after = await receiveOrder(
      one.mine,
      await inputOf(one, differences, { pictures: [await picture(one.buyer)] }),
    );
    expect(after.status_text).toBe('已完成');
    expect(after.cases.map(({ kind_text: kind }) => kind).toSorted()).toEqual(['仅退款', '破损', '退货退款']);
    expect(after.rows.map(({ most }) => most)).toEqual([7, 0]);
    const { rows: events } = await pool.query(
      `select note from order_event where order_no = $1 and to_status = 'completed'`,
      [one.no],
    );
    expect(events).toEqual([{ note: '买家验收收货，少货2、破损1、效期太近10' }]);
    const { cases: tags } = await getMyOrder(one.mine, { no: one.no });
    expect(tags.map(({ id, is_open: open }) => [id, open])).toEqual(after.cases.map(({ id }) => [id, 1]));
    const listed = await listMyOrders(one.mine, listOrdersInput.parse({}));
    expect(listed.list.find(({ no }) => no === one.no)?.cases).toEqual(tags);
    for (const { id } of after.cases) {
      const made = await getMyCase(one.mine, { id });
      expect(made.notes[0]).toMatchObject({ act: expect.any(String), files: [{ name: '破损.jpg' }] });
      expect(made.notes[0]!.text).toMatch(/^验收：(少货|破损|效期太近)。外箱有压痕$/);
    }
    const short = after.cases.find(({ kind_text: kind }) => kind === '仅退款')!;
    const desk = await agreeAfterSale(clerk, { id: short.id, waives: 0, text: '' });
    expect(desk).toMatchObject({ state: 'completed', refunded_amount: shown.cases[0]!.amount });
    expect(
      (await getMyOrder(one.mine, { no: one.no })).cases.find(({ id }) => id === short.id),
    ).toMatchObject({
      is_open: 0,
      status_text: '已完成',
    });
  });

  it('is all or nothing: a picture is missing, too many pieces, a foreign lot, another amount', async () => {
    const one = await sent();
    const broken = [found(one, 0, 'damaged', 1), found(one, 1, 'short', 1)];
    await expect(receiveOrder(one.mine, await inputOf(one, broken))).rejects.toMatchObject({
      code: 422,
      data: { errors: { pictures: [expect.stringContaining('照片')] } },
    });
    const tooMany = [found(one, 0, 'short', 6), found(one, 0, 'wrong_lot', 5)];
    await expect(previewReceipt(one.mine, { no: one.no, differences: tooMany })).rejects.toMatchObject({
      code: 409,
    });
    const foreign = [{ ...found(one, 0, 'short', 1), lot_no: 'X' }];
    await expect(previewReceipt(one.mine, { no: one.no, differences: foreign })).rejects.toMatchObject({
      code: 404,
    });
    const input = await inputOf(one, [found(one, 0, 'short', 1)]);
    await expect(receiveOrder(one.mine, { ...input, expected_amount: '0.01' })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining(input.expected_amount),
    });
    const theirPicture = await picture(one.theirs.actor.account);
    await expect(receiveOrder(one.mine, { ...input, pictures: [theirPicture] })).rejects.toMatchObject({
      code: 422,
    });
    expect(await stateOf(one.no)).toEqual({ status: 'to_receive', cases: 0 });
  });

  it('sent twice at once is one receipt; a colleague with another sheet is told to look again', async () => {
    const one = await sent();
    const input = await inputOf(one, [found(one, 0, 'short', 2), found(one, 1, 'wrong_lot', 3)]);
    const other = await inputOf(one, [found(one, 0, 'short', 2)]);
    const [first, again] = await Promise.all([receiveOrder(one.mine, input), receiveOrder(one.mine, input)]);
    expect(again.cases.map(({ id }) => id)).toEqual(first.cases.map(({ id }) => id));
    expect(await stateOf(one.no)).toEqual({ status: 'completed', cases: 2 });
    await expect(receiveOrder(one.mine, other)).rejects.toMatchObject({ code: 409 });

    const two = await sent();
    const sheets = await Promise.all([
      inputOf(two, [found(two, 0, 'short', 2)]),
      inputOf(two, [found(two, 0, 'short', 3)]),
    ]);
    const done = await Promise.allSettled(sheets.map((sheet) => receiveOrder(two.mine, sheet)));
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await stateOf(two.no)).toEqual({ status: 'completed', cases: 1 });
  });

  it('reports what was seen after the receipt too, within the days of after-sale', async () => {
    const one = await sent();
    await confirmMyOrder(one.mine, { no: one.no });
    const input = await inputOf(one, [found(one, 0, 'short', 2)], { is_received: 1 });
    expect((await receiveOrder(one.mine, input)).cases).toHaveLength(1);
    const later = { ...one.mine, now: new Date(Date.now() + orderLimits.afterSale + 1000) };
    const late = { ...input, token: randomUUID() };
    await expect(receiveOrder(later, late)).rejects.toMatchObject({ code: 409 });
  });
});

/** How its first line stands. */
async function countersOf(no: string) {
  const { rows } = await pool.query(
    `select o.status, l.shipped_quantity as shipped, l.refunded_quantity as refunded,
       l.sent_refunded_quantity as sent_refunded
     from order_line l join "order" o on o.no = l.order_no where o.no = $1 order by l.id limit 1`,
    [no],
  );
  return rows[0];
}

describe('while parcels are still to come', () => {
  const rest = (no: string) =>
    shipOrder(clerk, { no, carrier: '顺丰速运', trackingNo: `SF-${randomUUID()}` });

  it('what differs in those that came is a case at once, and the order goes on', async () => {
    const one = await sent({ isPart: true });
    const input = await inputOf(one, [found(one, 0, 'short', 2)], { is_received: 1 });
    // The same form twice at once, and a colleague's.
    const colleague = { ...input, token: randomUUID(), differences: [found(one, 0, 'short', 9)] };
    const sheets = await Promise.all([receiveOrder(one.mine, input), receiveOrder(one.mine, input)]);
    for (const sheet of sheets) expect(sheet).toMatchObject({ may_confirm: 0, cases: { length: 1 } });
    await expect(receiveOrder(one.mine, colleague)).rejects.toMatchObject({ code: 409 });
    await expect(receiveOrder(one.theirs, input)).rejects.toMatchObject({ code: 404 });
    expect(await stateOf(one.no)).toEqual({ status: 'part_shipped', cases: 1 });
    const { rows: events } = await pool.query(
      `select note from order_event where order_no = $1 and from_status = to_status`,
      [one.no],
    );
    expect(events).toEqual([{ note: '买家验收已到的包裹，少货2' }]);

    await agreeAfterSale(clerk, { id: sheets[0]!.cases[0]!.id, waives: 0, text: '' });
    expect((await stateOf(one.no)).status).toBe('part_shipped');
    const sheet = await rest(one.no);
    expect(sheet.lots.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10);
    expect((await stateOf(one.no)).status).toBe('to_receive');
    const whole = { ...one, sheet: await getReceivingSheet(one.mine, { no: one.no }) };
    whole.rows = whole.sheet.rows;
    expect(whole.rows.map(({ most }) => most)).toEqual([8, 10]);
    await receiveOrder(one.mine, await inputOf(whole, [found(whole, 1, 'wrong_lot', 1)]));
    expect(await stateOf(one.no)).toEqual({ status: 'completed', cases: 2 });
  });

  it('of two sheets at once one counts for the pieces that both name', async () => {
    const one = await sent({ isPart: true });
    const sheets = await Promise.all(
      [1, 2].map(() => inputOf(one, [found(one, 0, 'short', 6)], { is_received: 1 })),
    );
    const done = await Promise.allSettled(sheets.map((sheet) => receiveOrder(one.mine, sheet)));
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await stateOf(one.no)).toEqual({ status: 'part_shipped', cases: 1 });
  });

  it('of a line sent in part what came is refunded as what came: the rest still goes out, and no more comes back than was paid', async () => {
    const part = await sent({ isPart: true, pieces: 4 });
    expect(part.rows.map(({ most }) => most)).toEqual([4]);
    await expect(inputOf(part, [found(part, 0, 'short', 5)])).rejects.toMatchObject({ code: 409 });
    const [first] = (
      await receiveOrder(part.mine, await inputOf(part, [found(part, 0, 'short', 1)], { is_received: 1 }))
    ).cases;
    await agreeAfterSale(clerk, { id: first!.id, waives: 0, text: '' });
    expect(await countersOf(part.no)).toEqual({
      status: 'part_shipped',
      shipped: 4,
      refunded: 1,
      sent_refunded: 1,
    });
    // Six of it and ten of the other are still to come.
    const parcel = await rest(part.no);
    expect(parcel.lots.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(16);
    const whole = { ...part, sheet: await getReceivingSheet(part.mine, { no: part.no }) };
    whole.rows = whole.sheet.rows;
    expect(whole.rows.map(({ most }) => most)).toEqual([9, 10]);
    await expect(inputOf(whole, [found(whole, 0, 'short', 10)])).rejects.toMatchObject({ code: 409 });
    const sheet = await receiveOrder(whole.mine, await inputOf(whole, [found(whole, 0, 'short', 9)]));
    const next = sheet.cases.find(({ id }) => id !== first!.id)!;
    await agreeAfterSale(clerk, { id: next.id, waives: 0, text: '' });
    expect(await countersOf(part.no)).toMatchObject({ shipped: 10, refunded: 10, sent_refunded: 10 });
    const { rows } = await pool.query(
      'select paid::int, refunded_amount::int as back from order_line where order_no = $1 order by id limit 1',
      [part.no],
    );
    expect(rows[0].back).toBe(rows[0].paid);
  });

  it('what is not there of a line does not count against what came of it', async () => {
    const part = await sent({ isPart: true, pieces: 4 });
    await refundOrder(byStaff(db), {
      no: part.no,
      returns: [{ id: part.rows[0]!.line_id, quantity: 1 }],
      reason: '缺货',
    });
    expect(await countersOf(part.no)).toMatchObject({ shipped: 4, refunded: 1, sent_refunded: 0 });
    const sheet = await getReceivingSheet(part.mine, { no: part.no });
    expect(sheet.rows.map(({ most }) => most)).toEqual([4]);
  });

  it('a sheet from before the last parcel confirms nothing', async () => {
    const one = await sent({ isPart: true });
    const input = await inputOf(one, [found(one, 0, 'short', 2)], { is_received: 1 });
    await rest(one.no);
    await expect(receiveOrder(one.mine, input)).rejects.toMatchObject({ code: 409 });
    expect(await stateOf(one.no)).toEqual({ status: 'to_receive', cases: 0 });
  });
});

describe('a refrigerated parcel', () => {
  const read = (temperature: string) => [{ tracking_no: 'SF-RECEIVE', temperature }];

  it('shows how it left, is confirmed with its temperature alone, and the first one that was read stays', async () => {
    const one = await sent({ isCold: true });
    expect(one.sheet.cold).toEqual([
      {
        tracking_no: 'SF-RECEIVE',
        carrier: '顺丰速运',
        sent: '4.5℃',
        cooler: '冷藏箱07号',
        recorder: 'LJ-12',
        arrived: '',
      },
    ]);
    expect(one.rows.map(({ range }) => range)).toEqual([
      { low: 2, high: 8 },
      { low: 2, high: 8 },
    ]);
    for (const [arrivals, code, says] of [
      [[], 422, '请填写运单SF-RECEIVE的到货温度'],
      [read('凉的'), 422, '到货温度须为'],
      [[{ tracking_no: 'SF-OTHER', temperature: '5' }], 404, '没有运单SF-OTHER'],
    ] as const)
      await expect(
        receiveOrder(one.mine, await inputOf(one, [], { arrivals: [...arrivals] })),
      ).rejects.toMatchObject({ code, message: expect.stringContaining(says) });
    expect(await stateOf(one.no)).toEqual({ status: 'to_receive', cases: 0 });
    // Two of one company at once.
    const answers = await Promise.allSettled([
      receiveOrder(one.mine, await inputOf(one, [], { arrivals: read('5.2') })),
      receiveOrder(one.mine, await inputOf(one, [], { arrivals: read('6') })),
    ]);
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
    const { rows } = await pool.query(
      `select c.arrived_tenths, c.arrived_by, e.text from cold_record c join shipment s on s.id = c.shipment_id
       join shipment_event e on e.shipment_id = s.id and e.text like '买家验收%' where s.order_no = $1`,
      [one.no],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].text).toBe(`买家验收：到货温度${(rows[0].arrived_tenths / 10).toFixed(1)}℃`);
    expect(rows[0].arrived_by).toBe(one.buyer.userId);
    expect((await getReceivingSheet(one.mine, { no: one.no })).cold[0]?.arrived).toBe(
      `${(rows[0].arrived_tenths / 10).toFixed(1)}℃`,
    );
  });

  it('that came too warm is received with a case for what it carries, and not without', async () => {
    const one = await sent({ isCold: true });
    const arrivals = read('9.5');
    const silent = await inputOf(one, [], { arrivals });
    await expect(receiveOrder(one.mine, silent)).rejects.toMatchObject({
      code: 422,
      message: expect.stringContaining('须在2–8℃保存，运单SF-RECEIVE到货9.5℃'),
    });
    const differences = [found(one, 0, 'temperature', 10), found(one, 1, 'temperature', 10)];
    await expect(receiveOrder(one.mine, await inputOf(one, differences, { arrivals }))).rejects.toMatchObject(
      { code: 422, data: expect.objectContaining({}) },
    );
    const input = await inputOf(one, differences, { arrivals, pictures: [await picture(one.buyer)] });
    const after = await receiveOrder(one.mine, input);
    expect(after.cases).toMatchObject([{ kind_text: '破损' }]);
    expect(await stateOf(one.no)).toEqual({ status: 'completed', cases: 1 });
    expect(after.cold[0]?.arrived).toBe('9.5℃');
    // The same form again.
    expect((await receiveOrder(one.mine, input)).cases).toHaveLength(1);
  });

  it('of which the rest is to come is read before the order is confirmed; goods of others have no temperature', async () => {
    const part = await sent({ isCold: true, isPart: true });
    const after = await receiveOrder(part.mine, await inputOf(part, [], { arrivals: read('5') }));
    expect(after.cold[0]?.arrived).toBe('5.0℃');
    expect(await stateOf(part.no)).toEqual({ status: 'part_shipped', cases: 0 });
    const usual = await sent();
    expect([usual.sheet.cold, usual.rows[0]?.range]).toEqual([[], null]);
    await expect(inputOf(usual, [found(usual, 0, 'temperature', 1)])).rejects.toMatchObject({ code: 422 });
  });
});
