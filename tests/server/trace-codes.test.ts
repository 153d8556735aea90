/** 追溯码: one code is one piece, in one parcel of one order, until the piece comes back. */
import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { goodsPlain, goodsPlainElsewhere } from '#demo/seed/known.ts';
import {
  acceptAfterSale,
  agreeAfterSale,
  arriveAfterSale,
  sendAfterSale,
} from '#lib/server/after-sale/acts.ts';
import { askAfterSale, previewAfterSale } from '#lib/server/after-sale/ask.ts';
import type { Context } from '#lib/server/core/context.ts';
import { putIn } from '#lib/server/lots/change.ts';
import { confirmMyOrder, refuseMyOrder } from '#lib/server/orders/change.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { findPackage } from '#lib/server/receiving/package.ts';
import { findOrderPapers } from '#lib/server/receiving/papers.ts';
import { getReceivingSheet } from '#lib/server/receiving/sheet.ts';
import { shipParcel } from '#lib/server/shipping/parcels.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { cellsOf } from '#tests/support/workbook.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);
const goodsId = await makeGoods(db, goodsPlain, 100_000);
const elsewhereId = await makeGoods(db, goodsPlainElsewhere, 100_000);
const merchantOf = async (id: number): Promise<number> =>
  (await pool.query('select merchant_id from goods where id = $1', [id])).rows[0].merchant_id;

function byMerchant(merchantId: number): Context<'merchant'> {
  return { db, now: new Date(), actor: { kind: 'merchant', name: '发货员', merchantId }, requestId: 'test' };
}

let last = 0;
/** So many codes that nobody used yet. */
const fresh = (count: number) => Array.from({ length: count }, () => `8${String(++last).padStart(19, '0')}`);

async function paid(id = goodsId, number = 4) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId: id, number }]);
  await pay(db, buyer!, made.trade_no);
  const no = made.orders[0]!.no;
  const { rows } = await pool.query('select id from order_line where order_no = $1', [no]);
  return { buyer: buyer!, no, lineId: rows[0].id as number, merchantId: await merchantOf(id) };
}
type Paid = Awaited<ReturnType<typeof paid>>;

const send = ({ no, lineId, merchantId }: Paid, codes: readonly string[]) =>
  shipParcel(byMerchant(merchantId), {
    no,
    carrier: '国药物流',
    tracking_no: `GY-${randomUUID().slice(0, 12)}`,
    temperature: '',
    cooler: '',
    recorder: '',
    ships_asked: 0,
    lines: [{ line_id: lineId, pieces: codes.length, codes: codes.join('\n') }],
  });

/** Orders that a code is in now. */
async function whereIs(code: string): Promise<string[]> {
  const { rows } = await pool.query(
    'select s.order_no from trace_code t join shipment s on s.id = t.shipment_id where t.code = $1',
    [code],
  );
  return rows.map((row) => row.order_no);
}

const lotOf = async ({ lineId }: Paid): Promise<string> =>
  (await pool.query('select lot_no from shipment_lot where order_line_id = $1', [lineId])).rows[0].lot_no;

/** So many pieces of a received order come back and are taken. */
async function giveBack(one: Paid, number: number): Promise<void> {
  const buyer = contextOf(db, one.buyer);
  const desk = byMerchant(one.merchantId);
  const lines = [{ line_id: one.lineId, lot_no: await lotOf(one), number }];
  const { amount } = await previewAfterSale(buyer, { no: one.no, kind: 'return_refund', lines });
  const { id } = await askAfterSale(buyer, {
    no: one.no,
    kind: 'return_refund',
    lines,
    reasons: ['其他原因'],
    text: '',
    pictures: [],
    expected_amount: amount,
    token: randomUUID(),
  });
  await agreeAfterSale(desk, { id, waives: 0, text: '' });
  await sendAfterSale(buyer, { id, carrier: '顺丰', tracking_no: 'SF12345678' });
  await arriveAfterSale(desk, { id });
  await acceptAfterSale(desk, {
    id,
    carrier: '',
    tracking_no: '',
    temperature: '',
    cooler: '',
    recorder: '',
  });
}

