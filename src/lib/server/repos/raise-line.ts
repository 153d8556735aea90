/** One goods into a cart in one round trip: most of what is added. */
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { ask } from '../db/prepared.ts';
import { type CartOwner, isAtHome } from './cart.ts';

/** Pieces of a goods as its own line, which has `seen` of them in the cart by now, and `number` afterwards. */
export interface LineToRaise {
  goodsId: number;
  seen: number;
  number: number;
  priceWhenAdded: number;
}

/**
 * Writes one line of a goods as `putLines` does, under the cart's turn, and answers it with the number of lines in
 * the cart: all in one round trip, a transaction of its own (`migrations/*_raise_line.sql`). Null, and nothing written,
 * where the cart is another than was seen, or has `most` lines: then lines are put under their locks.
 *
 * The tables do not announce it: NOTIFY would let one add at a time commit. The caller tells of it soon, by `publishRaised`.
 *
 * Nobody waits for the disk: a machine that loses its power takes with it what was put into carts in the last half
 * second. An order waits, and with it what was in its cart.
 */
export async function raiseLine(
  db: Db,
  owner: CartOwner,
  { goodsId, seen, number, priceWhenAdded }: LineToRaise,
  most: number,
  now: Date,
): Promise<{ id: number; total: number } | null> {
  const { userId, companyId } = owner;
  const line = {
    userId,
    companyId,
    isAtHome: isAtHome(owner),
    goodsId,
    seen,
    number,
    priceWhenAdded,
    most,
    now,
  };
  const { rows } = await ask<{ id: number; total: number }>(db, 'raise line', raising, line);
  return rows[0] ?? null;
}

function raising() {
  const of = sql.placeholder;
  return sql`
    select line_id as id, lines as total
    from (select set_config('yaopi.cart_is_told', 'on', true) as is_told,
        set_config('synchronous_commit', 'off', true) as waits) setting,
      raise_line(case when setting.is_told = 'on' and setting.waits = 'off' then ${of('userId')}::text end, ${of('companyId')},
        ${of('isAtHome')}, ${of('goodsId')}, ${of('seen')}, ${of('number')}, ${of('priceWhenAdded')}, ${of('most')}, ${of('now')})`;
}
