/** Printed papers: what stands on them, sheet by sheet, and for whom. */
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { invoiceLines, priceText } from '#lib/rules/invoices/amounts.ts';
import { withCents } from '#lib/rules/invoices/note-amounts.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { noteSheets } from '#lib/rules/orders/note-layout.ts';
import type { Context } from '#lib/server/core/context.ts';
import { putIn } from '#lib/server/lots/change.ts';
import { findNotes, getPickList } from '#lib/server/shipping/notes.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { taxes } from '../rules/invoice-fixtures.ts';

const { db, pool } = await testDatabase();
await payFreely(db);
const goodsId = await makeGoods(db, goodsPlain, 10_000);
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsId]))
  .rows[0].merchant_id;
const by = (merchant: number): Context<'merchant'> => ({
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: '发货', merchantId: merchant },
  requestId: 'test',
});

async function paid(number = 10, id = goodsId) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId: id, number }]);
  await pay(db, buyer!, made.trade_no);
  return { buyer: buyer!, no: made.orders[0]!.no };
}

describe('随货同行单', () => {
  it('names sender, receiver and the lots of each parcel, for who sent and who bought it alone', async () => {
    const { no, buyer } = await paid();
    const mine = { companyId: buyer.companyId };
    expect(await findNotes(db, no, mine)).toEqual([]);
    await shipOrder(by(merchantId), { no, carrier: '顺丰速运', trackingNo: 'SF-NOTE-1', isPart: true });
    await shipOrder(by(merchantId), { no, carrier: '顺丰速运', trackingNo: 'SF-NOTE-2' });
    const notes = await findNotes(db, no, mine);
    expect(notes).toMatchObject([
      { orderNo: no, trackingNo: 'SF-NOTE-1', merchantId, rows: [{ quantity: 5 }] },
      { trackingNo: 'SF-NOTE-2', rows: [{ quantity: 5, lotNo: expect.stringMatching(/./) }] },
    ]);
    expect(notes?.[0]?.sender).not.toBe('');
    expect(await findNotes(db, no, { merchantId })).toEqual(notes);
    expect(await findNotes(db, no, { merchantId: null })).toEqual(notes);
    expect(await findNotes(db, no, { merchantId: merchantId + 1 })).toBeNull();
    expect(await findNotes(db, no, { companyId: buyer.companyId + 1 })).toBeNull();
  });

  it('has the price and amount of the invoice: of all parcels together what was paid', async () => {
    const { no, buyer } = await paid();
    const whose = { companyId: buyer.companyId };
    await pool.query(`update order_line set discount = 33, paid = gross - 33 where order_no = $1`, [no]);
    await shipOrder(by(merchantId), { no, carrier: '顺丰速运', trackingNo: 'SF-NOTE-4', isPart: true });
    await shipOrder(by(merchantId), { no, carrier: '顺丰速运', trackingNo: 'SF-NOTE-5' });
    const { rows } = await pool.query(
      'select quantity, gross::int, paid::int from order_line where order_no = $1',
      [no],
    );
    const [line] = rows;
    const read = async () => (await findNotes(db, no, whose))!;
    const net = await read();
    expect(net.flatMap((note) => note.rows).reduce((sum, row) => sum + row.paid, 0)).toBe(line.paid);
    const sold = { orderNo: no, orderLineId: 1, name: '', spec: '', unit: '', tax: taxes.full };
    const [invoiced] = invoiceLines([{ ...sold, quantity: 5, list: 0, paid: net[0]!.rows[0]!.paid }], 'net');
    expect(net[0]!.rows[0]).toMatchObject({
      price: withCents(priceText(invoiced!.gross, 5)),
      amount: formatYuan(invoiced!.gross),
      discount: '',
    });
    await pool.query(
      `insert into invoice_seller (merchant_id, tax_no, name, form) values ($1, '91', '商家', 'discount')
       on conflict (merchant_id) do update set form = 'discount'`,
      [merchantId],
    );
    const discounted = await read();
    expect(discounted.map(({ amount }) => amount)).toEqual(net.map(({ amount }) => amount));
    const [row] = discounted[0]!.rows;
    expect(row).toMatchObject({
      price: withCents(priceText(line.gross, line.quantity)),
      discount: expect.stringMatching(/^-/),
    });
    await pool.query(`update invoice_seller set form = 'net' where merchant_id = $1`, [merchantId]);
  });

  it('of many rows fills sheets and loses none', async () => {
    const { no } = await paid();
    await shipOrder(by(merchantId), { no, carrier: '顺丰速运', trackingNo: 'SF-NOTE-3' });
    const [note] = (await findNotes(db, no, { merchantId }))!;
    const rows = Array.from({ length: 60 }, (_, at) => ({ ...note!.rows[0]!, quantity: at + 1 }));
    for (const paper of ['a4', 'pin'] as const) {
      const sheets = noteSheets({ ...note!, rows }, paper);
      expect(sheets.flat()).toEqual(rows);
      expect(sheets.length).toBeGreaterThan(2);
    }
  });
});

describe('拣货单', () => {
  it('sums goods over orders by the lots that are due, and leaves out what is not to go', async () => {
    const id = await makeGoods(db, goodsPlain, 12);
    await putIn(by(merchantId), {
      ref: 'pick-list-1',
      goodsId: id,
      lotNo: 'LATER',
      producedOn: '2026-10-01',
      expiresOn: '2035-09-30',
      pieces: 100,
      isConfirmed: true,
    });
    const [first, second, sent] = [await paid(10, id), await paid(10, id), await paid(10)];
    await shipOrder(by(merchantId), { no: sent.no, carrier: '顺丰速运', trackingNo: 'SF-PICK-1' });
    const list = await getPickList(by(merchantId), [first.no, second.no, sent.no, first.no, 'none']);
    expect(list.orders.map(({ no, rows }) => [no, rows.map(({ pieces }) => pieces)])).toEqual([
      [first.no, [10]],
      [second.no, [2, 8]],
    ]);
    expect(list.together.map(({ lotNo, pieces }) => [lotNo, pieces])).toEqual(
      expect.arrayContaining([
        [expect.not.stringMatching('LATER'), 12],
        ['LATER', 8],
      ]),
    );
    expect((await getPickList(by(merchantId + 1), [first.no])).orders).toEqual([]);
  });
});
