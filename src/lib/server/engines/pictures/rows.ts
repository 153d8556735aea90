import { and, desc, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { contains } from '../../db/contains.ts';
import { ad, category, goods, merchant, pointsGoods, product } from '../../db/schema.ts';

const parent = alias(category, 'parent');

function selectDrawn(db: Db) {
  return db
    .select({
      id: product.id,
      kind: product.kind,
      category1: sql<string>`coalesce(${parent.name}, ${category.name})`,
      category2: category.name,
      name: product.name,
      brand: product.brand,
      maker: product.maker,
      spec: product.spec,
      form: product.form,
      origin: product.origin,
      size: product.size,
      approvalNo: product.approvalNo,
      unit: product.unit,
      midPack: product.midPack,
      otc: product.otc,
      storage: product.storage,
      shelfLifeMonths: product.shelfLifeMonths,
      indications: product.indications,
    })
    .from(product)
    .innerJoin(category, eq(category.id, product.categoryId))
    .leftJoin(parent, eq(parent.id, category.parentId));
}

/** The fields of a product that its drawn picture shows; undefined when there is none. */
export async function findDrawnProduct(db: Db, id: number) {
  const [row] = await selectDrawn(db).where(eq(product.id, id));
  return row;
}

/**
 * A few well-sold products of different makers: of a category (and its descendants), or whose name contains the word.
 */
export async function listDrawnProducts(
  db: Db,
  { word, categoryId }: { word: string; categoryId: number | null },
  count: number,
) {
  const sales = sql`(select coalesce(max(${goods.sales}), 0) from ${goods} where ${goods.productId} = ${product.id})`;
  const rows = await selectDrawn(db)
    .where(
      and(
        categoryId === null
          ? undefined
          : or(eq(category.id, categoryId), eq(parent.id, categoryId), eq(parent.parentId, categoryId)),
        contains(product.name, word),
      ),
    )
    .orderBy(desc(sales), product.id)
    .limit(count * 6);
  return [...Map.groupBy(rows, (row) => row.maker).values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, count);
}

export async function findMerchantName(db: Db, id: number) {
  const [row] = await db
    .select({ shortName: merchant.shortName, speciality: merchant.speciality })
    .from(merchant)
    .where(eq(merchant.id, id));
  return row;
}

export async function findAd(db: Db, id: number) {
  const [row] = await db
    .select({ slot: ad.slot, title: ad.title, url: ad.url })
    .from(ad)
    .where(eq(ad.id, id));
  return row;
}

export async function findOffer(db: Db, id: number) {
  const { kind, name, value, threshold } = pointsGoods;
  const [row] = await db
    .select({ kind, name, value, threshold })
    .from(pointsGoods)
    .where(eq(pointsGoods.id, id));
  return row;
}
