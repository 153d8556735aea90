/** The four flows of orders, read from their own tables, a query for each flow (rules 4). */
import { type SQL, sql } from 'drizzle-orm';
import type { FlowFacts, WrongInvoice } from '#lib/rules/flows/compare.ts';
import type { FlowInvoice, FlowLine, FlowLot, OrderFlow } from '#lib/rules/flows/flow.ts';
import type { Db, Tx } from '../db/client.ts';

interface OrderFigures extends Record<string, unknown> {
  no: string;
  company: number;
  merchant: number;
  paid_at: Date;
  total: number;
  refunded: number;
  freight: number;
  sold: number;
  booked_back: number;
  /** Money that came for its trade, and what the paid orders of the trade are worth. */
  came: number;
  due: number;
  given_back: number;
  refunded_at: Date | null;
}

interface LineFigures extends Record<string, unknown> {
  no: string;
  line: number;
  name: string;
  pieces: number;
  paid: number;
  refunded: number;
  shipped: number;
  returned: number;
}

interface LotFigures extends FlowLot, Record<string, unknown> {
  line: number;
}

interface InvoiceFigures extends Record<string, unknown> {
  no: string;
  number: string;
  color: 'blue' | 'red';
  files: Record<string, string>;
  gross: number;
  net: number;
  tax: number;
  /** By order line; '0' is freight. */
  lines: Record<string, { gross: number; pieces: number }>;
  /** The amount of the whole invoice, and the sum of all its lines. */
  whole: number;
  sum: number;
  is_theirs: boolean;
}

/** The facts of paid orders, in the order of their numbers here; a number without a paid order is left out. */
export async function listFlowFacts(db: Db | Tx, nos: readonly string[]): Promise<FlowFacts[]> {
  if (nos.length === 0) return [];
  const asked = sql`any(${sql.param([...nos])}::text[])`;
  const orders = (await db.execute<OrderFigures>(orderQuery(asked))).rows;
  const lines = Map.groupBy((await db.execute<LineFigures>(lineQuery(asked))).rows, ({ no }) => no);
  const lots = Map.groupBy((await db.execute<LotFigures>(lotQuery(asked))).rows, ({ line }) => line);
  const invoices = Map.groupBy((await db.execute<InvoiceFigures>(invoiceQuery(asked))).rows, ({ no }) => no);
  const bodies = (await db.execute<{ no: string; body: string }>(sealedQuery(asked))).rows;
  const sealed = new Map(bodies.map(({ no, body }) => [no, body]));
  const byNo = new Map(orders.map((order) => [order.no, order]));
  return nos.flatMap((no) => {
    const order = byNo.get(no);
    if (order === undefined) return [];
    const own = invoices.get(no) ?? [];
    const body = sealed.get(no);
    // Written by `flowText`.
    const before: OrderFlow | null = body === undefined ? null : JSON.parse(body);
    return {
      flow: flowOf(order, lines.get(no) ?? [], lots, own),
      refundedAt: order.refunded_at === null ? null : new Date(order.refunded_at).getTime(),
      wrongInvoices: own.flatMap(wrongOf),
      sealed: before,
    };
  });
}

function flowOf(
  order: OrderFigures,
  lines: readonly LineFigures[],
  lots: ReadonlyMap<number, LotFigures[]>,
  invoices: readonly InvoiceFigures[],
): OrderFlow {
  const invoiced = (line: number) =>
    invoices.reduce(
      (sum, { lines: of }) => ({
        gross: sum.gross + (of[line]?.gross ?? 0),
        pieces: sum.pieces + (of[line]?.pieces ?? 0),
      }),
      { gross: 0, pieces: 0 },
    );
  const { total, refunded } = order;
  return {
    order: order.no,
    company: order.company,
    merchant: order.merchant,
    paidAt: new Date(order.paid_at).toISOString(),
    total,
    refunded,
    freight: order.freight,
    freightInvoiced: invoiced(0).gross,
    lines: lines.map(({ no: _no, ...line }): FlowLine => {
      const { gross, pieces } = invoiced(line.line);
      return {
        ...line,
        lots: (lots.get(line.line) ?? []).map(({ lot, pieces, parcel }) => ({ lot, pieces, parcel })),
        invoiced: gross,
        invoicedPieces: pieces,
      };
    }),
    invoices: invoices.map(
      ({ number, color, gross, net, tax, files }): FlowInvoice => ({ number, color, gross, net, tax, files }),
    ),
    ledger: { sold: order.sold, refunded: order.booked_back },
    // What the payments of its trade lack or have too much counts for each of its orders, and names no other order.
    payment: { came: total + order.came - order.due, refunded: order.given_back },
  };
}

