/** Adds one item to a cart in one round trip: the most frequent kind of add. */
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { ask } from '../fast/prepared.ts';
import { type CartOwner, isAtHome } from './rows.ts';

/** Pieces of an item as its own line: the cart has `seen` pieces now and `number` afterwards. */
export interface LineToRaise {
  goodsId: number;
  seen: number;
  number: number;
  priceWhenAdded: number;
}

/** The written line and the number of lines in the cart; or, with nothing written, the real number of pieces. */
export type Raised = { id: number; total: number } | { id: null; pieces: number };

/**
 * Writes one line of an item as `putLines` does, under the cart's lock, and answers it with the number of lines in the
 * cart: all in one round trip, a transaction of its own (`migrations/0000_baseline.sql`). Where the cart has another
 * number of pieces than was seen, it answers that number. Null, and nothing written, where the cart has `most` lines or
 * more than one line of the item: then the lines are written under their locks. The tables send no notice: NOTIFY would
 * let one add at a time commit. The caller notifies soon, by `publishRaised`. The commit does not wait for the disk: a
 * power failure loses the adds of the last half second. An order waits for the disk, and so do the cart lines in it.
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
