/** The book of lots: what came in, lies there, is held and went out, under two at once too. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { latestExpiry } from '#lib/rules/terms/shelf-life.ts';
import type { Context } from '#lib/server/core/context.ts';
import { type LotInput, putIn, recallLot, writeOffExpired } from '#lib/server/lots/change.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
await payFreely(db);

function byMerchant(merchantId: number, now = new Date()): Context<'merchant'> {
  return { db, now, actor: { kind: 'merchant', name: '库管', merchantId }, requestId: 'test' };
}

interface Goods {
  id: number;
  merchantId: number;
}

async function goodsWith(stock: number): Promise<Goods> {
  const id = await makeGoods(db, goodsPlain, stock);
  const { rows } = await pool.query('select merchant_id from goods where id = $1', [id]);
  return { id, merchantId: rows[0].merchant_id };
}

const lotOf = (goods: Goods, over: Partial<LotInput> = {}): LotInput => ({
  ref: randomUUID(),
  goodsId: goods.id,
  lotNo: 'B-NEW',
  producedOn: '2026-10-01',
  expiresOn: '2030-09-30',
  pieces: 50,
  // It ends beyond the goods' shelf life, after every other lot.
  isConfirmed: true,
  ...over,
});

async function paidOrder(goods: Goods, number: number) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId: goods.id, number }]);
  await pay(db, buyer!, made.trade_no);
  const no = made.orders[0]!.no;
  const { rows } = await pool.query('select id from order_line where order_no = $1 order by id', [no]);
  return { no, buyer: buyer!, lineId: rows[0].id as number };
}

async function lotsOf({ id }: Goods) {
  const { rows } = await pool.query<{ id: number; lot_no: string; on_hand: number; held: number }>(
    'select id, lot_no, on_hand, held from lot where goods_id = $1 order by expires_on, id',
    [id],
  );
  return rows;
}

async function shown({ id }: Goods) {
  const { rows } = await pool.query('select stock, lot_no from goods where id = $1', [id]);
  return rows[0] as { stock: number; lot_no: string };
}

/** Nothing came from nowhere: pieces on hand are the sum of movements, held ones of holds. */
async function isInStep(): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select l.id from lot l
    where l.on_hand <> (select coalesce(sum(m.pieces), 0) from lot_movement m where m.lot_id = l.id)
       or l.held <> (select coalesce(sum(h.pieces), 0) from line_lot h where h.lot_id = l.id)`);
  return rows;
}

const parcel = () => ({ carrier: '国药物流', trackingNo: `GY-${randomUUID().slice(0, 8)}` });

it('the first parcel writes down what lay there; further lots go out by their days', async () => {
  const goods = await goodsWith(100);
  const first = await paidOrder(goods, 30);
  await paidOrder(goods, 20);
  await shipOrder(byMerchant(goods.merchantId), { no: first.no, ...parcel() });
  // 100 lay there: 30 went out, 20 are held for another order, 50 for sale.
  expect(await lotsOf(goods)).toMatchObject([{ on_hand: 70, held: 20 }]);
  expect((await shown(goods)).stock).toBe(50);

  const { rows } = await pool.query('select expires_on - 1 as day from goods where id = $1', [goods.id]);
  const earlier = new Date(rows[0].day.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  await putIn(byMerchant(goods.merchantId), lotOf(goods, { lotNo: 'EARLY', expiresOn: earlier, pieces: 5 }));
  expect(await shown(goods)).toEqual({ stock: 55, lot_no: 'EARLY' });
  const next = await paidOrder(goods, 10);
  const sent = await shipOrder(byMerchant(goods.merchantId), { no: next.no, ...parcel() });
  expect(sent.lots.map(({ lotNo, quantity }) => [lotNo, quantity])).toEqual([
    ['EARLY', 5],
    [expect.any(String), 5],
  ]);
  expect(await isInStep()).toEqual([]);
});

describe('putting in', () => {
  it('the same press twice is once; at once too', async () => {
    const goods = await goodsWith(10);
    const input = lotOf(goods);
    const ids = await Promise.all([1, 2, 3].map(() => putIn(byMerchant(goods.merchantId), input)));
    expect(new Set(ids).size).toBe(1);
    expect((await shown(goods)).stock).toBe(60);
    expect(await isInStep()).toEqual([]);
    const { rows } = await pool.query(
      `select merchant_id from audit_log where act = 'lot.put_in' and subject_key = $1`,
      [String(ids[0])],
    );
    expect(rows).toEqual([{ merchant_id: goods.merchantId }]);
  });

  it.each<[string, Partial<LotInput>, object]>([
    ['days the wrong way round', { producedOn: '2031-01-01' }, { code: 422 }],
    ['a day to come', { producedOn: '2029-01-01' }, { code: 422 }],
    ['a lot beyond its day', { producedOn: '2020-01-01', expiresOn: '2022-01-01' }, { code: 422 }],
  ])('%s is refused and nothing comes in', async (_name, over, refusal) => {
    const goods = await goodsWith(10);
    await expect(putIn(byMerchant(goods.merchantId), lotOf(goods, over))).rejects.toMatchObject(refusal);
    expect((await shown(goods)).stock).toBe(10);
  });

  it('another form of a number is the same lot; another case and a day beyond the shelf life are asked about', async () => {
    const goods = await goodsWith(0);
    const by = byMerchant(goods.merchantId);
    const { rows } = await pool.query(
      'select p.shelf_life_months as months from product p join goods g on g.product_id = p.id where g.id = $1',
      [goods.id],
    );
    const put = (over: Partial<LotInput>) =>
      putIn(
        by,
        lotOf(goods, { expiresOn: latestExpiry('2026-10-01', rows[0].months), isConfirmed: false, ...over }),
      );
    const first = await put({ lotNo: 'LX01' });
    for (const lotNo of ['ＬＸ０１', 'LX 01', 'LX01\u200b']) expect(await put({ lotNo }), lotNo).toBe(first);
    await expect(put({ lotNo: 'lx01' })).rejects.toMatchObject({
      code: 409,
      data: { asks: 1 },
      message: expect.stringContaining('已有批号LX01'),
    });
    await expect(put({ lotNo: 'lx01', expiresOn: '2099-01-01' })).rejects.toMatchObject({
      message: expect.stringMatching(/已有批号LX01.*；有效期2099-01-01超过/),
    });
    const other = await put({ lotNo: 'lx01', isConfirmed: true });
    expect(other).not.toBe(first);
    // Put in before forms were known: it is found, and nothing new is made.
    await pool.query('update lot set lot_no = $1 where id = $2', ['ＬＸ０１', first]);
    expect(await put({ lotNo: 'LX01' })).toBe(first);
    expect((await lotsOf(goods)).filter(({ lot_no: no }) => /x/i.test(no.normalize('NFKC')))).toHaveLength(2);
    // A recall of any of them is of all.
    await recallLot(by, { goodsId: goods.id, lotNo: 'LX 01', reason: '检验不合格' });
    const { rows: recalled } = await pool.query(
      'select id from lot where goods_id = $1 and recalled_at is not null order by id',
      [goods.id],
    );
    expect(recalled.map(({ id }) => id)).toEqual([first, other].sort((a, b) => a - b));
    await expect(put({ lotNo: 'LX01' })).rejects.toMatchObject({ code: 409 });
    expect(await isInStep()).toEqual([]);
  });

  it('a lot known with other days is refused, and so are the goods of another merchant', async () => {
    const goods = await goodsWith(10);
    await putIn(byMerchant(goods.merchantId), lotOf(goods));
    await expect(
      putIn(byMerchant(goods.merchantId), lotOf(goods, { expiresOn: '2031-09-30' })),
    ).rejects.toMatchObject({ code: 422, message: expect.stringContaining('2030-09-30') });
    await expect(putIn(byMerchant(goods.merchantId + 1), lotOf(goods))).rejects.toMatchObject({ code: 404 });
  });
});

describe('a parcel of chosen lines and lots', () => {
  it('takes what the clerk names, with its codes, and leaves the rest', async () => {
    const goods = await goodsWith(100);
    const lotId = await putIn(byMerchant(goods.merchantId), lotOf(goods));
    const { no, lineId } = await paidOrder(goods, 10);
    const traceCodes = Array.from({ length: 4 }, (_, n) => `8${String(n).padStart(19, '0')}`);
    const sent = await shipOrder(byMerchant(goods.merchantId), {
      no,
      ...parcel(),
      lines: [{ id: lineId, pieces: 4, lots: [{ lotId, pieces: 4 }], traceCodes }],
    });
    expect(sent).toMatchObject({ isComplete: false, lots: [{ lotNo: 'B-NEW', quantity: 4 }] });
    const { rows } = await pool.query('select trace_codes from shipment_lot where order_line_id = $1', [
      lineId,
    ]);
    expect(rows[0].trace_codes).toEqual(traceCodes);
    const rest = await shipOrder(byMerchant(goods.merchantId), { no, ...parcel() });
    expect(rest).toMatchObject({ isComplete: true, lots: [{ quantity: 6 }] });
    expect(await isInStep()).toEqual([]);
  });

  it('a lot with too little, of other goods or recalled is refused, and nothing goes out', async () => {
    const goods = await goodsWith(100);
    const other = await goodsWith(100);
    const foreign = await putIn(byMerchant(other.merchantId), lotOf(other));
    const small = await putIn(byMerchant(goods.merchantId), lotOf(goods, { pieces: 3 }));
    const { no, lineId } = await paidOrder(goods, 10);
    for (const lotId of [small, foreign])
      await expect(
        shipOrder(byMerchant(goods.merchantId), {
          no,
          ...parcel(),
          lines: [{ id: lineId, pieces: 10, lots: [{ lotId, pieces: 10 }] }],
        }),
      ).rejects.toMatchObject({ code: 409 });
    await expect(
      shipOrder(byMerchant(goods.merchantId), { no, ...parcel(), lines: [{ id: lineId, pieces: 11 }] }),
    ).rejects.toMatchObject({ code: 409, message: expect.stringContaining('待发10') });
    expect((await lotsOf(goods)).reduce((sum, lot) => sum + lot.on_hand, 0)).toBe(103);
  });

  it('of two clerks on one order one sends it', async () => {
    const goods = await goodsWith(100);
    const { no } = await paidOrder(goods, 10);
    const sent = await Promise.allSettled(
      [1, 2, 3].map(() => shipOrder(byMerchant(goods.merchantId), { no, ...parcel() })),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await lotsOf(goods)).toMatchObject([{ on_hand: 90 }]);
    expect(await isInStep()).toEqual([]);
  });

  it('another merchant finds no such order', async () => {
    const goods = await goodsWith(100);
    const { no } = await paidOrder(goods, 10);
    await expect(shipOrder(byMerchant(goods.merchantId + 1), { no, ...parcel() })).rejects.toMatchObject({
      code: 404,
    });
  });
});

describe('what does not go out', () => {
  it('is for sale again when it was called off, and gone when it was not there', async () => {
    const goods = await goodsWith(100);
    await putIn(byMerchant(goods.merchantId), lotOf(goods));
    const off = await paidOrder(goods, 10);
    await refundOrder(byStaff(db), { no: off.no, reason: '不要了' });
    expect((await shown(goods)).stock).toBe(150);
    const short = await paidOrder(goods, 10);
    await refundOrder(byStaff(db), { no: short.no, reason: '缺货', cause: { kind: 'short', gifts: [] } });
    expect((await shown(goods)).stock).toBe(140);
    expect((await lotsOf(goods)).reduce((sum, lot) => sum + lot.on_hand, 0)).toBe(140);
    expect(await isInStep()).toEqual([]);
  });
});

describe('a recall', () => {
  it('takes the rest off sale, tells each buyer once, and finds them again', async () => {
    const goods = await goodsWith(100);
    const { no, buyer } = await paidOrder(goods, 10);
    await shipOrder(byMerchant(goods.merchantId), { no, ...parcel() });
    await putIn(byMerchant(goods.merchantId), lotOf(goods));
    const [lot] = await lotsOf(goods);
    const of = { goodsId: goods.id, lotNo: lot!.lot_no };
    const recall = () => recallLot(byMerchant(goods.merchantId), { ...of, reason: '检验不合格' });
    const done = await Promise.all([recall(), recall()]);
    for (const { buyers } of done)
      expect(buyers).toMatchObject([{ orderNo: no, pieces: 10, companyId: buyer.companyId }]);
    expect(await shown(goods)).toEqual({ stock: 50, lot_no: 'B-NEW' });
    const { rows } = await pool.query(
      `select body from message where company_id = $1 and ref like 'recall:%'`,
      [buyer.companyId],
    );
    expect(rows).toMatchObject([{ body: expect.stringContaining(`${no}（10`) }]);
    await expect(recallLot(byMerchant(goods.merchantId + 1), { ...of, reason: 'x' })).rejects.toMatchObject({
      code: 404,
    });
    const { rows: kept } = await pool.query(
      `select merchant_id from audit_log where act = 'lot.recall' and subject_key = $1`,
      [String(lot!.id)],
    );
    expect(kept).toEqual([{ merchant_id: goods.merchantId }]);
    const sold = await paidOrder(goods, 10);
    const sent = await shipOrder(byMerchant(goods.merchantId), { no: sold.no, ...parcel() });
    expect(sent.lots).toMatchObject([{ lotNo: 'B-NEW' }]);
    expect(await isInStep()).toEqual([]);
  });
});

it('a lot beyond its day leaves the stock once, and the next one is shown', async () => {
  const goods = await goodsWith(100);
  // Before that of the goods' own lot.
  const soon = dayKey(Date.now() + 200 * 86_400_000);
  await putIn(
    byMerchant(goods.merchantId),
    lotOf(goods, { lotNo: 'SOON', expiresOn: soon, producedOn: '2026-01-01' }),
  );
  expect((await shown(goods)).stock).toBe(150);
  const later = new Date(Date.parse(`${soon}T12:00:00+08:00`) + 86_400_000);
  await writeOffExpired(db, later);
  await writeOffExpired(db, later);
  expect((await shown(goods)).stock).toBe(100);
  expect((await shown(goods)).lot_no).not.toBe('SOON');
  expect(await isInStep()).toEqual([]);
});
