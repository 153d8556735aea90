import { and, arrayOverlaps, asc, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { goods, navLink, product } from '../db/schema.ts';
import { isOffered } from '../db/shelf.ts';

/** Links of one navigation (`nav` or `float`) with their children, in their order. */
export function listNavLinks(db: Db, kind: 'nav' | 'float') {
  return db.select().from(navLink).where(eq(navLink.kind, kind)).orderBy(asc(navLink.sort), asc(navLink.id));
}

export type NavLinkRow = Awaited<ReturnType<typeof listNavLinks>>[number];

/** Kinds in which an item on the shelf is sold only to clinics and hospitals. */
export async function listClinicKinds(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ kind: product.kind })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(and(isOffered(new Date()), arrayOverlaps(goods.buyerTypes, ['clinic', 'hospital'])));
  return rows.map(({ kind }) => kind);
}
