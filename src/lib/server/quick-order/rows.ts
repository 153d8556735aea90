/** Rows for matching purchase lists. A company's remembered lines are bound to it in every statement. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { cartLine, company, goods, product, purchaseMemory } from '../db/schema.ts';

/** Products with all fields by which a line may name them. Unknown ids are left out. */
export async function listPurchaseProducts(db: Db | Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: product.id,
      name: product.name,
      brand: product.brand,
      maker: product.maker,
      spec: product.spec,
      size: product.size,
      form: product.form,
      unit: product.unit,
      casePack: product.casePack,
      midPack: product.midPack,
      approvalNo: product.approvalNo,
      nationalCode: product.nationalCode,
      barcode: product.barcode,
      pinyin: product.pinyin,
      initials: product.initials,
    })
    .from(product)
    .where(inArray(product.id, [...ids]));
}

/** A company's remembered meanings of these lines, by line. */
export async function listMemory(
  db: Db | Tx,
  companyId: number,
  lines: readonly string[],
): Promise<Map<string, number>> {
  if (lines.length === 0) return new Map();
  const rows = await db
    .select({ line: purchaseMemory.line, productId: purchaseMemory.productId })
    .from(purchaseMemory)
    .where(and(eq(purchaseMemory.companyId, companyId), inArray(purchaseMemory.line, [...lines])));
  return new Map(rows.map((row) => [row.line, row.productId]));
}

interface Meant {
  line: string;
  productId: number;
}

/** Remembers lines, each once; the latest counts. */
export async function putMemory(
  db: Db | Tx,
  companyId: number,
  meant: readonly Meant[],
  now: Date,
): Promise<void> {
  if (meant.length === 0) return;
  const once = [...new Map(meant.map((one) => [one.line, one])).values()];
  // In a fixed order, so that two calls at once wait for each other instead of deadlocking.
  once.sort((a, b) => (a.line < b.line ? -1 : 1));
  await db
    .insert(purchaseMemory)
    .values(once.map(({ line, productId }) => ({ companyId, line, productId, updatedAt: now })))
    .onConflictDoUpdate({
      target: [purchaseMemory.companyId, purchaseMemory.line],
      set: { productId: sql`excluded.product_id`, updatedAt: now },
    });
}

/** Product of each item. Unknown ids are left out. */
export async function listProductIds(db: Db | Tx, goodsIds: readonly number[]): Promise<Map<number, number>> {
  if (goodsIds.length === 0) return new Map();
  const rows = await db
    .select({ id: goods.id, productId: goods.productId })
    .from(goods)
    .where(inArray(goods.id, [...goodsIds]));
  return new Map(rows.map((row) => [row.id, row.productId]));
}

/** Items in a person's cart, also those saved for later. */
export async function listHeldGoods(
  db: Db | Tx,
  owner: { userId: string; companyId: number },
): Promise<Set<number>> {
  const rows = await db
    .select({ id: cartLine.goodsId })
    .from(cartLine)
    .where(and(eq(cartLine.userId, owner.userId), eq(cartLine.companyId, owner.companyId)));
  return new Set(rows.flatMap((row) => row.id ?? []));
}

/** Replaces the item of a line, while it still holds `from`; false when it does not or is not the owner's. */
export async function moveLine(
  tx: Tx,
  owner: { userId: string; companyId: number },
  { id, from, to, price }: { id: number; from: number; to: number; price: number },
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(cartLine)
    .set({ goodsId: to, priceWhenAdded: price, updatedAt: now })
    .where(
      and(
        eq(cartLine.userId, owner.userId),
        eq(cartLine.companyId, owner.companyId),
        eq(cartLine.id, id),
        eq(cartLine.kind, 'normal'),
        eq(cartLine.goodsId, from),
        eq(cartLine.isSavedForLater, false),
      ),
    )
    .returning({ id: cartLine.id });
  return rows.length > 0;
}

/** The minimum remaining shelf life that a company accepts. */
export async function setMinShelfLife(db: Db | Tx, companyId: number, days: number): Promise<void> {
  await db.update(company).set({ minShelfLifeDays: days }).where(eq(company.id, companyId));
}
