/** The parts of a shop's database without which it cannot open. */
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

export interface Stock {
  merchants: number;
  /** Items on the shelf. */
  goods: number;
  /** Roles of the platform's people who may log in. */
  roles: string[];
}

/** Counts a shop's rows; a stopped merchant counts as none. */
export async function countStock(db: Db): Promise<Stock> {
  const { rows } = await db.execute<{ merchants: number; goods: number; roles: string[] }>(sql`
    select (select count(*)::int from merchant where stopped_on is null) as merchants,
      (select count(*)::int from goods where is_on_shelf) as goods,
      (select coalesce(array_agg(distinct role), '{}') from staff
        where merchant_id is null and disabled_at is null) as roles`);
  const [row] = rows;
  if (row === undefined) throw new Error('a count answered nothing');
  return row;
}
