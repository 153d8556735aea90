/** Lots at the desks (rules 5): a merchant's own, for the platform all; items without recorded lots with the one of their row. */
import { type SQL, sql } from 'drizzle-orm';
import { lotsList } from '#lib/contract/desk/lists/lots.ts';
import { readLot } from '#lib/contract/lot-acts.ts';
import { lotStates } from '#lib/rules/orders/lots.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { nearExpiry } from '#lib/rules/terms/shelf-life.ts';
import { contains } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';
import { isHeldLine } from '../goods/stock-rows.ts';
import { everyLot, hasReport } from './desk-rows.ts';

/** The lot number as `lotForm` of the rules normalizes it, but for dashes; it finds older lots too. */
const lotText = sql`regexp_replace(normalize(l.lot_no, NFKC), '\\s', '', 'g')`;

/** A state's word of rules/lots as a condition. */
function isState(state: keyof typeof lotStates, now: Date): SQL | undefined {
  const today = sql`${dayKey(now.getTime())}::date`;
  // A lot that is not recorded yet still has the pieces of open orders.
  const liesThere = sql`(l.on_hand > 0 or (l.id is null and exists (
    select 1 from order_line ol join "order" o on o.no = ol.order_no
    where ol.goods_id = l.goods_id and ${isHeldLine} and ol.quantity + ol.sent_refunded_quantity > ol.shipped_quantity + ol.refunded_quantity)))`;
  const isInStock = sql`(${isGood(now)} and ${liesThere})`;
  if (state === 'stock') return isInStock;
  if (state === 'near') return sql`(${isInStock} and l.expires_on <= ${today} + ${nearExpiry.warnDays}::int)`;
  if (state === 'unreported') return sql`(${isInStock} and not ${hasReport})`;
  if (state === 'asked')
    return sql`(not ${hasReport} and exists (select 1 from report_wish w
      where w.goods_id = l.goods_id and w.lot_no = l.lot_no))`;
  if (state === 'returned') return sql`l.returned > 0`;
  if (state === 'locked') return sql`l.locked_at is not null`;
  if (state === 'recalled') return sql`l.recalled_at is not null`;
  return state === 'passed' ? sql`l.expires_on < ${today}` : undefined;
}

/** As `mayGoOut` of the rules. */
const isGood = (now: Date) =>
  sql`(l.recalled_at is null and l.locked_at is null and l.expires_on >= ${dayKey(now.getTime())}::date)`;

export const lotListRows = listRows(lotsList, {
  source: ({ merchantId, now }) => {
    const isOwn = merchantId === null ? sql`false` : sql`true`;
    return {
      from: sql`${everyLot} join goods g on g.id = l.goods_id join product p on p.id = g.product_id
        join merchant m on m.id = g.merchant_id`,
      key: sql`l.key`,
      bound: merchantId === null ? undefined : sql`g.merchant_id = ${merchantId}`,
      columns: {
        lot_no: sql`l.lot_no`,
        name: sql`p.name`,
        spec: sql`p.spec`,
        maker: sql`p.maker`,
        merchant: sql`m.short_name`,
        produced_on: sql`l.produced_on`,
        expires_on: sql`l.expires_on`,
        on_hand: sql`l.on_hand`,
        returned: sql`l.returned`,
        unit: sql`p.unit`,
        has_report: hasReport,
        asked: sql`(select count(*) from report_wish w
          where w.goods_id = l.goods_id and w.lot_no = l.lot_no and not ${hasReport})`,
        goods_id: sql`l.goods_id`,
        recall_reason: sql`l.recall_reason`,
        may_put_in: sql`${isOwn} and l.recalled_at is null and l.locked_at is null`,
        may_resell: sql`${isOwn} and l.returned > 0 and ${isGood(now)}`,
        may_scrap: sql`${isOwn} and l.returned > 0`,
      },
      extra: {
        recorded: sql`l.id`,
        recalled: sql`l.recalled_at is not null`,
        locked: sql`l.locked_at is not null`,
      },
      filters: {
        state: (state) => (isKeyOf(lotStates, state) ? isState(state, now) : undefined),
        lot_no: (typed) => contains(lotText, readLot(typed)),
      },
    };
  },
});