describe('a code that went out', () => {
  it('does not go out on another order: the same merchant reads which has it, and nothing is sent', async () => {
    const [first, second] = [await paid(), await paid()];
    const codes = fresh(4);
    await send(first, codes);
    await expect(send(second, [...fresh(3), codes[2]!])).rejects.toMatchObject({
      code: 409,
      message: `追溯码${codes[2]}已随订单${first.no}发出，一件商品只能发一次，请核对实物`,
    });
    const { rows } = await pool.query('select count(*)::int as n from shipment where order_no = $1', [
      second.no,
    ]);
    expect(rows[0].n).toBe(0);
    await send(second, fresh(4));
  });

  it('nor in a later parcel of its own order', async () => {
    const one = await paid();
    const codes = fresh(2);
    await send(one, codes);
    await expect(send(one, codes)).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining(`追溯码${codes[0]}等2个已随订单${one.no}发出`),
    });
  });

  it('another merchant is told nothing of the order that has it', async () => {
    const [mine, theirs] = [await paid(), await paid(elsewhereId, 40)];
    expect(theirs.merchantId).not.toBe(mine.merchantId);
    const codes = fresh(4);
    await send(mine, codes);
    await expect(send(theirs, codes)).rejects.toMatchObject({
      code: 409,
      message: `追溯码${codes[0]}等4个已有发货记录，请核对实物`,
    });
  });

  it('of five orders that send it at once one does', async () => {
    const orders = await Promise.all([1, 2, 3, 4, 5].map(() => paid(goodsId, 2)));
    const [shared] = fresh(1);
    const sent = await Promise.allSettled(
      // In both directions: who waits for whom is not the order in which they are written.
      orders.map((one, at) => send(one, at % 2 ? [shared!, ...fresh(1)] : [...fresh(1), shared!])),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await whereIs(shared!)).toHaveLength(1);
  });
});

describe('a code of a piece that came back', () => {
  it('goes out again, as many as came back and no more, also at once', async () => {
    const first = await paid();
    const codes = fresh(4);
    await send(first, codes);
    await confirmMyOrder(contextOf(db, first.buyer), { no: first.no });
    await giveBack(first, 2);
    const second = await paid();
    await expect(send(second, codes.slice(0, 3))).rejects.toMatchObject({ code: 409 });
    const others = await Promise.all([1, 2, 3, 4].map(() => paid(goodsId, 1)));
    // Each another of the four codes, of which two are pieces that are back.
    const sent = await Promise.allSettled(others.map((one, at) => send(one, [codes[at]!])));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const places = (await Promise.all(codes.map(whereIs))).flat();
    expect(places.filter((no) => no === first.no)).toHaveLength(2);
    // What the first parcel carried stays written down.
    const { rows } = await pool.query('select trace_codes from shipment_lot where order_line_id = $1', [
      first.lineId,
    ]);
    expect(rows[0].trace_codes).toEqual(codes);
  });

  it('goes out again after the parcel was refused at the door', async () => {
    const first = await paid();
    const codes = fresh(4);
    await send(first, codes);
    await refuseMyOrder(contextOf(db, first.buyer), { no: first.no, reason: '包装破损' });
    const second = await paid();
    await expect(send(second, codes)).rejects.toMatchObject({ code: 409 });
    await refundOrder(byStaff(db), { no: first.no, reason: '拒收退回' });
    await send(second, codes);
    expect(await whereIs(codes[0]!)).toEqual([second.no]);
  });
});

