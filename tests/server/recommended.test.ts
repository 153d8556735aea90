import { afterAll, expect, test } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { goodsListInput } from '#lib/contract/goods/calls.ts';
import { type Context, shopActor } from '#lib/server/core/context.ts';
import { lastBought } from '#lib/server/db/schema.ts';
import { closeCatalogue, getCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { listRecommended } from '#lib/server/goods/recommended.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';

const { db } = await testDatabase();
afterAll(closeCatalogue);

test('what is recommended to a buyer is like what the company has bought, and is not bought yet', async () => {
  const [buyer] = await makeBuyers(db, 1);
  const as: Context<'all'> = { ...contextOf(db, buyer!), actor: shopActor(buyer!) };
  const input = goodsListInput.parse({ sort: 'sale', order: 'desc' });
  const idsFor = async (context: Context<'all'>, more = {}) =>
    (await listRecommended(context, { ...input, ...more })).list.map(({ id }) => id);
  const sellers = await idsFor(as);
  const catalogue = await getCatalogue(db);
  const categoryOf = (id: number) =>
    catalogue.products.categoryOf(catalogue.goods.productAt(catalogue.goods.places.get(id) ?? -1));
  await db.insert(lastBought).values({
    companyId: buyer!.companyId,
    goodsId: known.goodsHerbal,
    price: 100,
    number: 2,
    boughtAt: new Date(),
  });
  const own = await idsFor(as);
  expect(own).not.toEqual(sellers);
  expect(own).not.toContain(known.goodsHerbal);
  expect(categoryOf(own[0]!)).toBe(categoryOf(known.goodsHerbal));
  // A narrower question is answered as it was asked, and another company has its own.
  expect(await idsFor(as, { category_id: 1 })).toEqual(
    await idsFor({ ...as, actor: shopActor(null) }, { category_id: 1 }),
  );
  const [other] = await makeBuyers(db, 1);
  expect(await idsFor({ ...as, actor: shopActor(other!) })).toEqual(sellers);
});
