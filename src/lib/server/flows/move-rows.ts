/** Movements between buyers and merchants: orders, refunds and invoices, by months and by orders (rules 4). */
import { type SQL, sql } from 'drizzle-orm';
import type { FlowMoves, MonthMoves } from '#lib/rules/flows/statement.ts';
import { backStates } from '#lib/rules/orders/refund-state.ts';
import type { Db } from '../db/client.ts';

/** Whose movements: of buyers with all merchants or one, or of a merchant with its buyers. */
export interface Sides {
  companyIds: readonly number[] | null;
  merchantId: number | null;
}

export interface Span {
  from: Date;
  /** Excluded. */
  to: Date;
}

/** Each movement before `to` with its order, both sides, moment and kind. An order's number is null for an invoice. */
function everyMove(sides: Sides, { to, from }: { to: Date; from?: Date }): SQL {
  const of = (table: string) => {
    const [company, merchant] = ['company_id', 'merchant_id'].map((name) => sql.raw(`${table}.${name}`));
    return sql`${sides.companyIds === null ? sql`true` : sql`${company} = any(${sql.param([...sides.companyIds])}::int[])`}
      and ${sides.merchantId === null ? sql`true` : sql`${merchant} = ${sides.merchantId}`}`;
  };
  const within = (at: SQL) => sql`${at} < ${to} ${from === undefined ? sql`` : sql`and ${at} >= ${from}`}`;
  return sql`(
    select o.no, o.company_id, o.merchant_id, o.paid_at as at, 'sold' as move, o.pay_amount as amount
      from "order" o where ${of('o')} and ${within(sql`o.paid_at`)}
    union all select o.no, o.company_id, o.merchant_id, r.created_at, 'refunded', r.amount
      from "order" o join refund r on r.order_no = o.no where ${of('o')} and ${within(sql`r.created_at`)}
    union all select o.no, o.company_id, o.merchant_id, r.done_at, 'back', r.amount
      from "order" o join refund r on r.order_no = o.no
      where ${of('o')} and ${within(sql`r.done_at`)} and r.status = any(${sql.param([...backStates])}::text[])
    union all select l.order_no, i.company_id, i.merchant_id, i.issued_at,
        case i.color when 'red' then 'red' else 'invoiced' end, abs(sum(l.gross))
      from invoice i join invoice_line l on l.invoice_id = i.id
      where ${of('i')} and i.state = 'issued' and ${within(sql`i.issued_at`)} group by l.order_no, i.id)`;
}

const sums = sql.join(
  ['sold', 'refunded', 'back', 'invoiced', 'red'].map(
    (move) =>
      sql`coalesce(sum(v.amount) filter (where v.move = ${sql.raw(`'${move}'`)}), 0)::float8 as ${sql.raw(move)}`,
  ),
  sql`, `,
);

/** Sums by Shanghai month and the other side; all time before the span is an empty month. */
export async function listMonthMoves(
  db: Db,
  sides: Sides,
  { from, to }: Span,
  by: 'merchant' | 'company',
): Promise<MonthMoves[]> {
  const { rows } = await db.execute<MonthMoves & Record<string, unknown>>(sql`
    select case when v.at < ${from} then '' else to_char(v.at at time zone 'Asia/Shanghai', 'YYYY-MM') end as month,
      ${sql.raw(`v.${by}_id`)} as other, (count(*) filter (where v.move = 'sold'))::int as orders, ${sums}
    from ${everyMove(sides, { to })} v group by 1, 2`);
  return rows;
}

/** Issued invoices and tracking numbers of the order `m.no`. */
const papersOf = sql`coalesce((
    select jsonb_agg(distinct jsonb_build_object('id', i.id, 'number', i.number))
    from invoice_line l join invoice i on i.id = l.invoice_id and i.state = 'issued' where l.order_no = m.no), '[]') as invoices,
  array(select s.tracking_no from shipment s where s.order_no = m.no order by s.id) as parcels`;

export interface OrderMoves extends FlowMoves {
  no: string;
  /** The first movement of the span. */
  at: Date;
  invoices: { id: number; number: string }[];
  parcels: string[];
}

/** The last order of a slice: its first movement, in microseconds as PostgreSQL writes it, and its number. */
export interface MovesEnd {
  at: string;
  no: string;
}

/**
 * What moved in a span, by orders, the first movement first: `limit` of them at most, and how many there are; with
 * `behind` those that follow an end.
 */
export async function listOrderMoves(
  db: Db,
  sides: Sides,
  { from, to }: Span,
  { limit, behind = null }: { limit: number; behind?: MovesEnd | null },
): Promise<{ list: OrderMoves[]; total: number; end: MovesEnd | null }> {
  const isBehind =
    behind === null ? sql`` : sql`having (min(v.at), v.no) > (${behind.at}::timestamptz, ${behind.no})`;
  const { rows } = await db.execute<
    OrderMoves & { total: number; end: string } & Record<string, unknown>
  >(sql`
    with moved as (
      select v.no, min(v.at) as at, ${sums}, (count(*) over ())::int as total
      from ${everyMove(sides, { from, to })} v group by v.no ${isBehind} order by 2, 1
      limit ${limit})
    select m.*, m.at::text as "end", ${papersOf} from moved m order by m.at, m.no`);
  const last = rows.at(-1);
  return {
    list: rows.map(({ total: _total, end: _end, ...row }) => ({ ...row, at: new Date(row.at) })),
    total: rows[0]?.total ?? 0,
    end: last === undefined ? null : { at: last.end, no: last.no },
  };
}

/** What a statement names of an order: its issued invoices, and the tracking numbers of its parcels. */
export type OrderPapersNamed = Pick<OrderMoves, 'invoices' | 'parcels'>;

/** The same of orders that the caller has found to be the reader's. */
export async function listOrderPapers(
  db: Db,
  nos: readonly string[],
): Promise<Map<string, OrderPapersNamed>> {
  if (nos.length === 0) return new Map();
  const { rows } = await db.execute<
    Pick<OrderMoves, 'no' | 'invoices' | 'parcels'> & Record<string, unknown>
  >(sql`select m.no, ${papersOf} from unnest(${sql.param([...nos])}::text[]) as m (no)`);
  return new Map(rows.map(({ no, invoices, parcels }) => [no, { invoices, parcels }]));
}

export async function listCompanyNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`select id, name from company where id = any(${sql.param([...ids])}::int[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
