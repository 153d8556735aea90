/** Merchants at the platform's desk: their list, and what hangs on one. */
import { type SQL, sql } from 'drizzle-orm';
import { merchants } from '#lib/contract/desk/lists/merchants.ts';
import { openAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import { orderIs, orderLimits, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Db, Tx } from '../db/client.ts';
import { listRows } from '../db/list-source.ts';
import { owedTo } from '../ledgers/sum-rows.ts';

const textsOf = (words: readonly string[]) =>
  sql.join(
    words.map((one) => sql`${one}`),
    sql`, `,
  );
const toShip = textsOf(orderStatuses.filter(orderIs.shippable));
const unpaid = textsOf(orderStatuses.filter(orderIs.unpaid));
const onWay = textsOf(
  orderStatuses.filter((status) => orderIs.toReceive(status) || orderIs.refusing(status)),
);
const openCases = textsOf(openAfterSaleStates);

/** What hangs on a merchant, its items on the shelf and its seal. Owed is fen. */
export async function countHanging(db: Db | Tx, merchantId: number, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const orders = (where: SQL) =>
    sql`(select count(*)::int from "order" where merchant_id = ${merchantId} and ${where})`;
  const { rows } = await db.execute<{
    goods: number;
    hasSeal: boolean;
    people: number;
    to_ship: number;
    on_way: number;
    unpaid: number;
    window: number;
    cases: number;
    lots: number;
    owed: number;
    promotions: number;
    prices: number;
  }>(sql`select
    (select count(*)::int from goods where merchant_id = ${merchantId} and is_on_shelf) as goods,
    (select count(*)::int from staff where merchant_id = ${merchantId} and disabled_at is null) as people,
    exists (select 1 from merchant_file where merchant_id = ${merchantId} and kind = 'seal') as "hasSeal",
    ${orders(sql`status in (${toShip})`)} as to_ship,
    ${orders(sql`status in (${onWay})`)} as on_way,
    ${orders(sql`status in (${unpaid})`)} as unpaid,
    ${orders(sql`completed_at > ${at} - ${orderLimits.afterSale}::float8 * interval '1 millisecond'`)} as "window",
    (select count(*)::int from after_sale where merchant_id = ${merchantId} and state in (${openCases})) as cases,
    (select count(*)::int from lot join goods on goods.id = lot.goods_id
      where goods.merchant_id = ${merchantId} and lot.on_hand > 0) as lots,
    (select count(distinct a.id)::int from activity a join activity_goods ag on ag.activity_id = a.id
      join goods on goods.id = ag.goods_id
      where goods.merchant_id = ${merchantId} and a.is_open and ${at} between a.starts_at and a.ends_at) as promotions,
    (select count(*)::int from customer_price c join goods on goods.id = c.goods_id
      where goods.merchant_id = ${merchantId}) as prices,
    ${owedTo(merchantId)}::float8 as owed`);
  const [row] = rows;
  if (row === undefined) throw new Error('a count answered nothing');
  return row;
}

export const merchantListRows = listRows(merchants, {
  source: ({ now }) => {
    const today = sql`${dayKey(now.getTime())}::date`;
    return {
      from: sql`merchant m`,
      key: sql`m.id`,
      columns: {
        code: sql`m.code`,
        name: sql`m.short_name`,
        full_name: sql`m.full_name`,
        kind: sql`m.kind`,
        place: sql`m.province || m.city`,
        goods: sql`(select count(*)::int from goods where goods.merchant_id = m.id and goods.is_on_shelf)`,
        staff: sql`(select count(*)::int from staff where staff.merchant_id = m.id and staff.disabled_at is null)`,
        state: sql`case when m.closed_at is not null then 'closed' when m.closing_at is not null then 'closing'
          when m.stopped_on <= ${today} then 'stopped'
          when exists (select 1 from merchant_paper p where p.merchant_id = m.id and p.valid_to < ${today}) then 'lapsed'
          when ${today} between m.rests_from and m.rests_until then 'resting' else 'selling' end`,
        id: sql`m.id`,
      },
    };
  },
});
