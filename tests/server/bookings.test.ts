/** The double-entry books: what each movement of money books, by numbers made by hand. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { goodsPlain, voucherDemo } from '#demo/seed/known.ts';
import { accountBook } from '#lib/contract/desk/lists/account-book.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { compareLedgers } from '#lib/server/backup/ledgers.ts';
import { cartLine, companyCoupon, coupon } from '#lib/server/db/schema.ts';
import { readMerchantMonth } from '#lib/server/ledgers/merchant-months.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { postEntry } from '#lib/server/ports/payments/wallet-rows.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { fillCart, makeBuyers, makeGoods, pay, payFreely, place } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
await payFreely(db);
const span = { validFrom: new Date(0), validTo: new Date(Date.now() + 86_400_000) };
const goodsId = await makeGoods(db, goodsPlain, 1_000, { price: 1_001, memberPrice: 1_001 });
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsId]))
  .rows[0].merchant_id;
/** Off a trade from 10 yuan on: the platform's, and the merchant's own. */
const coupons = await db
  .insert(coupon)
  .values(
    [null, merchantId].map((of) => ({
      merchantId: of,
      name: '测试券',
      threshold: 1_000,
      value: of === null ? 777 : 100,
      total: 1_000,
      claimFrom: span.validFrom,
      claimTo: span.validTo,
      ...span,
    })),
  )
  .returning({ id: coupon.id });

type Row = [cause: string, from: string, to: string, amount: number];

/** Bookings since one, the oldest first. */
async function bookedSince(id: number): Promise<Row[]> {
  const { rows } = await pool.query(
    `select cause, rtrim(from_account || ' ' || from_owner) as "from", rtrim(to_account || ' ' || to_owner) as "to",
       amount::int from booking where id > $1 order by id`,
    [id],
  );
  return rows.map((row): Row => [row.cause, row.from, row.to, row.amount]);
}

async function newest(): Promise<number> {
  return (await pool.query('select max(id) as id from booking')).rows[0].id;
}

it('gives a merchant what the buyer paid and what the platform bears, and takes back its share', async () => {
  const [buyer] = await makeBuyers(db, 1, 100_000);
  const { userId, companyId } = buyer!;
  const own = await db
    .insert(companyCoupon)
    .values([
      ...coupons.map(({ id }) => ({ couponId: id, companyId, ...span })),
      { couponId: voucherDemo, companyId, balance: 500, ...span },
    ])
    .returning({ id: companyCoupon.id });
  const [row] = await db
    .insert(cartLine)
    .values({ userId, companyId, goodsId, number: 4, kind: 'normal' })
    .returning({ id: cartLine.id });
  const trade = await place(db, buyer!, { ids: [row!.id], more: { vouchers: [own[2]!.id] } });
  const no = trade.orders[0]!.no;
  const { freight } = (
    await pool.query('select shipping_amount::int as freight from "order" where no = $1', [no])
  ).rows[0];
  let seen = await newest();
  // 4 × 10.01 less 7.77 and 1.00 of coupons and 5.00 of the voucher; freight is the merchant's.
  const paid = 4_004 - 777 - 100 - 500 + freight;
  await pay(db, buyer!, trade.trade_no);
  const merchant = `merchant ${merchantId}`;
  expect(new Set(await bookedSince(seen))).toEqual(
    new Set([
      ['wallet', `buyer ${companyId}`, 'transit', paid],
      ['sale', 'transit', merchant, paid],
      ['discount', 'platform promotions', merchant, 1_277],
    ]),
  );
  seen = await newest();
  const { id } = (await pool.query('select id from order_line where order_no = $1', [no])).rows[0];
  const { amount } = await refundOrder(byStaff(db), { no, returns: [{ id, quantity: 1 }], reason: '缺货' });
  // A quarter of 12.77, down, goes back to the platform: 3.19.
  expect(new Set(await bookedSince(seen))).toEqual(
    new Set([
      ['discount', merchant, 'platform promotions', 319],
      ['refund', merchant, 'transit', amount],
      ['wallet', 'transit', `buyer ${companyId}`, amount],
    ]),
  );
  seen = await newest();
  await refundOrder(byStaff(db), { no, reason: '不要了' });
  const rest = await bookedSince(seen);
  expect(rest).toContainEqual(['discount', merchant, 'platform promotions', 1_277 - 319]);
  expect(rest).toContainEqual(['refund', merchant, 'transit', paid - amount]);
  expect((await compareLedgers(pool)).wrong).toEqual([]);
});

