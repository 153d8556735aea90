import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { eq, like, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readCatalogue } from '#demo/seed/catalogue.ts';
import { growCompanies, growGoods } from '#demo/seed/grow.ts';
import { demoPassword } from '#demo/seed/known.ts';
import { Recombiner } from '#demo/seed/recombine.ts';
import { findProhibited } from '#lib/rules/goods/prohibited.ts';
import * as schema from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase();
const now = new Date();

test('grows to the number of goods, and not beyond it', async () => {
  expect(await growGoods(db, 6000, now)).toBeGreaterThan(0);
  expect(await db.$count(schema.goods)).toBe(6000);
  expect(await growGoods(db, 6000, now)).toBe(0);
  expect(await growGoods(db, 6100, now)).toBe(100);
  expect(await db.$count(schema.goods)).toBe(6100);
  const [found] = await db
    .select({ count: sql<number>`count(*)` })
    .from(schema.product)
    .where(like(schema.product.initials, 'amxl%'));
  expect(Number(found!.count)).toBeGreaterThan(12);
  // The next row of the application finds free ids.
  const [sold] = await db.select().from(schema.goods).limit(1);
  const { id: _, ...copy } = sold!;
  await db.insert(schema.goods).values({ ...copy, merchantId: 14, warehouseId: 9 });
});

test('grows buyers who can log in and pay', async () => {
  expect(await growCompanies(db, 3, now)).toBe(3);
  expect(await growCompanies(db, 3, now)).toBe(0);
  expect(await growCompanies(db, 5, now)).toBe(2);
  const [account] = await db.select().from(schema.account).where(eq(schema.account.userId, 'user-load005'));
  expect(await verifyPassword({ hash: account!.password!, password: demoPassword })).toBe(true);
  const { rows } = await db.execute(
    sql`select count(*)::int as ready from member m join wallet w using (company_id) join address a using (company_id) where m.user_id like 'user-load%'`,
  );
  expect(rows).toEqual([{ ready: 5 }]);
});

test('demo accounts log in with the password that is shown', async () => {
  const [account] = await db.select().from(schema.account).where(eq(schema.account.userId, 'user-demo'));
  expect(await verifyPassword({ hash: account!.password!, password: demoPassword })).toBe(true);
  expect(await hashPassword('x')).not.toBe(account!.password);
});

test('no row of the catalogue, real or recombined, is prohibited', () => {
  const rows = readCatalogue();
  const recombiner = new Recombiner(rows);
  const made = Array.from({ length: 4000 }, (_, at) => recombiner.make(at + 1));
  expect(made[6]).toEqual(new Recombiner(rows).make(7));
  const refused = [...rows, ...made].filter((row) =>
    findProhibited({ ...row, category: `${row.category1} ${row.category2}` }),
  );
  expect(refused.map((row) => row.name)).toEqual([]);
});
