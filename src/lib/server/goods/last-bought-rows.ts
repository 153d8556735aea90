/** A company's last purchase of each item; written by triggers (migrations, last_bought). */
import { asc, desc, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { lastBought } from '../db/schema.ts';

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
