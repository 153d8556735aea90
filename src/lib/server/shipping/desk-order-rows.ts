/** Orders for the desks. `within` binds to a merchant's own; null is the platform, which sees all. */
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { askingAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import { type DeskSearch, shipWithin } from '#lib/rules/orders/desk-orders.ts';
import { type OrderStatus, orderIs } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { countedPage } from '../db/counted-page.ts';
import { type AddressSnapshot, company, merchant, order, trade } from '../db/schema.ts';
import { isRefusalOf } from '../orders/due-rows.ts';
import { heldForQuality, isHeldForQuality } from '../quality/hold-rows.ts';
import { hasStuckParcel } from '../tracking/stuck-rows.ts';

interface DeskOrderSearch {
  within: number | null;
  search: DeskSearch;
  statuses: readonly OrderStatus[];
  from: Date | null;
  to: Date | null;
  /** Only those with a parcel that needs attention. */
  isStuck: boolean;
  isCodeAsked: boolean;
  /** Only those that cannot be shipped because of a locked lot or a stop. */
  isHeldForQuality: boolean;
  /** Only those that should have been shipped by now. */
  isLate: boolean;
  /** Only those whose buyer pressed 催单. */
  isHurried: boolean;
  /** Only refused ones that this side decides about now: the merchant in time, the platform after that. */
  isRefusalDue: boolean;
  now: Date;
}

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
  linesLeft: sql<number>`(select count(*)::int from order_line l where l.order_no = ${order.no} and ${left} > 0)`,
  piecesLeft: sql<number>`(select coalesce(sum(${left}), 0)::int from order_line l where l.order_no = ${order.no})`,
  piecesAsked: sql<number>`(select coalesce(sum(asked.pieces), 0)::int from after_sale_line asked
    join after_sale c on c.id = asked.after_sale_id where c.order_no = ${order.no} and c.stage = 'unsent'
    and c.kind = 'refund_only' and c.state = any(${sql.param([...askingAfterSaleStates])}::text[]))`,
  parcels: sql<number>`(select count(*)::int from shipment s where s.order_no = ${order.no})`,
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
const lacksAskedCodes = sql`exists (select 1 from code_wish w join shipment_lot sl on sl.id = w.shipment_lot_id
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

/** Orders that match the search box; undefined for an empty one. */
function isSearched(search: DeskSearch): SQL | undefined {
  const { text, number, goodsId } = search;
  if (text === '') return undefined;
  const others = foundBy(search);
  return or(
    number === '' ? undefined : contains(order.no, number),
    others.length === 0 ? undefined : sql`${order.no} in (${sql.join(others, sql` union all `)})`,
    contains(company.name, text),
    sql`exists (select 1 from order_line l where l.order_no = ${order.no} and (${contains(sql`l.snapshot->>'name'`, text)}
      or l.snapshot->>'sku' = ${text}${goodsId === null ? sql`` : sql` or l.goods_id = ${goodsId}`}))`,
  );
}

/** A page of them: orders to ship by payment time, the first first; all others the newest first. */
export function findDeskOrders(
  db: Db,
  request: DeskOrderSearch,
  asked: { page: number; size: number },
): Promise<{ rows: DeskOrderFound[]; total: number }> {
  const { within, search, statuses, from, to, now } = request;
  const found = () =>
    orders(
      db,
      and(
        mine(within),
        inArray(order.status, [...statuses]),
        isSearched(search),
        from === null ? undefined : gte(order.paidAt, from),
        to === null ? undefined : lte(order.paidAt, to),
        request.isStuck ? hasStuckParcel(now) : undefined,
        request.isCodeAsked ? lacksAskedCodes : undefined,
        request.isHeldForQuality ? isHeldForQuality : undefined,
        request.isLate ? lt(order.paidAt, new Date(now.getTime() - shipWithin)) : undefined,
        request.isHurried ? isNotNull(order.hurriedAt) : undefined,
        request.isRefusalDue ? isRefusalOf(within, now) : undefined,
      ),
      now,
    );
  const isWaiting = statuses.every(orderIs.shippable);
  const by = isWaiting ? [asc(order.paidAt), asc(order.no)] : [desc(order.createdAt), desc(order.no)];
  return countedPage(db, found, by, asked);
}

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
