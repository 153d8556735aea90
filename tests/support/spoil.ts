/** What may happen to goods and papers after somebody has found them: each way in which a sale must not go on. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { goodsPlain } from '#demo/seed/known.ts';
import { scopePapers } from '#lib/rules/companies/qualification.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Db } from '#lib/server/db/client.ts';
import {
  companyScope,
  controlledGrant,
  goods,
  merchant,
  merchantPaper,
  paper,
  product,
} from '#lib/server/db/schema.ts';
import { type Account, findAccount } from '#lib/server/people/account-rows.ts';
import { makeGoods } from './orders.ts';

const day = 86_400_000;

/** A thing of its own: its product and merchant belong to no other test, so that both can be spoilt. */
export interface Thing {
  goodsId: number;
  productId: number;
  merchantId: number;
}

/** Goods like the ordinary ones of the house, of a merchant and a product of their own. */
export async function makeThing(db: Db, stock: number): Promise<Thing> {
  const like = await db.query.goods.findFirst({ where: (table, { eq: is }) => is(table.id, goodsPlain) });
  const [counterpart] = await db.select().from(merchant).where(eq(merchant.id, like!.merchantId));
  const [kind] = await db.select().from(product).where(eq(product.id, like!.productId));
  const mark = randomUUID().slice(0, 8);
  const { id: _m, ...ownHouse } = counterpart!;
  const { id: _p, ...ownKind } = kind!;
  const [seller] = await db
    .insert(merchant)
    .values({ ...ownHouse, code: `T${mark}`, minOrderAmount: 0 })
    .returning({ id: merchant.id });
  const paperOf = {
    merchantId: seller!.id,
    kind: 'drug_licence' as const,
    number: mark,
    validFrom: '2020-01-01',
  };
  await db.insert(merchantPaper).values({ ...paperOf, validTo: dayKey(Date.now() + 900 * day) });
  const [made] = await db
    .insert(product)
    .values({ ...ownKind, sku: `T${mark}`, rowHash: '' })
    .returning({ id: product.id });
  const own = { merchantId: seller!.id, productId: made!.id, warehouseId: 1 };
  return {
    goodsId: await makeGoods(db, goodsPlain, stock, own),
    merchantId: seller!.id,
    productId: made!.id,
  };
}

/** A paper in force for every scope that rests on one. */
export async function givePapers(db: Db, account: Account): Promise<Account> {
  const kinds = [...new Set(Object.values(scopePapers).flat())];
  await db.insert(paper).values(
    kinds.map((kind) => ({
      companyId: account.companyId,
      kind,
      number: kind,
      validFrom: '2020-01-01',
      validTo: dayKey(Date.now() + 900 * day),
    })),
  );
  return (await findAccount(db, account.userId))!;
}

type Spoil = (db: Db, thing: Thing, account: Account) => Promise<unknown>;

const yesterday = () => dayKey(Date.now() - day);

function change(values: Partial<typeof goods.$inferInsert>): Spoil {
  return (db, { goodsId }) => db.update(goods).set(values).where(eq(goods.id, goodsId));
}

/** By name: what is spoilt, and a word of the sentence that the buyer or the desk reads. */
export const spoils: Record<string, { spoil: Spoil; says: string }> = {
  'a lot beyond its date': {
    spoil: (db, thing, account) => change({ expiresOn: yesterday() })(db, thing, account),
    says: '有效期',
  },
  'goods taken down': { spoil: change({ isOnShelf: false }), says: '已下架' },
  "a lapsed paper of the merchant's": {
    spoil: (db, { merchantId }) =>
      db.update(merchantPaper).set({ validTo: yesterday() }).where(eq(merchantPaper.merchantId, merchantId)),
    says: '商家的资质已过期',
  },
  "a lapsed paper of the buyer's": {
    spoil: (db, _thing, { companyId }) =>
      db.update(paper).set({ validTo: yesterday() }).where(eq(paper.companyId, companyId)),
    says: '已过期',
  },
  'a scope that ended': {
    spoil: (db, _thing, { companyId }) =>
      db.delete(companyScope).where(eq(companyScope.companyId, companyId)),
    says: '经营范围',
  },
  'a scope that the shop does not know': {
    spoil: (db, { productId }) =>
      db.update(product).set({ scope: '新的范围' }).where(eq(product.id, productId)),
    says: '尚未核定',
  },
  'a grant that was taken back': {
    spoil: async (db, { goodsId }, { companyId }) => {
      await db.update(goods).set({ isControlled: true }).where(eq(goods.id, goodsId));
      await db
        .update(controlledGrant)
        .set({ status: 'refused' })
        .where(and(eq(controlledGrant.goodsId, goodsId), eq(controlledGrant.companyId, companyId)));
    },
    says: '控销',
  },
};
