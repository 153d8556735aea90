/** Orders of which something can be invoiced: shipped, paid, not refunded, not on an invoice yet (rules 19). */
import { type SQL, sql } from 'drizzle-orm';
import { liveInvoiceStates } from '#lib/rules/invoices/invoice-state.ts';
import { invoicedStatuses } from '#lib/rules/orders/order-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { words } from '../db/schema/columns.ts';
import { textArray } from '../fast/arrays.ts';

/** Ms for which a paid order can be invoiced by itself and shows in the list, and an ended red form waits: 400 days. */
export const invoiceReachMs = 400 * 86_400_000;

/**
 * Condition of an invoice (alias `i`) whose amounts are taken: a live one, and a blue one that is held up, which is sent
 * again or taken back by a person. A held up red one takes nothing back.
 */
export const isTaken = sql`(i.state in (${words(liveInvoiceStates)}) or i.state = 'failed' and i.color = 'blue')`;

/** Pieces of an order line (alias `l`) that were shipped and not refunded. */
const kept = sql`(l.shipped_quantity - l.sent_refunded_quantity)`;

/** Fen of an order line (alias `l`) that can be on invoices: as `toInvoice` of the rules for a line without any. */
export const lineTarget = sql`(case
  when ${kept} = 0 then 0
  when ${kept} = l.quantity - l.refunded_quantity then l.paid - l.refunded_amount
  else least(l.paid - floor(l.paid::numeric * (l.quantity - ${kept}) / l.quantity)::bigint, l.paid - l.refunded_amount) end)`;

/** Fen above which an order line (alias `l`) has too much on invoices: as `toInvoice` below zero. */
export const redTarget = sql`(case
  when ${kept} = l.quantity - l.refunded_quantity then l.paid - l.refunded_amount
  when ${kept} = 0 then 0
  else least(l.paid - floor(l.paid::numeric * (l.quantity - ${kept}) / l.quantity)::bigint, l.paid - l.refunded_amount) end)`;

/**
 * True where a blue invoice has a line whose order has more on invoices than was kept: something is to be taken back. Only
 * refunds bring that about, so that the figures of lines and orders without one are not read.
 */
export function isRedDue(blue: SQL): SQL {
  return sql`(exists (
    select 1 from invoice_line y join order_line l on l.id = y.order_line_id
    where y.invoice_id = ${blue} and (l.refunded_quantity > 0 or l.refunded_amount > 0) and ${redTarget} < (
      select sum(t.gross) from invoice_line t join invoice i on i.id = t.invoice_id
      where t.order_line_id = l.id and ${isTaken}))
  or exists (
    select 1 from invoice_line y join "order" o on o.no = y.order_no
    where y.invoice_id = ${blue} and y.order_line_id is null and o.refunded_amount > 0 and (
      select sum(t.gross) from invoice_line t join invoice i on i.id = t.invoice_id
      where t.order_no = o.no and t.order_line_id is null and ${isTaken})
      > greatest(o.shipping_amount - greatest(o.refunded_amount
        - (select sum(l.refunded_amount) from order_line l where l.order_no = o.no), 0), 0)))`;
}

const open = words(invoicedStatuses);

/**
 * Orders (alias `o`) that fulfil a condition, with fen that can be invoiced now and fen that are on invoices: a query of
 * its own, for `from (…) open_order`.
 */
export function openOrders(where: SQL): SQL {
  return sql`(
    with sold as materialized (
      select o.no, o.company_id, o.merchant_id, o.created_at, o.paid_at, o.shipping_amount, o.refunded_amount as refunded
      from "order" o where o.status in (${open}) and o.paid_at is not null and ${where}
    ), taken as (
      select t.order_no, t.order_line_id, sum(t.gross)::bigint as gross
      from invoice_line t join invoice i on i.id = t.invoice_id
      where t.order_no in (select no from sold) and ${isTaken}
      group by 1, 2
    ), line as (
      select l.order_no, sum(greatest(${lineTarget} - coalesce(t.gross, 0), 0)) as due, sum(t.gross) as invoiced,
        sum(l.refunded_amount) as refunded, max(l.shipped_quantity) as shipped
      from sold s join order_line l on l.order_no = s.no left join taken t on t.order_line_id = l.id
      group by l.order_no
    )
    select s.no, s.company_id, s.merchant_id, s.created_at, s.paid_at,
      (l.due + case when l.shipped > 0 then greatest(s.shipping_amount - greatest(s.refunded - l.refunded, 0)
        - coalesce(f.gross, 0), 0) else 0 end)::bigint as amount,
      (coalesce(l.invoiced, 0) + coalesce(f.gross, 0))::bigint as invoiced
    from sold s
      join line l on l.order_no = s.no
      left join taken f on f.order_no = s.no and f.order_line_id is null
  )`;
}