it('tells a month of a merchant that foots: what it was owed, what came and went, what it is owed', async () => {
  const month = dayKey(Date.now()).slice(0, 7);
  const rows = (await readMerchantMonth(db, month))!;
  const { code } = (await pool.query('select code from merchant where id = $1', [merchantId])).rows[0];
  const own = rows.find((row) => row.code === code)!;
  // All of it went back, and with it what the platform bore.
  expect(own.sold).toBeGreaterThan(0);
  expect([own.refunded, own.borne]).toEqual([own.sold, 0]);
  for (const { before, sold, refunded, borne, settled, owed } of rows)
    expect(before + sold - refunded + borne - settled).toBe(owed);
  // The last moment of a month is its own, the next one is not: it opens the next month.
  for (const [at, amount] of [
    ['2031-01-31T23:59:59.999+08:00', 1],
    ['2031-02-01T00:00:00+08:00', 20],
  ] as const)
    await pool.query(
      `insert into booking (cause, ref, from_account, from_owner, to_account, to_owner, amount, at)
       values ('sale', $1, 'platform', 'corrections', 'merchant', $2, $3, $4)`,
      [at, merchantId, amount, at],
    );
  const of = async (asked: string) => (await readMerchantMonth(db, asked))!.find((row) => row.code === code)!;
  const [january, february, march] = [await of('2031-01'), await of('2031-02'), await of('2031-03')];
  expect([january.sold, february.sold, march.sold]).toEqual([1, 20, 0]);
  expect([february.before, march.before]).toEqual([january.owed, february.owed]);
  for (const wrong of ['2031-13', '2031-1', '', "2031-01'"])
    expect(await readMerchantMonth(db, wrong)).toBeNull();
});

it('books what the platform gives of its own to the platform, not to a payment', async () => {
  const [buyer] = await makeBuyers(db, 1);
  const { companyId } = buyer!;
  const entry = { companyId, ref: randomUUID(), note: '' };
  const seen = await newest();
  await db.transaction(async (tx) => {
    await postEntry(tx, { ...entry, useType: 'cashback', amount: 300 });
    await postEntry(tx, { ...entry, useType: 'rebate', amount: 40 });
    await postEntry(tx, { ...entry, useType: 'adjust', amount: -5 });
  });
  expect(await bookedSince(seen)).toEqual([
    ['wallet', 'platform rewards', `buyer ${companyId}`, 300],
    ['wallet', 'platform rewards', `buyer ${companyId}`, 40],
    ['wallet', `buyer ${companyId}`, 'platform corrections', 5],
  ]);
});

it('takes a cause once, and is found out where it differs from what happened', async () => {
  await expect(
    pool.query(`insert into booking (cause, ref, from_account, from_owner, to_account, to_owner, amount, at)
      select cause, ref, from_account, from_owner, to_account, to_owner, amount, at from booking limit 1`),
  ).rejects.toMatchObject({ constraint: 'booking_once' });
  await pool.query(
    `insert into booking (cause, ref, from_account, from_owner, to_account, to_owner, amount, at)
    values ('sale', 'by-hand', 'transit', '', 'merchant', $1, 1, now())`,
    [merchantId],
  );
  expect((await compareLedgers(pool)).wrong).toEqual(['booking.merchant（1）', 'booking.transit（1）']);
});

it('shows a merchant its own account, entry by entry, and nobody else’s', async () => {
  // An order of this merchant needs no signed contract here.
  await pool.query('delete from contract_rule where merchant_id = 5');
  const goods = await makeGoods(db, goodsPlain, 100, { price: 1_000, memberPrice: 1_000, merchantId: 5 });
  const [buyer] = await makeBuyers(db, 1, 10_000_000);
  const { rows } = await db.$client.query('select min_order_amount::int as least from merchant where id = 5');
  const number = 10 + Math.ceil((rows[0].least ?? 0) / 1_000);
  const ids = await fillCart(db, buyer!, [{ goodsId: goods, number }]);
  const made = await place(db, buyer!, { ids, more: { coupons: 'none', vouchers: '' } });
  await pay(db, buyer!, made.trade_no);
  const no = made.orders[0]!.no;
  const lineId = (await pool.query('select id from order_line where order_no = $1', [no])).rows[0].id;
  await refundOrder(byStaff(db), { no, reason: '协商退款', returns: [{ id: lineId, quantity: 2 }] });
  const read = (asked: Parameters<typeof askList<typeof accountBook>>[2], merchantId = 5) =>
    askList(
      { db, now: new Date(), actor: { kind: 'merchant', name: '财务', merchantId } },
      accountBook,
      asked,
    );
  const own = await read({ no });
  expect(own.rows.map((row) => [row.cause, row.no, row.amount])).toEqual([
    ['refund', no, '-20.00'],
    ['sale', no, made.pay_amount],
  ]);
  const fen = (yuan: string) => Math.round(Number(yuan) * 100);
  const { before, sold, refunded, borne, settled, owed } = own.facts;
  expect(fen(before) + fen(sold) - fen(refunded) + fen(borne) - fen(settled)).toBe(fen(owed));
  // Everything of the span is what the sums say.
  const all = await read({ size: 200 });
  expect(all.rows.reduce((sum, { amount }) => sum + fen(amount), 0)).toBe(fen(owed) - fen(before));
  expect((await read({ no, cause: 'refund' })).total).toBe(1);
  expect((await read({ no, from: '2031-01-01', to: '2031-12-31' })).total).toBe(0);
  expect((await read({ no }, 6)).total).toBe(0);
  await expect(read({ from: '2026-02-02', to: '2026-02-01' })).rejects.toThrow('结束日期不能早于开始日期');
  // The sum below the rows is that of the search, and an empty search is this month's.
  expect(all.sums).toEqual({ amount: formatYuan(fen(owed) - fen(before)) });
  expect(all.values).toMatchObject({ from: expect.stringMatching(/-01$/), cause: '' });
});
