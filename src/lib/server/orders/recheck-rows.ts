/**
 * Reads for checking orders again before they are shipped: in two round trips, the second after the locks of the first.
 */
import { sql } from 'drizzle-orm';
import { type PublicRow, publicRowsOf } from '../catalogue/offer-rows.ts';
import type { Tx } from '../db/client.ts';
import { intArray, textArray } from '../fast/arrays.ts';
import { ask, prepared } from '../fast/prepared.ts';
import { type Standing, standingColumns } from '../people/standing-rows.ts';
import type { OrderLineRow } from './rows.ts';

/** A line with pieces that are still to be shipped. */
export type LineToCome = Pick<OrderLineRow, 'id' | 'orderNo' | 'goodsId' | 'kind' | 'activityId'> & {
  name: string;
};

/**
 * Lines of orders with pieces still to come (`leftToShip` of orders), whose trades are locked. Locks their
 * items in the order of their ids until the transaction ends: later reads of those still hold then.
 */
export async function lockLinesToCome(tx: Tx, orderNos: readonly string[]): Promise<LineToCome[]> {
  const { rows } = await ask<LineToCome>(tx, 'lock lines to come', locking, { nos: textArray(orderNos) });
  return rows;
}

function locking() {
  return sql`
    with asked as materialized (
        select id, order_no, goods_id, kind, activity_id, snapshot ->> 'name' as name from order_line
        where order_no = any((select ${sql.placeholder('nos')}::text[])::text[])
          and quantity - shipped_quantity - (refunded_quantity - sent_refunded_quantity) > 0),
      locked as materialized (
        select id from goods where id = any(array(select goods_id from asked)) order by id for no key update)
    select id, order_no as "orderNo", goods_id as "goodsId", kind, activity_id as "activityId", name,
      (select count(*) from locked) as locked
    from asked order by id`;
}

/**
 * Public rows of items, and a company's standing. Unknown ids are left out; `goodsIds` contain at least one existing
 * id.
 */
export async function findRowsAndStanding(
  tx: Tx,
  goodsIds: readonly number[],
  companyId: number,
): Promise<{ rows: PublicRow[]; standing: Standing | null }> {
  const query = prepared(tx, 'rows and standing', (name) =>
    publicRowsOf(tx, { standing: standing() }).prepare(name),
  );
  const found = await query.execute({ goodsIds: intArray(goodsIds), companyId });
  return {
    rows: found.map(({ goods, product, merchant }) => ({ goods, product, merchant })),
    standing: found[0]?.standing ?? null,
  };
}

/** One subquery for any number of items: it does not depend on them. */
function standing() {
  const { companyState, buyerType, regionCode, scopes, papers } = standingColumns;
  return sql<Standing>`(select json_build_object('companyId', "company"."id", 'companyState', ${companyState},
    'buyerType', ${buyerType}, 'regionCode', ${regionCode}, 'scopes', ${scopes}, 'papers', ${papers})
    from company where "company"."id" = ${sql.placeholder('companyId')})`;
}
