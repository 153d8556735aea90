/** Orders as the desks work on them. `within` binds to a merchant's own; null is the platform, which sees all. */
import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { askingAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import { type OrderStatus, orderIs } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
import { type AddressSnapshot, company, merchant, order, trade } from '../db/schema.ts';
import { contains } from './contains.ts';
import { countedPage } from './counted-page.ts';
import { hasStuckParcel } from './tracking.ts';

export interface DeskOrderWish {
  within: number | null;
  no: string;
  company: string;
  goods: string;
  statuses: readonly OrderStatus[];
  from: Date | null;
  to: Date | null;
  /** Only those with a parcel that needs looking after. */
  isStuck: boolean;
  isCodeAsked: boolean;
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
    .select({ ...columns, isStuck: hasStuckParcel(now) })
    .from(order)
    .innerJoin(trade, eq(trade.no, order.tradeNo))
    .innerJoin(company, eq(company.id, order.companyId))
    .innerJoin(merchant, eq(merchant.id, order.merchantId))
    .where(where)
    .$dynamic();
}

/** A buyer asks for codes of one of its parcels, and they are not there yet. */
const lacksAskedCodes = sql`exists (select 1 from code_wish w join shipment_lot sl on sl.id = w.shipment_lot_id
  join shipment s on s.id = sl.shipment_id
  where s.order_no = ${order.no} and cardinality(sl.trace_codes) < sl.quantity)`;

function mine(within: number | null): SQL | undefined {
  return within === null ? undefined : eq(order.merchantId, within);
}

/** A page of them: what waits to go out by its payment, the first first; everything else the newest first. */
export function findDeskOrders(
  db: Db,
  { within, no, company: name, goods, statuses, from, to, isStuck, isCodeAsked, now }: DeskOrderWish,
  asked: { page: number; size: number },
): Promise<{ rows: DeskOrderFound[]; total: number }> {
  const found = () =>
    orders(
      db,
      and(
        mine(within),
        inArray(order.status, [...statuses]),
        contains(order.no, no),
        contains(company.name, name),
        goods === ''
          ? undefined
          : sql`exists (select 1 from order_line l where l.order_no = ${order.no} and ${contains(
              sql`l.snapshot->>'name'`,
              goods,
            )})`,
        from === null ? undefined : gte(order.paidAt, from),
        to === null ? undefined : lte(order.paidAt, to),
        isStuck ? hasStuckParcel(now) : undefined,
        isCodeAsked ? lacksAskedCodes : undefined,
      ),
      now,
    );
  const isWaiting = statuses.every(orderIs.shippable);
  const by = isWaiting ? [asc(order.paidAt), asc(order.no)] : [desc(order.createdAt), desc(order.no)];
  return countedPage(db, found, by, asked);
}

/** One of them; null for what is not this desk's. */
export async function findDeskOrder(
  db: Db,
  no: string,
  within: number | null,
  now: Date,
): Promise<DeskOrderFound | null> {
  const [row] = await orders(db, and(mine(within), eq(order.no, no)), now);
  return row ?? null;
}

/** The newest orders whose number begins so, 8 at most. */
export function listOrderNumbers(db: Db, begin: string, within: number | null) {
  return (
    db
      .select({
        no: order.no,
        company: company.name,
        status: order.status,
        deadlineAt: order.deadlineAt,
        receiveBy: order.receiveBy,
      })
      .from(order)
      .innerJoin(company, eq(company.id, order.companyId))
      // The bounds are the index's, whatever the order of its letters; what begins so is said behind them.
      .where(
        and(
          mine(within),
          gte(order.no, begin),
          lte(order.no, `${begin}\uffff`),
          sql`starts_with(${order.no}, ${begin})`,
        ),
      )
      .orderBy(desc(order.createdAt), desc(order.no))
      .limit(8)
  );
}
