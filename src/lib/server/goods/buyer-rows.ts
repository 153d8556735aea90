/** What a company has agreed on, and bought last, of items. */
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { Db, Tx } from '../db/client.ts';
import { controlledGrant, customerPrice, lastBought, merchant, order, quotaUse } from '../db/schema.ts';
import { isGrantInForce } from '../db/shelf.ts';

/** One company's agreements and its use of its limits. Prices in fen by goods id. */
export interface AgreedWith {
  prices: ReadonlyMap<number, number>;
  /** Controlled items that it may buy. */
  grants: ReadonlySet<number>;
  /** Key: scope, as rules/quota names it. */
  used: ReadonlyMap<string, number>;
}

/** A company's agreements over the whole catalogue; no other company's rows are read. */
export async function findAgreements(db: Db | Tx, companyId: number, now: EpochMs): Promise<AgreedWith> {
  const [prices, grants, used] = await Promise.all([
    db
      .select({ goodsId: customerPrice.goodsId, price: customerPrice.price })
      .from(customerPrice)
      .where(eq(customerPrice.companyId, companyId)),
    db
      .select({ goodsId: controlledGrant.goodsId })
      .from(controlledGrant)
      .where(
        and(
          eq(controlledGrant.companyId, companyId),
          isGrantInForce(sql`${controlledGrant}`, sql`${dayKey(now)}`),
        ),
      ),
    db
      .select({ scope: quotaUse.scope, used: quotaUse.used })
      .from(quotaUse)
      .where(eq(quotaUse.companyId, companyId)),
  ]);
  return {
    prices: new Map(prices.map((row) => [row.goodsId, row.price])),
    grants: new Set(grants.map((row) => row.goodsId)),
    used: new Map(used.map((row) => [row.scope, row.used])),
  };
}

/** A company's last purchase of each item; written by triggers (migrations, last_bought). */
const columns = { moment: lastBought.boughtAt, price: lastBought.price };

/** Ids of all items that the company has bought, by the time of the last purchase or its price a piece. */
export async function listLastBought(
  db: Db,
  companyId: number,
  order: 'asc' | 'desc',
  by: keyof typeof columns = 'moment',
): Promise<number[]> {
  const way = order === 'asc' ? asc : desc;
  const rows = await db
    .select({ id: lastBought.goodsId })
    .from(lastBought)
    .where(eq(lastBought.companyId, companyId))
    .orderBy(way(columns[by]), lastBought.goodsId);
  return rows.map(({ id }) => id);
}

/** The merchants that companies have ordered from, by name. */
export async function listMerchantsOf(db: Db, companyIds: readonly number[]) {
  return db
    .selectDistinct({ id: merchant.id, name: merchant.shortName })
    .from(order)
    .innerJoin(merchant, eq(merchant.id, order.merchantId))
    .where(and(inArray(order.companyId, [...companyIds]), isNull(order.hiddenAt)))
    .orderBy(asc(merchant.shortName), asc(merchant.id));
}
