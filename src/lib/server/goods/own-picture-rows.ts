/** Products with their own pictures, and pictures of the store that no product references any more. */
import { and, arrayContains, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { pointsGoods, product, unusedPicture } from '../db/schema.ts';

/** Written out, because the index holds only products that have some. */
const hasPictures = sql`${product.pictures} <> '{}'`;

/** Class of a picture that the points mall shows: it holds no medicine. */
const openClass = '普通';

/** The classes of all products that reference a picture, and of the points mall; none where nothing does. */
export async function listPictureClasses(db: Db | Tx, name: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ otc: product.otc })
    .from(product)
    .where(and(arrayContains(product.pictures, [name]), hasPictures));
  const isOffered = (await db.$count(pointsGoods, arrayContains(pointsGoods.pictures, [name]))) > 0;
  return [...rows.map(({ otc }) => otc), ...(isOffered ? [openClass] : [])];
}

/** A picture is about to be made; until a product references it, it counts as unused. */
export async function recordPicture(db: Db | Tx, name: string, now: Date): Promise<void> {
  await db
    .insert(unusedPicture)
    .values({ name, since: now })
    .onConflictDoUpdate({ target: unusedPicture.name, set: { since: now } });
}

/** Replaces a product's pictures with these. */
export async function writePictures(
  tx: Tx,
  productId: number,
  pictures: readonly string[],
  now: Date,
): Promise<void> {
  const [before] = await tx
    .select({ pictures: product.pictures })
    .from(product)
    .where(eq(product.id, productId))
    .for('no key update');
  await tx
    .update(product)
    .set({ pictures: [...pictures], updatedAt: now })
    .where(eq(product.id, productId));
  if (pictures.length > 0) await tx.delete(unusedPicture).where(inArray(unusedPicture.name, [...pictures]));
  for (const name of before?.pictures ?? []) if (!pictures.includes(name)) await recordPicture(tx, name, now);
}

const isNamed = (db: Db | Tx) =>
  db
    .select({ one: sql`1` })
    .from(product)
    .where(and(sql`${product.pictures} @> array[${unusedPicture.name}]`, hasPictures));

const isOffered = (db: Db | Tx) =>
  db
    .select({ one: sql`1` })
    .from(pointsGoods)
    .where(sql`${pointsGoods.pictures} @> array[${unusedPicture.name}]`);

/** Pictures that neither a product nor the points mall has referenced since before `until`. */
export async function listUnusedPictures(db: Db | Tx, until: Date): Promise<string[]> {
  const rows = await db
    .select({ name: unusedPicture.name })
    .from(unusedPicture)
    .where(and(lt(unusedPicture.since, until), notExists(isNamed(db)), notExists(isOffered(db))));
  return rows.map(({ name }) => name);
}

/** Deletes the rows of unused pictures whose files are gone, and of those that a product references again. */
export async function forgetUnusedPictures(db: Db | Tx, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.delete(unusedPicture).where(inArray(unusedPicture.name, [...names]));
}
