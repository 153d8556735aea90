import type { Bench } from './bench.ts';

/** Ordinary goods of one merchant that every measured buyer may order, made deep in stock. */
export async function deepGoods({ pool }: Pick<Bench, 'pool'>, amount: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT g.id FROM goods g JOIN product p ON p.id = g.product_id
     WHERE g.is_on_shelf AND NOT g.is_controlled AND g.buyer_types IS NULL AND g.warehouse_id = 1
       AND g.limit_quantity = 0 AND g.day_limit = 0 AND g.week_limit = 0 AND g.merchant_id = 1
       AND NOT EXISTS (SELECT 1 FROM activity_goods a WHERE a.goods_id = g.id)
     ORDER BY g.id LIMIT $1`,
    [amount],
  );
  const ids = rows.map((row) => row.id);
  await pool.query('UPDATE goods SET stock = 100000000 WHERE id = ANY($1)', [ids]);
  return ids;
}
