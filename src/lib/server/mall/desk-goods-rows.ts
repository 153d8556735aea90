/** Goods of the mall for the platform's desk. Each change counts the version up. */
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { KnownDrug } from '#lib/rules/points/medicine.ts';
import type { Db, Tx } from '../db/client.ts';
import { pointsGoods, product, unusedPicture, wheel, wheelPrize } from '../db/schema.ts';
import { recordPicture } from '../goods/own-picture-rows.ts';

export type DeskGoodsRow = typeof pointsGoods.$inferSelect;
type NewGoods = typeof pointsGoods.$inferInsert;

export async function findDeskGoods(db: Db | Tx, id: number): Promise<DeskGoodsRow | null> {
  const [row] = await db.select().from(pointsGoods).where(eq(pointsGoods.id, id));
  return row ?? null;
}

/** Locks a goods until the transaction ends: exchanges of it wait. */
export async function lockDeskGoods(tx: Tx, id: number): Promise<DeskGoodsRow | null> {
  const [row] = await tx.select().from(pointsGoods).where(eq(pointsGoods.id, id)).for('no key update');
  return row ?? null;
}

/** Answers its id; null where the form has made one. */
export async function insertGoods(tx: Tx, row: NewGoods): Promise<number | null> {
  const [made] = await tx
    .insert(pointsGoods)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: pointsGoods.id });
  return made?.id ?? null;
}

export async function findGoodsOfForm(tx: Tx, token: string): Promise<number | null> {
  const [row] = await tx.select({ id: pointsGoods.id }).from(pointsGoods).where(eq(pointsGoods.token, token));
  return row?.id ?? null;
}

/** Changes a locked goods. */
export async function updateGoods(
  tx: Tx,
  { id, version }: Pick<DeskGoodsRow, 'id' | 'version'>,
  patch: Partial<NewGoods>,
): Promise<void> {
  await tx
    .update(pointsGoods)
    .set({ ...patch, version: version + 1 })
    .where(eq(pointsGoods.id, id));
}

/** The name of an opened wheel that is not closed and has the goods as a prize; null for none. */
export async function findWheelOf(tx: Tx, goodsId: number): Promise<string | null> {
  const [row] = await tx
    .select({ name: wheel.name })
    .from(wheelPrize)
    .innerJoin(wheel, eq(wheel.id, wheelPrize.wheelId))
    .where(and(eq(wheelPrize.goodsId, goodsId), isNotNull(wheel.openedAt), isNull(wheel.closedAt)))
    .limit(1);
  return row?.name ?? null;
}

/** Drugs of the catalogue by their names. */
export async function listDrugs(db: Db | Tx): Promise<KnownDrug[]> {
  const herb = '中药饮片';
  const rows = await db
    .selectDistinct({ name: product.name, isHerb: sql<boolean>`${product.kind} = ${herb}` })
    .from(product)
    .where(or(eq(product.kind, herb), sql`${product.approvalNo} ~ '药准字|进口药品'`));
  return rows;
}

/** Those of the names whose picture was uploaded, or is used. */
export async function listKnownPictures(tx: Tx, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const uploaded = await tx
    .select({ name: unusedPicture.name })
    .from(unusedPicture)
    .where(inArray(unusedPicture.name, [...names]));
  const used = await tx
    .select({ pictures: pointsGoods.pictures })
    .from(pointsGoods)
    .where(sql`${pointsGoods.pictures} && ${sql.param([...names])}::text[]`);
  const known = new Set([...uploaded.map(({ name }) => name), ...used.flatMap(({ pictures }) => pictures)]);
  return names.filter((name) => known.has(name));
}

/** Pictures that a goods names now are used; those that it named before may not be any more. */
export async function settlePictures(
  tx: Tx,
  { before, after, now }: { before: readonly string[]; after: readonly string[]; now: Date },
): Promise<void> {
  if (after.length > 0) await tx.delete(unusedPicture).where(inArray(unusedPicture.name, [...after]));
  for (const name of before) if (!after.includes(name)) await recordPicture(tx, name, now);
}