describe('an exchange', () => {
  /** Two pieces of a received order are back; what is sent in their place carries codes. */
  async function exchanging(one: Paid) {
    const buyer = contextOf(db, one.buyer);
    await confirmMyOrder(buyer, { no: one.no });
    const { id } = await askAfterSale(buyer, {
      no: one.no,
      kind: 'exchange',
      lines: [{ line_id: one.lineId, lot_no: await lotOf(one), number: 2 }],
      reasons: ['质量问题'],
      text: '',
      pictures: [],
      expected_amount: '0.00',
      token: randomUUID(),
    });
    const desk = byMerchant(one.merchantId);
    await agreeAfterSale(desk, { id, waives: 0, text: '' });
    await sendAfterSale(buyer, { id, carrier: '顺丰', tracking_no: 'SF12345678' });
    await arriveAfterSale(desk, { id });
    return (codes: readonly string[], lineId = one.lineId) =>
      acceptAfterSale(desk, {
        id,
        carrier: '国药物流',
        tracking_no: `GY-${randomUUID().slice(0, 12)}`,
        temperature: '',
        cooler: '',
        recorder: '',
        lines: [{ line_id: lineId, codes: codes.join(' ') }],
      });
  }

  it('sends codes as a parcel does: one a piece, of its own pieces, in one parcel; the buyer gets them', async () => {
    // Two lots: one piece is left of the first to expire, the second has the other.
    const id = await makeGoods(db, goodsPlain, 0);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const lot = { goodsId: id, producedOn: day(-30) };
    await putIn(byMerchant(await merchantOf(id)), {
      ...lot,
      ref: 'a',
      lotNo: 'EX-1',
      expiresOn: day(300),
      pieces: 5,
      isConfirmed: true,
    });
    await putIn(byMerchant(await merchantOf(id)), {
      ...lot,
      ref: 'b',
      lotNo: 'EX-2',
      expiresOn: day(500),
      pieces: 9,
      isConfirmed: true,
    });
    const one = await paid(id);
    const [elsewhere, first] = [await paid(), fresh(4)];
    const taken = fresh(4);
    await send(elsewhere, taken);
    await send(one, first);
    const accept = await exchanging(one);
    await expect(accept(fresh(1))).rejects.toMatchObject({
      code: 422,
      message: expect.stringContaining('与发货数量2不符'),
    });
    await expect(accept(fresh(2), elsewhere.lineId)).rejects.toMatchObject({ code: 422 });
    await expect(accept([taken[0]!, ...fresh(1)])).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining(`追溯码${taken[0]}已随订单${elsewhere.no}发出`),
    });
    // What came back in this very case is not taken yet.
    await expect(accept(first.slice(0, 2))).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining(`已随订单${one.no}发出`),
    });
    const codes = fresh(2);
    await accept(codes);
    const { rows } = await pool.query(
      `select l.lot_no, l.quantity, l.trace_codes from shipment_lot l where l.order_line_id = $1 order by l.id`,
      [one.lineId],
    );
    expect(rows).toEqual([
      { lot_no: 'EX-1', quantity: 4, trace_codes: first },
      { lot_no: 'EX-1', quantity: 1, trace_codes: [codes[0]] },
      { lot_no: 'EX-2', quantity: 1, trace_codes: [codes[1]] },
    ]);
    const buyer = contextOf(db, one.buyer);
    expect((await findOrderPapers(buyer, { no: one.no }))?.trace_codes).toBe(6);
    const zip = unzipSync(new Uint8Array(await new Response(await findPackage(buyer, one.no)).arrayBuffer()));
    const cells = (await cellsOf(zip['追溯码.xlsx']!)).flat();
    expect(cells).toEqual(expect.arrayContaining([...first, ...codes]));
    const sheet = await getReceivingSheet(buyer, { no: one.no });
    expect(sheet.rows.map((row) => [row.lot_no, row.trace_codes, row.most])).toEqual([
      ['EX-1', [...first, codes[0]], 3],
      ['EX-2', [codes[1]], 1],
    ]);
    // A later order with one of them hears where it is.
    const later = await paid();
    await expect(send(later, [codes[1]!, ...fresh(3)])).rejects.toMatchObject({
      message: expect.stringContaining(`已随订单${one.no}发出`),
    });
  });

  it('leaves its own codes with the buyer, of one lot with those that came back, which go out again', async () => {
    const [one, later] = [await paid(), await paid()];
    const [first, replaced] = [fresh(4), fresh(2)];
    await send(one, first);
    await (await exchanging(one))(replaced);
    await expect(send(later, [replaced[0]!, ...fresh(3)])).rejects.toMatchObject({ code: 409 });
    await expect(send(later, [first[0]!, replaced[1]!, ...fresh(2)])).rejects.toMatchObject({ code: 409 });
    await expect(send(later, [...first.slice(0, 3), ...fresh(1)])).rejects.toMatchObject({ code: 409 });
    await send(later, [...first.slice(0, 2), ...fresh(2)]);
    expect(await whereIs(first[0]!)).toEqual([later.no]);
    await expect(send(await paid(), [first[2]!, ...fresh(3)])).rejects.toMatchObject({ code: 409 });
  });

  it('and an order that send one code at once: one of them does', async () => {
    const [one, other] = [await paid(), await paid(goodsId, 2)];
    await send(one, fresh(4));
    const accept = await exchanging(one);
    const [shared] = fresh(1);
    const both = await Promise.allSettled([
      accept([shared!, ...fresh(1)]),
      send(other, [...fresh(1), shared!]),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await whereIs(shared!)).toHaveLength(1);
  });
});
