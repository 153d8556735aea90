/** Merchants that an operator adds, changes, stops: repeated, by two at once, and what buyers see of it. */
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { findRest } from '#lib/rules/terms/shelf-life.ts';
import { findMerchant } from '#lib/server/catalogue/rows.ts';
import { auditLog, goods } from '#lib/server/db/schema.ts';
import { isOffered } from '#lib/server/db/shelf.ts';
import { addMerchant, changeMerchant, getFile, listForDesk } from '#lib/server/merchants/manage.ts';
import { stopMerchant } from '#lib/server/merchants/stop.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { merchantFieldsOf, merchantPapersOf } from '#tests/support/merchant.ts';

const { db } = await testDatabase();
const staff = byStaff(db);
const input = (code: string, fields: Record<string, string> = {}) => ({
  code,
  fields: { ...merchantFieldsOf(), alias: `商家${code}`, ...fields },
  papers: merchantPapersOf(),
});
const actsOf = async (id: number) => {
  const rows = await db.select().from(auditLog).where(eq(auditLog.merchantId, id)).orderBy(auditLog.id);
  return rows.map((row) => row.act);
};

test('is added once, also by two at once, and written down', async () => {
  const [one, two] = await Promise.all([addMerchant(staff, input('X01')), addMerchant(staff, input('X01'))]);
  expect([one.isChanged, two.isChanged].toSorted()).toEqual([false, true]);
  expect(one.merchant.licenceNo).toBe('鄂AA0270001');
  expect((await listForDesk({ db })).filter(({ code }) => code === 'X01')).toHaveLength(1);
  expect(await actsOf(one.merchant.id)).toEqual(['merchant.add']);
  await expect(addMerchant(staff, input('X01', { fee: '99' }))).rejects.toMatchObject({ code: 409 });
  await expect(addMerchant(staff, { ...input('X02'), papers: [] })).rejects.toMatchObject({ code: 422 });
  await expect(addMerchant(staff, input('x'))).rejects.toMatchObject({ code: 422 });
});

test('of two with the same short name one is refused', async () => {
  const done = await Promise.allSettled(
    ['X11', 'X12'].map((code) => addMerchant(staff, input(code, { alias: '同名医药' }))),
  );
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('is changed as far as something is given; papers of other kinds stay', async () => {
  await addMerchant(staff, input('X21'));
  const change = {
    code: 'X21',
    fields: { min: '100', unserved: '西藏' },
    papers: ['食品经营许可证:JY1:2025-01-01:长期'],
  };
  const { merchant, papers } = await changeMerchant(staff, change);
  expect(merchant).toMatchObject({
    minOrderAmount: 10_000,
    shippingFee: 1_050,
    freightRules: { unservedRegions: ['54'] },
  });
  expect(papers.map(({ kind }) => kind)).toEqual(['business_licence', 'drug_licence', 'food_licence']);
  expect((await changeMerchant(staff, change)).isChanged).toBe(false);
  expect(await actsOf(merchant.id)).toEqual(['merchant.add', 'merchant.set']);
  await expect(changeMerchant(staff, { ...change, code: 'NONE' })).rejects.toMatchObject({ code: 404 });
});

test('that is stopped sells nothing from that day on, and again when it goes on', async () => {
  const [own] = await db.select().from(goods).where(eq(goods.id, goodsPlain));
  const [counterpart] = (await listForDesk({ db })).filter(({ id }) => id === own?.merchantId);
  const code = counterpart?.code ?? '';
  const isSold = async () =>
    (await db.$count(goods, and(eq(goods.id, goodsPlain), isOffered(new Date())))) === 1;
  const restOf = async () => {
    const merchantPapersUntil = (await findMerchant(db, own?.merchantId ?? 0))?.papersUntil ?? null;
    return findRest({ isStopped: false, expiresOn: own?.expiresOn ?? null, merchantPapersUntil }, Date.now());
  };
  expect([await isSold(), await restOf()]).toEqual([true, null]);
  expect((await stopMerchant(staff, { code, isStopped: true, reason: '停业' })).isChanged).toBe(true);
  expect((await stopMerchant(staff, { code, isStopped: true, reason: '停业' })).isChanged).toBe(false);
  expect([await isSold(), await restOf()]).toEqual([false, 'merchant_paper']);
  await stopMerchant(staff, { code, isStopped: false, reason: '' });
  expect(await isSold()).toBe(true);
  expect((await getFile(db, code)).merchant.stoppedOn).toBeNull();
});
