/** Alert requests of users: 到货通知 and 降价通知. */
import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { AlertWire } from '#lib/contract/alerts.ts';
import type { Db, Tx } from '../db/client.ts';
import { goods, goodsAlert, merchant, product } from '../db/schema.ts';
import { isOffered } from '../db/shelf.ts';

export type AlertKind = AlertWire['kind'];

export interface AlertRequest {
  userId: string;
  companyId: number;
  goodsId: number;
  kind: AlertKind;
  /** Fen; null for kind stock. */
  price: number | null;
}

/** Counts a user's open requests. */
export async function countRequests(tx: Db | Tx, userId: string): Promise<number> {
  return tx.$count(goodsAlert, and(eq(goodsAlert.userId, userId), isNull(goodsAlert.toldAt)));
}

/** Serializes changes of a user's requests until the transaction ends. */
export async function lockRequests(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alert:${userId}`}, 0))`);
}

/** Saves a request; an open one takes the new price. */
export async function putRequest(tx: Tx, request: AlertRequest): Promise<void> {
  await tx
    .insert(goodsAlert)
    .values(request)
    .onConflictDoUpdate({
      target: [goodsAlert.userId, goodsAlert.goodsId, goodsAlert.kind],
      targetWhere: isNull(goodsAlert.toldAt),
      set: { price: request.price, companyId: request.companyId },
    });
}

/** The lowest price that any buyer could pay for an item now; a higher one than the request's needs no pricing. */
function leastPrice(now: Date) {
  return sql`least(${goods.price}, ${goods.memberPrice},
    (select min(value::bigint) from jsonb_each_text(${goods.rankPrices})),
    (select min((tier ->> 'price')::bigint) from jsonb_array_elements(${goods.ladder}) tier),
    (select min(ag.price) from activity_goods ag join activity a on a.id = ag.activity_id
      where ag.goods_id = ${goods.id} and ag.role = 'subject' and a.is_open
        and a.starts_at <= ${now} and a.ends_at > ${now}),
    (select cp.price from customer_price cp
      where cp.goods_id = ${goods.id} and cp.company_id = ${goodsAlert.companyId}))`;
}

/**
 * Open requests that may be fulfilled, by user, by id after `after`; of some items, or of all (null). The rules decide
 * whether they are.
 */
export async function listRipeRequests(
  db: Db,
  goodsIds: readonly number[] | null,
  { after, limit, now }: { after: number; limit: number; now: Date },
) {
  return db
    .select({
      id: goodsAlert.id,
      userId: goodsAlert.userId,
      companyId: goodsAlert.companyId,
      goodsId: goodsAlert.goodsId,
      kind: sql<AlertKind>`${goodsAlert.kind}`,
      price: goodsAlert.price,
      name: product.name,
      spec: product.spec,
      merchant: merchant.shortName,
    })
    .from(goodsAlert)
    .innerJoin(goods, eq(goods.id, goodsAlert.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .where(
      and(
        isNull(goodsAlert.toldAt),
        gt(goodsAlert.id, after),
        isOffered(now),
        goodsIds ? inArray(goodsAlert.goodsId, [...goodsIds]) : undefined,
        sql`case ${goodsAlert.kind} when 'stock' then ${goods.stock} >= ${goods.packStep}
          else ${leastPrice(now)} < ${goodsAlert.price} end`,
      ),
    )
    .orderBy(asc(goodsAlert.id))
    .limit(limit);
}
export type RipeRequest = Awaited<ReturnType<typeof listRipeRequests>>[number];

/**
 * Marks requests as notified; answers those that were still open, so that one of several processes sends the message.
 */
export async function closeRequests(tx: Tx, ids: readonly number[], now: Date): Promise<number[]> {
  const rows = await tx
    .update(goodsAlert)
    .set({ toldAt: now })
    .where(and(inArray(goodsAlert.id, [...ids]), isNull(goodsAlert.toldAt)))
    .returning({ id: goodsAlert.id });
  return rows.map(({ id }) => id);
}

/** A user's open requests and those notified since a moment: open ones first, then the newest first. */
export async function listRequests(db: Db, userId: string, toldSince: Date) {
  return db
    .select({
      goodsId: goodsAlert.goodsId,
      kind: sql<AlertKind>`${goodsAlert.kind}`,
      price: goodsAlert.price,
      createdAt: goodsAlert.createdAt,
      toldAt: goodsAlert.toldAt,
      productId: goods.productId,
      name: product.name,
      spec: product.spec,
      maker: product.maker,
      unit: product.unit,
      pictures: product.pictures,
      otc: product.otc,
      merchant: merchant.shortName,
    })
    .from(goodsAlert)
    .innerJoin(goods, eq(goods.id, goodsAlert.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .where(
      and(eq(goodsAlert.userId, userId), or(isNull(goodsAlert.toldAt), gt(goodsAlert.toldAt, toldSince))),
    )
    .orderBy(sql`${goodsAlert.toldAt} desc nulls first`, desc(goodsAlert.id))
    .limit(1_000);
}

/** Ends a user's open request; one that does not exist counts as ended. */
export async function endRequest(
  db: Db,
  { userId, goodsId, kind }: Pick<AlertRequest, 'userId' | 'goodsId' | 'kind'>,
): Promise<void> {
  await db
    .delete(goodsAlert)
    .where(
      and(
        eq(goodsAlert.userId, userId),
        eq(goodsAlert.goodsId, goodsId),
        eq(goodsAlert.kind, kind),
        isNull(goodsAlert.toldAt),
      ),
    );
}
