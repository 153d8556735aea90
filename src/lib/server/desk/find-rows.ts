/** Rows that a text or a number names, for Ctrl+K. `within` binds to a merchant's own; null is the platform. */
import { and, desc, eq, ilike, inArray, like, type SQL, sql } from 'drizzle-orm';
import type { DeskSearch } from '#lib/rules/orders/desk-orders.ts';
import type { Db } from '../db/client.ts';
import { containing } from '../db/contains.ts';
import {
  company,
  goods,
  member,
  merchant,
  order,
  payment,
  pointsOrder,
  product,
  shipment,
  user,
} from '../db/schema.ts';
import { byEnd, foundBy, mine } from '../shipping/desk-order-rows.ts';
import { spellingsOf } from '../tracking/rows.ts';

/** Rows of a group. */
const most = 8;

/**
 * The newest orders that a number matches, by the beginning or the end of their own or fully as that of their trade, payments or
 * parcels, or as the receiver's telephone. Each way uses its own index, which one condition for all would not.
 */
export function findOrderPlaces(db: Db, search: DeskSearch, within: number | null) {
  const large = search.number.toUpperCase();
  const ways = foundBy(search);
  // The bounds use the index in any collation; the prefix is checked after them.
  const byOwn = sql`(select o.no from "order" o where o.no >= ${large} and o.no <= ${`${large}\uffff`}
    and starts_with(o.no, ${large}) ${within === null ? sql`` : sql`and o.merchant_id = ${within}`}
    order by o.no desc limit ${most})`;
  const numbers = sql.join(
    search.number === '' ? ways : [byOwn, byEnd(search.number), ...ways],
    sql` union all `,
  );
  return db
    .select({
      no: order.no,
      company: company.name,
      status: order.status,
      deadlineAt: order.deadlineAt,
      receiveBy: order.receiveBy,
    })
    .from(order)
    .innerJoin(company, eq(company.id, order.companyId))
    .where(and(mine(within), sql`${order.no} in (${numbers})`))
    .orderBy(desc(order.no))
    .limit(most);
}

/** The trade of a number with its orders, of a merchant its own; none where there are no orders. */
export async function findTradePlace(db: Db, no: string, within: number | null) {
  const rows = await db
    .select({ no: order.no, company: company.name })
    .from(order)
    .innerJoin(company, eq(company.id, order.companyId))
    .where(and(mine(within), eq(order.tradeNo, no)))
    .orderBy(order.no);
  const [first] = rows;
  return first === undefined ? null : { company: first.company, orders: rows.map((row) => row.no) };
}

/** Payments by their own number, the provider's, or that of a trade or order that they pay. */
export function findPaymentPlaces(db: Db, number: string) {
  const large = number.toUpperCase();
  return db
    .select({
      no: payment.no,
      company: company.name,
      amount: payment.amount,
      status: payment.status,
    })
    .from(payment)
    .innerJoin(company, eq(company.id, payment.companyId))
    .where(
      sql`${payment.no} in (select p.no from payment p where p.no = ${large} or p.provider_no = ${number}
        union all select pt.pay_no from payment_trade pt where pt.trade_no = ${large}
        union all select pt.pay_no from payment_trade pt join "order" o on o.trade_no = pt.trade_no where o.no = ${large})`,
    )
    .orderBy(desc(payment.no))
    .limit(most);
}

/** Parcels by their number, in the spellings that occur. */
export function findParcelPlaces(db: Db, number: string, within: number | null) {
  return db
    .select({
      trackingNo: shipment.trackingNo,
      carrier: shipment.carrier,
      orderNo: order.no,
      company: company.name,
    })
    .from(shipment)
    .innerJoin(order, eq(order.no, shipment.orderNo))
    .innerJoin(company, eq(company.id, order.companyId))
    .where(and(mine(within), inArray(shipment.trackingNo, spellingsOf(number))))
    .orderBy(desc(shipment.id))
    .limit(most);
}

/** Orders of the points mall by their own number, or that of a parcel; the platform's. */
export function findPointsOrderPlaces(db: Db, number: string) {
  const { no, name, status } = pointsOrder;
  return db
    .select({ no, name, status, company: company.name })
    .from(pointsOrder)
    .innerJoin(company, eq(company.id, pointsOrder.companyId))
    .where(
      sql`${no} in (select ${number.toUpperCase()} union all
        select p.order_no from points_parcel p where p.tracking_no = any(${sql.param(spellingsOf(number))}::text[]))`,
    )
    .orderBy(desc(no))
    .limit(most);
}

interface CompanyAsked {
  text: string;
  /** Of one of its people; empty for none, and for readers who do not see telephones. */
  phone: string;
}

/** Companies by a part of their name, their number, their code, or a telephone; the newest first. */
export function findCompanyPlaces(db: Db, { text, phone }: CompanyAsked) {
  const isId = /^[1-9]\d{0,8}$/.test(text);
  const ways: SQL[] = [
    // A text without cases is compared faster, which two characters need: the index has three.
    sql`(select ${company.id} from ${company}
      where ${text.toLowerCase() === text.toUpperCase() ? like(company.name, containing(text)) : ilike(company.name, containing(text))}
      order by ${company.id} desc limit ${most})`,
    sql`select ${company.id} from ${company} where ${company.creditCode} = ${text.toUpperCase()}`,
    ...(isId ? [sql`select ${Number(text)}::int`] : []),
    ...(phone === ''
      ? []
      : [
          sql`select ${member.companyId} from ${member} join ${user} on ${user.id} = ${member.userId}
            where ${user.phoneNumber} = ${phone}`,
        ]),
  ];
  return db
    .select({ id: company.id, name: company.name, status: company.status })
    .from(company)
    .where(sql`${company.id} in (${sql.join(ways, sql` union all `)})`)
    .orderBy(desc(company.id))
    .limit(most);
}

/** Items by their numbers or by SKU; of a merchant its own. */
export function findGoodsPlaces(
  db: Db,
  { ids, sku }: { ids: readonly number[]; sku: string },
  within: number | null,
) {
  return db
    .select({
      id: goods.id,
      name: product.name,
      spec: product.spec,
      maker: product.maker,
      merchant: merchant.shortName,
    })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .where(
      and(
        within === null ? undefined : eq(goods.merchantId, within),
        sql`${goods.id} in (select unnest(${sql.param([...ids])}::int[])
          union all select g.id from goods g join product p on p.id = g.product_id where p.sku = ${sku})`,
      ),
    )
    .limit(ids.length + most);
}
