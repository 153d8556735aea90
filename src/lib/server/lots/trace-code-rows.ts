/** Shipped 追溯码: each is in one parcel, until its piece came back. */
import { sql } from 'drizzle-orm';
import { acceptedAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import type { Db, Tx } from '../db/client.ts';

/** A code to ship, with the line and lot of its piece. */
export interface OutgoingCode {
  code: string;
  orderLineId: number;
  lotNo: string;
}

/** A code that was shipped before. */
export interface SentCode {
  code: string;
  orderLineId: number;
  lotNo: string;
  orderNo: string;
  merchantId: number;
  /** When its parcel left. */
  sentAt: Date;
  /**
   * How many codes among it and those of its line and lot that left later may be shipped again: pieces that came back
   * after its parcel left (after-sale, refused at the door), without those whose codes were shipped again. Pieces
   * shipped in an exchange are not those that came back for it.
   */
  back: number;
}

const rowsOf = (codes: readonly OutgoingCode[]) => sql`unnest(
  ${sql.param(codes.map(({ code }) => code))}::text[], ${sql.param(codes.map((one) => one.orderLineId))}::int[],
  ${sql.param(codes.map(({ lotNo }) => lotNo))}::text[]) as w(code, order_line_id, lot_no)`;

/**
 * Saves codes that no parcel has; answers them. Two parcels with one code at once: the later waits, and does not get
 * it.
 */
export async function insertCodes(
  tx: Tx,
  shipmentId: number,
  codes: readonly OutgoingCode[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ code: string }>(sql`
    insert into trace_code (code, shipment_id, order_line_id, lot_no)
    select w.code, ${shipmentId}, w.order_line_id, w.lot_no from ${rowsOf(codes)} order by w.code
    on conflict do nothing returning code`);
  return rows.map(({ code }) => code);
}

/**
 * Codes that another parcel has, locked together with the others of their lines and lots, so that no other parcel takes
 * the same returned piece. `shipmentId` is the parcel that wants them, which does not count.
 */
export async function lockSent(tx: Tx, shipmentId: number, codes: readonly string[]): Promise<SentCode[]> {
  await tx.execute(sql`
    select code from trace_code
    where (order_line_id, lot_no) in
      (select own.order_line_id, own.lot_no from trace_code own where own.code = any(${sql.param(codes)}::text[]))
    order by code for update`);
  return readSent(tx, shipmentId, codes);
}

/** The same without a lock, for a check before shipping; `shipmentId` 0 is a parcel that does not exist yet. */
export async function readSent(
  db: Db | Tx,
  shipmentId: number,
  codes: readonly string[],
): Promise<SentCode[]> {
  const { rows } = await db.execute<{
    code: string;
    order_line_id: number;
    lot_no: string;
    order_no: string;
    merchant_id: number;
    sent_at: string;
    back: number;
  }>(sql`
    with sent as (select * from trace_code where code = any(${sql.param(codes)}::text[])),
      pair as (select distinct order_line_id, lot_no from sent),
      parcel as (select p.order_line_id, p.lot_no, s.id, s.shipped_at,
          sum(cardinality(l.trace_codes)) - (select count(*) from trace_code t
            where t.order_line_id = p.order_line_id and t.lot_no = p.lot_no and t.shipment_id = s.id) as again
        from pair p join shipment_lot l on l.order_line_id = p.order_line_id and l.lot_no = p.lot_no
          join shipment s on s.id = l.shipment_id
        where s.id <> ${shipmentId} group by p.order_line_id, p.lot_no, s.id),
      came as (
        select p.order_line_id, p.lot_no, a.arrived_at as at, l.pieces
        from pair p join after_sale_line l on l.order_line_id = p.order_line_id and l.lot_no = p.lot_no
          join after_sale a on a.id = l.after_sale_id
        where a.arrived_at is not null and a.state = any(${sql.param(acceptedAfterSaleStates)}::text[])
        union all
        select p.order_line_id, p.lot_no, e.at, l.quantity
        from pair p join shipment_lot l on l.order_line_id = p.order_line_id and l.lot_no = p.lot_no
          join shipment s on s.id = l.shipment_id
          join lateral (select min(e.at) as at from order_event e where e.order_no = s.order_no
            and e.from_status = any(${sql.param(orderStatuses.filter(orderIs.refusing))}::text[])
            and e.to_status = any(${sql.param(orderStatuses.filter(orderIs.calledOff))}::text[])) e on e.at is not null
        where s.id <> ${shipmentId}),
      since as (select p.order_line_id, p.lot_no, p.id, p.shipped_at,
          (select coalesce(sum(c.pieces), 0) from came c
            where c.order_line_id = p.order_line_id and c.lot_no = p.lot_no and c.at > p.shipped_at)
          - (select sum(o.again) from parcel o
            where o.order_line_id = p.order_line_id and o.lot_no = p.lot_no and o.shipped_at >= p.shipped_at) as back
        from parcel p)
    select s.code, s.order_line_id, s.lot_no, o.no as order_no, o.merchant_id, p.shipped_at as sent_at,
      coalesce((select min(x.back) from since x
        where x.order_line_id = s.order_line_id and x.lot_no = s.lot_no and x.shipped_at <= p.shipped_at), 0)::int as back
    from sent s join shipment p on p.id = s.shipment_id join "order" o on o.no = p.order_no
    order by s.code`);
  return rows.map((row) => ({
    code: row.code,
    orderLineId: row.order_line_id,
    lotNo: row.lot_no,
    orderNo: row.order_no,
    merchantId: row.merchant_id,
    sentAt: new Date(row.sent_at),
    back: row.back,
  }));
}

/** Moves codes of returned pieces to the parcel that has the pieces now. The codes are locked (`lockSent`). */
export async function moveCodes(tx: Tx, shipmentId: number, codes: readonly OutgoingCode[]): Promise<void> {
  await tx.execute(sql`
    update trace_code t set shipment_id = ${shipmentId}, order_line_id = w.order_line_id, lot_no = w.lot_no
    from ${rowsOf(codes)} where t.code = w.code`);
}
