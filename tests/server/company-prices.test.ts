/** Prices agreed with a company at the desk: by row and by file, seen by that company alone, two at once. */
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditLog, customerPrice } from '#lib/server/db/schema.ts';
import { companies, goodsPlain, goodsPlainElsewhere, goodsPlainSecond } from '#lib/server/db/seed/known.ts';
import {
  dropPrice,
  importPrices,
  listCompanyPrices,
  setPrice,
} from '#lib/server/services/companies/prices.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { GET as list, POST as set } from '../../src/pages/api/desk/companies/[id]/prices/index.ts';
import { GET as offers } from '../../src/pages/api/goods/offers.ts';

const { db } = await testDatabase();
const context = byStaff(db, new Date());
const id = companies.other;
const asked = { id, goods: '', page: 1, size: 50 };
const pricesOf = (companyId: number) =>
  db
    .select({ goodsId: customerPrice.goodsId, price: customerPrice.price })
    .from(customerPrice)
    .where(eq(customerPrice.companyId, companyId))
    .orderBy(customerPrice.goodsId);
const entries = () =>
  db.$count(auditLog, and(eq(auditLog.act, 'company.prices'), eq(auditLog.subjectKey, String(id))));
const fileOf = (text: string) => ({
  name: '协议价.csv',
  type: 'text/csv',
  bytes: new Uint8Array(Buffer.from(text)),
});

describe('by row', () => {
  it('is set once, changed by who has seen it, ended, and stands in the log', async () => {
    const wish = { id, goods_id: goodsPlain, price: '9.90', was: undefined };
    const before = await entries();
    expect(await setPrice(context, wish)).toMatchObject({ goods_id: goodsPlain, price: '9.90' });
    await setPrice(context, wish);
    expect(await entries()).toBe(before + 1);
    await expect(setPrice(context, { ...wish, price: '9.00' })).rejects.toMatchObject({ code: 409 });
    await setPrice(context, { ...wish, price: '9.00', was: '9.90' });
    expect(await pricesOf(id)).toEqual([{ goodsId: goodsPlain, price: 900 }]);
    expect((await listCompanyPrices(context, asked)).list).toMatchObject([{ price: '9.00' }]);
    expect(
      (await listCompanyPrices(context, { ...asked, id: companies.demo })).list.map((row) => row.price),
    ).not.toContain('9.00');
    await expect(dropPrice(context, { id, goods: goodsPlain, was: '9.90' })).rejects.toMatchObject({
      code: 409,
    });
    await dropPrice(context, { id, goods: goodsPlain, was: '9.00' });
    await dropPrice(context, { id, goods: goodsPlain, was: '9.00' });
    expect(await pricesOf(id)).toEqual([]);
    expect(await entries()).toBe(before + 3);
  });

  it('of two at once one is told that it was changed', async () => {
    const tries = await Promise.allSettled(
      ['8.00', '8.50'].map((price) => setPrice(context, { id, goods_id: goodsPlain, price, was: undefined })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [{ price } = { price: 0 }] = await pricesOf(id);
    const drops = await Promise.allSettled(
      [1, 2].map(() => dropPrice(context, { id, goods: goodsPlain, was: (price / 100).toFixed(2) })),
    );
    expect(drops.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await pricesOf(id)).toEqual([]);
  });

  it('is refused for what there is not, and for an amount that is none', async () => {
    const wish = { id, goods_id: goodsPlain, price: '9.90', was: undefined };
    await expect(setPrice(context, { ...wish, id: 999_999 })).rejects.toMatchObject({ code: 404 });
    await expect(setPrice(context, { ...wish, goods_id: 999_999_999 })).rejects.toMatchObject({ code: 422 });
    await expect(setPrice(context, { ...wish, price: '0' })).rejects.toMatchObject({ code: 422 });
  });

  it('is what that company pays, and no other sees it', async () => {
    await setPrice(context, { id, goods_id: goodsPlain, price: '1.23', was: undefined });
    const seen = async (name: 'other' | 'clinic') =>
      JSON.stringify(
        (await request(offers, { path: `/api/goods/offers?ids=${goodsPlain}`, cookie: await loginAs(name) }))
          .data,
      );
    expect(await seen('other')).toContain('1.23');
    expect(await seen('clinic')).not.toContain('1.23');
    await dropPrice(context, { id, goods: goodsPlain, was: '1.23' });
  });
});

describe('by file', () => {
  it('takes over what is right, says of each row what became of it, and again changes nothing', async () => {
    await setPrice(context, { id, goods_id: goodsPlainSecond, price: '5.00', was: undefined });
    // The reader takes a file's bytes with it.
    const file = () =>
      fileOf(
        `商品编号,协议价\n${goodsPlain},9.90\n${goodsPlainElsewhere},abc\n${goodsPlainSecond},删除\n999999999,1\n${goodsPlain},3\n`,
      );
    const report = await importPrices(context, { id, file: file() });
    expect(report).toMatchObject({ done: 2, failed: 3 });
    expect(report.rows.map((row) => [row.row, row.is_done])).toEqual([
      [2, 1],
      [3, 0],
      [4, 1],
      [5, 0],
      [6, 0],
    ]);
    expect(await pricesOf(id)).toEqual([{ goodsId: goodsPlain, price: 990 }]);
    const before = await entries();
    expect(await importPrices(context, { id, file: file() })).toMatchObject({ done: 2, failed: 3 });
    expect(await entries()).toBe(before);
    const two = await Promise.all(
      ['7.00', '6.00'].map((price) => importPrices(context, { id, file: fileOf(`${goodsPlain},${price}`) })),
    );
    expect(two.map(({ done }) => done)).toEqual([1, 1]);
    expect([600, 700]).toContain((await pricesOf(id))[0]?.price);
  });

  it('is refused where it is empty or no table, and for a company that there is not', async () => {
    await expect(importPrices(context, { id, file: fileOf('') })).rejects.toMatchObject({ code: 422 });
    await expect(
      importPrices(context, { id, file: { ...fileOf('PK\u0003\u0004'), name: 'a.xlsx' } }),
    ).rejects.toMatchObject({ code: 422 });
    await expect(importPrices(context, { id: 999_999, file: fileOf('1591,1') })).rejects.toMatchObject({
      code: 404,
    });
  });
});

it('is the platform’s: a role that may not look, a merchant’s people, a buyer and a visitor are turned away', async () => {
  const [finance, merchant] = [
    await person(db, 'prices.fin', 'finance'),
    await person(db, 'prices.shop', 'admin', 1),
  ];
  const params = { id: String(id) };
  const body = { goods_id: goodsPlain, price: '1.00' };
  expect((await request(list, { params, cookie: finance.cookie })).status).toBe(200);
  expect((await request(set, { method: 'POST', params, body, cookie: finance.cookie })).status).toBe(403);
  for (const cookie of [merchant.cookie, await loginAs('other'), undefined])
    expect((await request(list, { params, ...(cookie && { cookie }) })).status).toBe(404);
});
