import { giveMoney } from '#tests/support/orders.ts';
import type { BenchDatabase } from '../database.ts';

/** Fen that an errand of 600 pieces does not come near, however often it is run in an hour. */
const enough = 100_000_000_00;

/** Enough money in the wallet of every measured buyer. */
export async function giveBuyersMoney({ db, pool }: Pick<BenchDatabase, 'db' | 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `select w.company_id as id from wallet w join member m on m.company_id = w.company_id
     join "user" u on u.id = m.user_id where u.username like 'load%' and w.balance < $1`,
    [enough],
  );
  if (rows.length === 0) return;
  await giveMoney(db, [...new Set(rows.map(({ id }) => id))], enough);
}