function wrongOf({ number, whole, sum, is_theirs: isTheirs }: InvoiceFigures): WrongInvoice[] {
  return [
    ...(whole === sum ? [] : [{ number, cause: 'invoice_sum' as const, wanted: sum, found: whole }]),
    ...(isTheirs ? [] : [{ number, cause: 'invoice_party' as const, wanted: 0, found: 0 }]),
  ];
}

const orderQuery = (asked: SQL) => sql`
  select o.no, o.company_id as company, o.merchant_id as merchant, o.paid_at, o.pay_amount::float8 as total,
    o.refunded_amount::float8 as refunded, o.shipping_amount::float8 as freight,
    coalesce((select sum(case when b.to_account = 'merchant' then b.amount else -b.amount end) from booking b
      where b.cause = 'sale' and b.ref = o.no), 0)::float8 as sold,
    coalesce((select sum(case when b.from_account = 'merchant' then b.amount else -b.amount end) from booking b
      where b.cause = 'refund' and split_part(b.ref, ':', 1) = o.no), 0)::float8 as booked_back,
    coalesce((select sum(s.amount) from payment_trade s join payment p on p.no = s.pay_no
      where s.trade_no = o.trade_no and not s.is_given_back and p.status in ('paid', 'refunded')), 0)::float8 as came,
    (select sum(t.pay_amount) from "order" t where t.trade_no = o.trade_no and t.paid_at is not null)::float8 as due,
    coalesce(r.amount, 0)::float8 as given_back, r.at as refunded_at
  from "order" o left join lateral (
    select sum(r.amount) as amount, max(r.created_at) as at from refund r where r.order_no = o.no) r on true
  where o.no = ${asked} and o.paid_at is not null`;

const lineQuery = (asked: SQL) => sql`
  select l.order_no as no, l.id as line, trim(concat_ws(' ', l.snapshot ->> 'name', l.snapshot ->> 'spec')) as name,
    l.quantity as pieces, l.paid::float8 as paid, l.refunded_amount::float8 as refunded, l.shipped_quantity as shipped,
    l.sent_refunded_quantity as returned
  from order_line l where l.order_no = ${asked} order by l.id`;

const lotQuery = (asked: SQL) => sql`
  select l.order_line_id as line, l.lot_no as lot, l.quantity as pieces, s.tracking_no as parcel
  from shipment s join shipment_lot l on l.shipment_id = s.id where s.order_no = ${asked} order by l.id`;

/** Issued invoices alone: one that waits at the bureau is not there yet. Pieces of a red one are taken off. */
const invoiceQuery = (asked: SQL) => sql`
  with part as (
    select l.order_no, l.invoice_id, coalesce(l.order_line_id, 0) as line, sum(l.gross) as gross, sum(l.net) as net,
      sum(l.tax) as tax, coalesce(sum(case when i.color = 'red' then -abs(l.quantity) else l.quantity end), 0) as pieces
    from invoice_line l join invoice i on i.id = l.invoice_id and i.state = 'issued'
    where l.order_no = ${asked} group by 1, 2, 3)
  select p.order_no as no, i.number, i.color, sum(p.gross)::float8 as gross, sum(p.net)::float8 as net,
    sum(p.tax)::float8 as tax, jsonb_object_agg(p.line, jsonb_build_object('gross', p.gross, 'pieces', p.pieces)) as lines,
    coalesce((select jsonb_object_agg(f.kind, f.digest) from invoice_file f where f.invoice_id = i.id), '{}') as files,
    i.gross::float8 as whole,
    (select sum(l.gross) from invoice_line l where l.invoice_id = i.id)::float8 as sum,
    i.company_id = o.company_id and i.merchant_id = o.merchant_id as is_theirs
  from part p join invoice i on i.id = p.invoice_id join "order" o on o.no = p.order_no
  group by p.order_no, i.id, o.company_id, o.merchant_id order by i.id`;

const sealedQuery = (asked: SQL) => sql`
  select distinct on (order_no) order_no as no, body from flow_leaf where order_no = ${asked}
  order by order_no, day desc`;