export interface OpenOrderRow {
  no: string;
  merchantId: number;
  merchant: string;
  createdAt: Date;
  paidAt: Date;
  /** Fen. */
  amount: number;
  invoiced: number;
}

export interface OpenSearch {
  now: Date;
  /** Of these orders alone; null: of all. */
  nos: readonly string[] | null;
  /** Of this month of payment, and of this merchant, alone. */
  month: string | null;
  merchantId: number | null;
  offset: number;
  limit: number;
}

export interface OpenOrders {
  /** The newest payment first. */
  list: OpenOrderRow[];
  /** Of all that were found; fen. */
  total: number;
  amount: number;
  /** Of the merchant that is asked about or all, whatever the month, the newest month first; none where orders are named. */
  months: { month: string; orders: number; amount: number }[];
  merchants: { id: number; name: string }[];
}

type ListedOrder = Omit<OpenOrderRow, 'createdAt' | 'paidAt'> & Record<'created' | 'paid', number>;

/** A company's orders with something to invoice, paid within {@link invoiceReachMs}. All of it is summed in one query. */
export async function searchOpenOrders(
  db: Db | Tx,
  companyId: number,
  { now, nos, month, merchantId, offset, limit }: OpenSearch,
): Promise<OpenOrders> {
  const since = new Date(now.getTime() - invoiceReachMs);
  const ofMerchant = merchantId === null ? sql`true` : sql`merchant_id = ${merchantId}`;
  const where = sql`o.company_id = ${companyId} and o.created_at >= ${since}
    ${nos === null ? sql`` : sql`and o.no = any(${textArray(nos)}::text[])`}`;
  const { rows } = await db.execute<Omit<OpenOrders, 'list'> & { list: ListedOrder[] }>(sql`
    with open as materialized (
      select x.*, to_char(x.paid_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month
      from ${openOrders(where)} x where x.amount > 0
    ), found as (
      select * from open where ${month === null ? sql`true` : sql`month = ${month}`}
        and ${ofMerchant}
    ), shown as (
      select f.no, f.merchant_id as "merchantId", m.short_name as merchant, f.amount, f.invoiced,
        extract(epoch from f.created_at) * 1000 as created, extract(epoch from f.paid_at) * 1000 as paid
      from found f join merchant m on m.id = f.merchant_id
      order by f.paid_at desc, f.no limit ${limit} offset ${offset}
    )
    select coalesce((select json_agg(s order by s.paid desc, s.no) from shown s), '[]') as list,
      (select count(*)::int from found) as total,
      (select coalesce(sum(amount), 0)::bigint from found) as amount,
      coalesce((select json_agg(g order by g.month desc) from (
        select month, count(*)::int as orders, sum(amount)::bigint as amount from open
        where ${nos === null ? ofMerchant : sql`false`} group by month) g), '[]') as months,
      coalesce((select json_agg(json_build_object('id', m.id, 'name', m.short_name)) from merchant m
        where m.id in (select merchant_id from open)), '[]') as merchants`);
  const { list = [], total = 0, amount = 0, months = [], merchants = [] } = rows[0] ?? {};
  return {
    list: list.map(({ created, paid, ...row }) => ({
      ...row,
      createdAt: new Date(created),
      paidAt: new Date(paid),
    })),
    total,
    amount,
    months,
    merchants,
  };
}

/** What an order needs of its items and its merchant to be invoiced. */
export interface OrderLacks {
  no: string;
  hasSeller: boolean;
  /** Names of shipped items without tax data on the day of shipping, at most ten. */
  goods: string[];
}

/** What these orders lack to be invoiced, by order number. */
export async function listLacks(db: Db | Tx, nos: readonly string[]): Promise<Map<string, OrderLacks>> {
  const { rows } = await db.execute<{ no: string; hasSeller: boolean; goods: string[] }>(sql`
    select o.no, exists (select 1 from invoice_seller s where s.merchant_id = o.merchant_id) as "hasSeller",
      array(select distinct l.snapshot->>'name' from order_line l
        where l.order_no = o.no and l.shipped_quantity > l.sent_refunded_quantity and l.paid > l.refunded_amount
          and not exists (select 1 from goods_tax g where g.goods_id = l.goods_id
            and g.valid_from <= (coalesce(o.shipped_at, now()) at time zone 'Asia/Shanghai')::date)
        limit 10) as goods
    from "order" o where o.no = any(${textArray(nos)}::text[])`);
  return new Map(rows.map((row) => [row.no, row]));
}
