/** Printed documents of parcels: 随货同行单 that travel with them, and 拣货单 for the warehouse (rules 3, 5). */

import type { InvoiceForm } from '#lib/rules/invoices/invoice-state.ts';
import { type NoteAmount, type NotedLine, noteAmount } from '#lib/rules/invoices/note-amounts.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { coldRecordWords, showDegrees } from '#lib/rules/orders/cold-chain.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { addressText } from '#lib/rules/text/address-text.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { type ColdParcel, listColdParcels } from '../orders/cold-record-rows.ts';
import { askedBackOf, askedBackText } from '../orders/parcel-content.ts';
import { listLines } from '../orders/rows.ts';
import { listLots, listShipments } from '../tracking/shipment-rows.ts';
import { findDeskOrders } from './desk-order-rows.ts';
import { findNoteHead, type NoteHead, type Whose } from './note-rows.ts';
import { type Picked, planPicking } from './picking.ts';

export interface NoteRow extends NoteAmount {
  name: string;
  approvalNo: string;
  form: string;
  spec: string;
  maker: string;
  storage: string;
  unit: string;
  lotNo: string;
  producedOn: string;
  expiresOn: string;
  quantity: number;
}

/** The document of one parcel. */
export interface DeliveryNote extends NoteHead {
  carrier: string;
  trackingNo: string;
  /** The Shanghai day on which it was shipped. */
  shippedOn: string;
  /** 启运温度, coolant and recorder, to be printed; empty without a record. */
  coldRecord: string;
  /** The same in parts, for tables: 5.0℃, the vehicle or box, the recorder's number. */
  cold: readonly [degrees: string, cooler: string, recorder: string];
  rows: NoteRow[];
  /** What its pieces were paid, yuan with tax. */
  amount: string;
}

/** The documents of an order's parcels, the first first; null for an order that is not the reader's. */
export async function findNotes(db: Db, no: string, whose: Whose): Promise<DeliveryNote[] | null> {
  const head = await findNoteHead(db, no, whose);
  if (head === null) return null;
  const shipments = await listShipments(db, no);
  const ids = shipments.map(({ id }) => id);
  const [lots, records] = await Promise.all([listLots(db, ids), listColdParcels(db, no)]);
  const recordOf = (id: number) => records.find(({ shipmentId }) => shipmentId === id);
  const lines = new Map((await listLines(db, [no])).map(({ line }) => [line.id, line]));
  const amounts = amountsOf(lots, lines, head.form);
  return shipments.map((shipment) => {
    const rows = lots
      .filter(({ shipmentId }) => shipmentId === shipment.id)
      .flatMap((lot) => {
        const sold = lines.get(lot.orderLineId);
        const amount = amounts.get(lot.id);
        if (!sold || !amount) return [];
        const { name, approvalNo, form, spec, maker, storage, unit } = sold.snapshot;
        const { lotNo, producedOn, expiresOn, quantity } = lot;
        return [
          {
            ...{ name, approvalNo, form, spec, maker, storage, unit, lotNo, producedOn, expiresOn, quantity },
            ...amount,
          },
        ];
      });
    return {
      ...head,
      carrier: shipment.carrier,
      trackingNo: shipment.trackingNo,
      shippedOn: dayKey(shipment.shippedAt.getTime()),
      ...coldWords(recordOf(shipment.id)),
      rows,
      amount: formatYuan(rows.reduce((sum, { paid }) => sum + paid, 0)),
    };
  });
}

/** Amounts of an order's shipped lots by their ids: each line's pieces in the order in which they were shipped. */
function amountsOf(
  lots: readonly { id: number; orderLineId: number; quantity: number }[],
  lines: ReadonlyMap<number, NotedLine>,
  form: InvoiceForm,
): Map<number, NoteAmount> {
  const before = new Map<number, number>();
  const amounts = new Map<number, NoteAmount>();
  for (const { id, orderLineId, quantity } of [...lots].sort((a, b) => a.id - b.id)) {
    const line = lines.get(orderLineId);
    if (!line) continue;
    const sent = before.get(orderLineId) ?? 0;
    amounts.set(id, noteAmount(line, sent, quantity, form));
    before.set(orderLineId, sent + quantity);
  }
  return amounts;
}

function coldWords(record: ColdParcel | undefined): Pick<DeliveryNote, 'coldRecord' | 'cold'> {
  if (record === undefined) return { coldRecord: '', cold: ['', '', ''] };
  const { degrees, cooler, recorder } = record;
  return {
    coldRecord: coldRecordWords(record),
    cold: [degrees === null ? '' : showDegrees(degrees), cooler, recorder],
  };
}

export interface PickRow {
  key: string;
  name: string;
  spec: string;
  maker: string;
  unit: string;
  /** The lot that is due; empty where none is recorded. */
  lotNo: string;
  expiresOn: string;
  pieces: number;
}

export interface PickOrder {
  no: string;
  company: string;
  receiver: string;
  place: string;
  remark: string;
  isCold: boolean;
  /** What the buyer asks back of it, in words; empty for nothing. */
  askedBack: string;
  rows: PickRow[];
}

export interface PickList {
  /** What to bring for all of them together, by item and lot. */
  together: PickRow[];
  orders: PickOrder[];
}

/**
 * What is still to ship of some orders, in their order, under the lots that are due; other merchants' orders and those
 * with nothing left are left out.
 */
export async function getPickList(
  { db, now, actor }: Context<'staff'>,
  nos: readonly string[],
): Promise<PickList> {
  const found = await findDeskOrders(db, [...new Set(nos)], actor.merchantId, now);
  const rows = found.filter(({ status }) => orderIs.shippable(status));
  const { lines, askedBack, picked } = await planPicking(
    db,
    rows.map(({ no }) => no),
    now,
  );
  const merge = (list: readonly Picked[]): PickRow[] =>
    [...Map.groupBy(list, ({ goodsId, lotNo }) => `${goodsId} ${lotNo}`)].flatMap(([key, same]) => {
      const [first] = same;
      if (!first) return [];
      const { name, spec, maker, unit, lotNo, expiresOn } = first;
      const pieces = same.reduce((sum, row) => sum + row.pieces, 0);
      return [{ key, name, spec, maker, unit, lotNo, expiresOn, pieces }];
    });
  return {
    together: merge(picked).sort((a, b) => a.name.localeCompare(b.name, 'zh-CN')),
    orders: rows.flatMap((row) => {
      const own = merge(picked.filter(({ no }) => no === row.no));
      const back = lines.filter((one) => one.orderNo === row.no && askedBackOf(askedBack, one.id) > 0);
      if (own.length + back.length === 0) return [];
      const { receiver } = row.address;
      return [
        {
          no: row.no,
          company: row.company,
          receiver: `${receiver} ${row.address.phone}`,
          place: addressText(row.address),
          remark: row.remark,
          isCold: row.isColdChain,
          askedBack: askedBackText(back, askedBack),
          rows: own,
        },
      ];
    }),
  };
}
