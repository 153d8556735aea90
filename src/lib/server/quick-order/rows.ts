/** Rows for matching purchase lists. A company's remembered lines are bound to it in every statement. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { stoppedAfter } from '#lib/rules/purchase/replenish.ts';
import type { Db, Tx } from '../db/client.ts';
import { cartLine, company, goods, order, orderLine, product, purchaseMemory } from '../db/schema.ts';

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

export interface Meant {
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

/** Products that a company has bought, also those without an offer now. */
export async function listBoughtProducts(
  db: Db | Tx,
  companyId: number,
  statuses: readonly OrderStatus[],
): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ id: goods.productId })
    .from(orderLine)
    .innerJoin(order, eq(order.no, orderLine.orderNo))
    .innerJoin(goods, eq(goods.id, orderLine.goodsId))
    .where(and(eq(order.companyId, companyId), inArray(order.status, [...statuses])));
  return new Set(rows.map((row) => row.id));
}

export interface BoughtRow {
  goodsId: number;
  times: number;
  lastAt: Date;
  lastNumber: number;
  /** Fen a piece, at the last order. */
  lastPrice: number;
  dueAt: Date | null;
}

const boughtOrder = {
  times: sql`times desc, last_at desc`,
  last: sql`last_at desc`,
  // The most overdue first; then abandoned ones, as 补货建议 counts them; a single purchase has no rhythm.
  due: sql`(due_at is null)::int, is_given_up::int, due_at, last_at desc`,
} as const;

/**
 * A page of a company's purchases, each item once, with how many there are. Gifts, add-ons and parts of sets are no
 * choice of the buyer and are left out. Due is the last order plus the usual time between two; orders of one day are no
 * rhythm.
 */
export async function listBought(
  db: Db | Tx,
  companyId: number,
  {
    statuses,
    by,
    limit,
    offset,
    now,
  }: {
    statuses: readonly OrderStatus[];
    by: keyof typeof boughtOrder;
    limit: number;
    offset: number;
    now: Date;
  },
): Promise<{ list: BoughtRow[]; total: number }> {
  const result = await db.execute<{
    goods_id: number;
    times: number;
    last_at: string;
    last_number: number;
    last_price: string;
    due_at: string | null;
    total: number;
  }>(sql`
    with bought as (
      select l.goods_id, count(distinct o.no)::int as times,
        max(o.created_at) as last_at, min(o.created_at) as first_at,
        (array_agg(l.quantity order by o.created_at desc, l.id desc))[1] as last_number,
        (array_agg(round(l.gross::numeric / l.quantity) order by o.created_at desc, l.id desc))[1] as last_price
      from order_line l join "order" o on o.no = l.order_no
      where o.company_id = ${companyId} and o.status = any(${sql.param([...statuses])}::text[]) and l.kind in ('normal', 'flash')
      group by l.goods_id),
    rhythm as (
      select *, case when times > 1 and last_at >= first_at + interval '1 day'
        then last_at + (last_at - first_at) / (times - 1) end as due_at
      from bought),
    told as (
      select *, coalesce(${now}::timestamptz > last_at + (due_at - last_at) * ${stoppedAfter}::int, false) as is_given_up
      from rhythm)
    select goods_id, times, last_number, last_price,
      to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_at,
      to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as due_at,
      (select count(*)::int from bought) as total
    from told order by ${boughtOrder[by]}, goods_id limit ${limit} offset ${offset}`);
  const list = result.rows.map((row) => ({
    goodsId: row.goods_id,
    times: row.times,
    lastAt: new Date(row.last_at),
    lastNumber: row.last_number,
    lastPrice: Number(row.last_price),
    dueAt: row.due_at === null ? null : new Date(row.due_at),
  }));
  return { list, total: result.rows[0]?.total ?? 0 };
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
