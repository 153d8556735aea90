/** Whether goods and orders are in step after a long run. */
import type pg from 'pg';
import { count, type Row } from '../table.ts';

interface Counted {
  id: number;
  stock: number;
  /** Pieces of orders that are not called off. */
  ordered: number;
}

const look = `select g.id, g.stock::int8 as stock, coalesce(sum(l.quantity) filter (
    where o.status not in ('cancelled', 'closed')), 0)::int8 as ordered
  from goods g left join order_line l on l.goods_id = g.id left join "order" o on o.no = l.order_no
  where g.id = any($1) group by g.id`;

/** Counts now; `compare` counts again, and checks that what left the stock is in orders, held or sold. */
export async function openBooks(pool: pg.Pool, goods: readonly number[]) {
  const read = async () =>
    new Map((await pool.query<Counted>(look, [goods])).rows.map((row) => [row.id, row]));
  const before = await read();

  async function compare(nos: readonly string[]): Promise<Row[]> {
    const after = await read();
    const moved = [...after.values()].map(({ id, stock, ordered }) => ({
      gone: (before.get(id)?.stock ?? 0) - stock,
      more: ordered - (before.get(id)?.ordered ?? 0),
    }));
    const wrong = moved.filter(({ gone, more }) => gone !== more).length;
    const gone = moved.reduce((sum, one) => sum + one.gone, 0);
    const { rows } = await pool.query<{ found: number }>(
      'select count(*)::int as found from "order" where no = any($1)',
      [nos],
    );
    const found = rows[0]?.found ?? 0;
    return [
      {
        what: 'goods of which stock, held and sold are not what they were together',
        bar: '0',
        measured: `${wrong} of ${moved.length} (${count(gone)} pieces sold)`,
        isMet: wrong === 0 && gone > 0,
      },
      {
        what: 'orders acknowledged and found',
        bar: 'the same',
        measured: `${count(nos.length)} and ${count(found)}`,
        isMet: nos.length === found && found > 0,
      },
    ];
  }

  return { compare };
}
