/** Orders for the desks. `within` binds to a merchant's own; null is the platform, which sees all. */
import { and, asc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { askingAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import { type DeskSearch, shipWithin } from '#lib/rules/orders/desk-orders.ts';
import { type OrderStatus, orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
import { contains, starting } from '../db/contains.ts';
import { type AddressSnapshot, company, merchant, order, trade } from '../db/schema.ts';
import { heldForQuality } from '../quality/hold-rows.ts';
import { hasStuckParcel } from '../tracking/stuck-rows.ts';

export interface DeskOrderFound {
  no: string;
  merchant: string;
  company: string;
  address: AddressSnapshot;
  status: OrderStatus;
  deadlineAt: Date;
  receiveBy: Date | null;
  remark: string;
  isColdChain: boolean;
  paidAt: Date | null;
  linesLeft: number;
  piecesLeft: number;
  piecesAsked: number;
  parcels: number;
  isStuck: boolean;
  isHeldForQuality: boolean;
  hurriedAt: Date | null;
}

const left = sql`greatest(l.quantity - l.shipped_quantity - l.refunded_quantity + l.sent_refunded_quantity, 0)`;
const isShippable = inArray(order.status, orderStatuses.filter(orderIs.shippable));
// A cancelled or unpaid order is not shipped.
export const linesLeft = sql<number>`(case when ${isShippable} then
  (select count(*)::int from order_line l where l.order_no = ${order.no} and ${left} > 0) else 0 end)`;
export const piecesLeft = sql<number>`(case when ${isShippable} then
  (select coalesce(sum(${left}), 0)::int from order_line l where l.order_no = ${order.no}) else 0 end)`;
export const piecesAsked = sql<number>`(case when ${isShippable} then
  (select coalesce(sum(asked.pieces), 0)::int from after_sale_line asked
    join after_sale c on c.id = asked.after_sale_id where c.order_no = ${order.no} and c.stage = 'unsent'
    and c.kind = 'refund_only' and c.state = any(${sql.param([...askingAfterSaleStates])}::text[])) else 0 end)`;
export const hurriedAt = sql<Date | null>`(case when ${isShippable} then ${order.hurriedAt} end)`;
export const parcelCount = sql<number>`(select count(*)::int from shipment s where s.order_no = ${order.no})`;

/** Paid longer ago than a merchant has to ship, and not completely shipped. */
export function isLate(now: Date): SQL<boolean> {
  return sql<boolean>`coalesce(${isShippable} and ${lt(order.paidAt, new Date(now.getTime() - shipWithin))}, false)`;
}

const columns = {
  no: order.no,
  merchant: merchant.shortName,
  company: company.name,
  address: trade.address,
  status: order.status,
  deadlineAt: order.deadlineAt,
  receiveBy: order.receiveBy,
  remark: order.remark,
  isColdChain: order.isColdChain,
  paidAt: order.paidAt,
  hurriedAt: order.hurriedAt,
  linesLeft,
  piecesLeft,
  piecesAsked,
  parcels: parcelCount,
};

function orders(db: Db, where: SQL | undefined, now: Date) {
  return db
    .select({ ...columns, isStuck: hasStuckParcel(now), isHeldForQuality: heldForQuality })
    .from(order)
    .innerJoin(trade, eq(trade.no, order.tradeNo))
    .innerJoin(company, eq(company.id, order.companyId))
    .innerJoin(merchant, eq(merchant.id, order.merchantId))
    .where(where)
    .$dynamic();
}

/** A buyer asks for codes of one of its parcels, and they are still missing. */
export const lacksAskedCodes = sql`exists (select 1 from code_wish w join shipment_lot sl on sl.id = w.shipment_lot_id
  join shipment s on s.id = sl.shipment_id
  where s.order_no = ${order.no} and cardinality(sl.trace_codes) < sl.quantity)`;

export function mine(within: number | null): SQL | undefined {
  return within === null ? undefined : eq(order.merchantId, within);
}

/** Other columns in which a number is searched besides the order's own. */
export function foundBy({ number, phone }: DeskSearch): SQL[] {
  const bySpelling = sql`(${number}, ${number.toUpperCase()}, ${number.toLowerCase()})`;
  return [
    ...(number === ''
      ? []
      : [
          sql`select o.no from "order" o where o.trade_no = ${number.toUpperCase()}`,
          sql`select o.no from payment p join payment_trade pt on pt.pay_no = p.no join "order" o on o.trade_no = pt.trade_no
            where p.no = ${number.toUpperCase()} or p.provider_no = ${number}`,
          sql`select s.order_no from shipment s where s.tracking_no in ${bySpelling}`,
        ]),
    ...(phone === ''
      ? []
      : [
          sql`select o.no from trade t join "order" o on o.trade_no = t.no where t.address->>'phone' = ${phone}`,
        ]),
  ];
}

/** Orders whose number ends so; an index holds the numbers backwards. */
export function byEnd(number: string): SQL {
  const backwards = [...number.toUpperCase()].reverse().join('');
  return sql`select o.no from "order" o where reverse(o.no) like ${starting(backwards)}`;
}

/** Orders that match the search box. */
export function isSearched(search: DeskSearch): SQL | undefined {
  const { text, number, goodsId } = search;
  const ways = [
    ...foundBy(search),
    ...(number === '' ? [] : [byEnd(number)]),
    ...(goodsId === null ? [] : [sql`select l.order_no from order_line l where l.goods_id = ${goodsId}`]),
    sql`select l.order_no from product p join goods g on g.product_id = p.id
      join order_line l on l.goods_id = g.id where p.sku = ${text}`,
  ];
  const byNumber = sql`${order.no} in (${sql.join(ways, sql` union all `)})`;
  // A long number is no part of a name, and is found by indexes alone.
  if (number.length >= longNumber) return byNumber;
  return or(
    byNumber,
    sql`${order.companyId} in (select c.id from company c where ${contains(sql`c.name`, text)})`,
    sql`exists (select 1 from order_line l where l.order_no = ${order.no} and ${contains(sql`l.snapshot->>'name'`, text)})`,
  );
}

/** Characters from which a text is no part of a name. */
const longNumber = 8;

/** One of them; null for one that is not this desk's. */
export async function findDeskOrder(
  db: Db,
  no: string,
  within: number | null,
  now: Date,
): Promise<DeskOrderFound | null> {
  const [row] = await orders(db, and(mine(within), eq(order.no, no)), now);
  return row ?? null;
}

/** Those of these that are this desk's, in the order of the numbers. */
export async function findDeskOrders(
  db: Db,
  nos: readonly string[],
  within: number | null,
  now: Date,
): Promise<DeskOrderFound[]> {
  const rows = await orders(db, and(mine(within), inArray(order.no, [...nos])), now);
  const places = new Map(nos.map((no, at) => [no, at]));
  return rows.sort((a, b) => (places.get(a.no) ?? 0) - (places.get(b.no) ?? 0));
}

interface Waiting {
  /** Of these only, unless it is empty. */
  nos: readonly string[];
  /** Behind this order, whether it waits itself or not; empty for the first. */
  after: string;
}

function isWaiting(merchantId: number, { nos, after }: Waiting): SQL | undefined {
  return and(
    mine(merchantId),
    isShippable,
    nos.length === 0 ? undefined : inArray(order.no, [...nos]),
    after === ''
      ? undefined
      : sql`(${order.paidAt}, ${order.no}) > (select a.paid_at, a.no from "order" a where a.no = ${after})`,
  );
}

/** A merchant's orders that may be shipped, those paid first first. */
export async function findWaitingOrders(
  db: Db,
  merchantId: number,
  waiting: Waiting,
  most: number,
  now: Date,
): Promise<DeskOrderFound[]> {
  return orders(db, isWaiting(merchantId, waiting), now)
    .orderBy(asc(order.paidAt), asc(order.no))
    .limit(most);
}

/** How many they are. */
export function countWaitingOrders(db: Db, merchantId: number, waiting: Waiting): Promise<number> {
  return db.$count(order, isWaiting(merchantId, waiting));
}
