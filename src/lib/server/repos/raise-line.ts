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

/** The line that was written and how many the cart has; or, with nothing written, the pieces that it holds in truth. */
export type Raised = { id: number; total: number } | { id: null; pieces: number };

/**
 * Writes one line of a goods as `putLines` does, under the cart's turn, and answers it with the number of lines in
 * the cart: all in one round trip, a transaction of its own (`migrations/0000_baseline.sql`). Where the cart has another
 * number of pieces than was seen, it answers those. Null, and nothing written, where it has `most` lines or holds more
 * than one line of the goods: then lines are put under their locks.
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
): Promise<Raised | null> {
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
  const { rows } = await ask<Row>(db, 'raise line', raising, line);
  const [row] = rows;
  if (row === undefined) return null;
  const { id, total, pieces } = row;
  return id === null ? { id, pieces } : { id, total };
}

interface Row extends Record<string, unknown> {
  id: number | null;
  total: number;
  pieces: number;
}

function raising() {
  const of = sql.placeholder;
  return sql`
    select line_id as id, lines as total, pieces
    from (select set_config('yaopi.cart_is_told', 'on', true) as is_told,
        set_config('synchronous_commit', 'off', true) as waits) setting,
      raise_or_tell(case when setting.is_told = 'on' and setting.waits = 'off' then ${of('userId')}::text end, ${of('companyId')},
        ${of('isAtHome')}, ${of('goodsId')}, ${of('seen')}, ${of('number')}, ${of('priceWhenAdded')}, ${of('most')}, ${of('now')})`;
}
