/** Taxes of items from their days on (rules 19). */
import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { GoodsTax } from '#lib/rules/invoices/tax.ts';
import type { Db, Tx } from '../db/client.ts';
import { goodsTax } from '../db/schema.ts';

/** The tax of each of a merchant's items in force on a Shanghai day; an item without one is left out. */
export async function listTaxesAt(
  db: Db | Tx,
  merchantId: number,
  goodsIds: readonly number[],
  day: string,
): Promise<Map<number, GoodsTax>> {
  if (goodsIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([goodsTax.goodsId])
    .from(goodsTax)
    .where(
      and(
        eq(goodsTax.merchantId, merchantId),
        inArray(goodsTax.goodsId, [...new Set(goodsIds)]),
        lte(goodsTax.validFrom, day),
      ),
    )
    .orderBy(goodsTax.goodsId, desc(goodsTax.validFrom));
  return new Map(rows.map(({ goodsId, rate, policy, taxCode }) => [goodsId, { rate, policy, taxCode }]));
}
