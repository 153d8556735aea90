/** What is looked at again of orders whose goods are to go out: in two round trips, the second behind the locks of the first. */
import { sql } from 'drizzle-orm';
import { intArray, textArray } from '../db/arrays.ts';
import type { Tx } from '../db/client.ts';
import { ask, prepared } from '../db/prepared.ts';
import { type PublicRow, publicRowsOf } from './offers.ts';
import type { OrderLineRow } from './orders.ts';
import { type Standing, standingColumns } from './standing.ts';

/** A line with pieces that are still to be sent. */
export type LineToCome = Pick<OrderLineRow, 'id' | 'orderNo' | 'goodsId' | 'kind' | 'activityId'> & {
  name: string;
};

/**
 * Lines of orders with pieces still to come (`leftToShip` of services/orders), the trades of which are locked. Locks their
 * goods in the order of their ids until the transaction ends: what is read of those afterwards still holds then.
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

/** Goods as everybody has them, and how a company stands. Unknown ids are left out; `goodsIds` name one at least that is there. */
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

/** Asked once, however many goods there are: it does not depend on them. */
function standing() {
  const { companyState, buyerType, regionCode, scopes, papers } = standingColumns;
  return sql<Standing>`(select json_build_object('companyId', "company"."id", 'companyState', ${companyState},
    'buyerType', ${buyerType}, 'regionCode', ${regionCode}, 'scopes', ${scopes}, 'papers', ${papers})
    from company where "company"."id" = ${sql.placeholder('companyId')})`;
}
