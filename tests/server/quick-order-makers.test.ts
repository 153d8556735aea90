/** Which of several makers a line becomes, and what else is proposed beside it. */
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drugOf } from '#lib/rules/names/drug-name.ts';
import { controlledGrant, goods, product } from '#lib/server/db/schema.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { matchPurchase } from '#lib/server/quick-order/match.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
afterAll(closeCatalogue);

const matchText = (text: string) => matchPurchase(demo, { text });

describe('where no maker is named', () => {
  const text = '六味地黄丸 200丸 20瓶';
  const makers = ['云南苓溪药业有限公司', '贵州云苓谷药业有限公司'];

  async function offersOf(maker: string) {
    const rows = await db
      .select({ id: goods.id })
      .from(goods)
      .innerJoin(product, eq(product.id, goods.productId))
      .where(and(eq(product.name, '六味地黄丸'), eq(product.maker, maker)));
    return rows.map(({ id }) => id);
  }
  let was: (typeof goods.$inferSelect)[];
  beforeEach(async () => {
    const ids = (await Promise.all(makers.map(offersOf))).flat();
    was = await db.select().from(goods).where(inArray(goods.id, ids));
    await db.delete(controlledGrant).where(inArray(controlledGrant.goodsId, ids));
    await db
      .update(goods)
      .set({ isOnShelf: true, isControlled: false, stock: 500, packStep: 10, expiresOn: '2099-01-01' })
      .where(inArray(goods.id, ids));
  });
  afterEach(async () => {
    for (const { id, ...row } of was) await db.update(goods).set(row).where(eq(goods.id, id));
    await closeCatalogue();
  });

  it.each([0, 1])(
    'takes the maker whose goods this company may buy, the other below with why',
    async (at) => {
      await db
        .update(goods)
        .set({ isControlled: true })
        .where(inArray(goods.id, await offersOf(makers[at]!)));
      await closeCatalogue();
      const { rows } = await matchText(text);
      expect(rows[0]).toMatchObject({ grade: 'sure', number: 20, goods: { sccj: makers[1 - at] } });
      expect(rows[0]!.reason).toContain('未写厂家，共2个');
      expect(rows[0]!.others.at(-1)).toMatchObject({
        sccj: makers[at],
        note: expect.stringMatching(/^其他厂家，.+/),
      });
    },
  );

  it('takes the cheaper one', async () => {
    for (const [at, price] of [900, 700].entries())
      await db
        .update(goods)
        .set({ price, memberPrice: price, rankPrices: {} })
        .where(inArray(goods.id, await offersOf(makers[at]!)));
    await closeCatalogue();
    expect((await matchText(text)).rows[0]!.goods?.sccj).toBe(makers[1]);
  });

  it('counts cases as the merchant packs them, and says so', async () => {
    await db
      .update(goods)
      .set({ casePack: 60 })
      .where(inArray(goods.id, await offersOf(makers[0]!)));
    await closeCatalogue();
    const { rows } = await matchText('六味地黄丸 200丸 苓溪 2件');
    expect(rows[0]).toMatchObject({ grade: 'check', number: 120 });
    expect(rows[0]!.reason).toContain('该商家每件60瓶，共120瓶，请核对');
  });
});

it('proposes nothing but the same drug', async () => {
  const lines = ['阿莫西林 0.25g 10盒', '头孢克肟分散片 10盒', '阿昔洛韦片 10盒', '氧氟沙星滴眼液 10支'];
  const { rows } = await matchText(lines.join('\n'));
  const drugs = ['阿莫西林', '头孢克肟', '阿昔洛韦', '氧氟沙星'];
  for (const [at, row] of rows.entries()) {
    const names = [row.goods!.name, ...row.others.map(({ name }) => name)];
    for (const name of names) expect(drugOf(name).drug).toBe(drugs[at]);
  }
  expect(rows[2]!.others.every(({ name }) => name === '阿昔洛韦片')).toBe(true);
});
