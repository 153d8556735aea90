/** Printed documents of parcels: 随货同行单 that travel with them, and 拣货单 for the warehouse (rules 3, 5). */

import { coldRecordWords, showDegrees } from '#lib/rules/orders/cold-chain.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { linesOf, type NotePaper, notePapers, sheetsOf } from '#lib/rules/orders/print-pages.ts';
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

export interface NoteRow {
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
}

/** The documents of an order's parcels, the first first; null for an order that is not the reader's. */
export async function findNotes(db: Db, no: string, whose: Whose): Promise<DeliveryNote[] | null> {
  const head = await findNoteHead(db, no, whose);
  if (head === null) return null;
  const shipments = await listShipments(db, no);
  const ids = shipments.map(({ id }) => id);
  const [lots, records] = await Promise.all([listLots(db, ids), listColdParcels(db, no)]);
  const recordOf = (id: number) => records.find(({ shipmentId }) => shipmentId === id);
  const lines = new Map((await listLines(db, [no])).map(({ line }) => [line.id, line.snapshot]));
  return shipments.map((shipment) => ({
    ...head,
    carrier: shipment.carrier,
    trackingNo: shipment.trackingNo,
    shippedOn: dayKey(shipment.shippedAt.getTime()),
    ...coldWords(recordOf(shipment.id)),
    rows: lots
      .filter(({ shipmentId }) => shipmentId === shipment.id)
      .flatMap((lot) => {
        const sold = lines.get(lot.orderLineId);
        if (!sold) return [];
        const { name, approvalNo, form, spec, maker, storage, unit } = sold;
        const { lotNo, producedOn, expiresOn, quantity } = lot;
        return [
          { name, approvalNo, form, spec, maker, storage, unit, lotNo, producedOn, expiresOn, quantity },
        ];
      }),
  }));
}

function coldWords(record: ColdParcel | undefined): Pick<DeliveryNote, 'coldRecord' | 'cold'> {
  if (record === undefined) return { coldRecord: '', cold: ['', '', ''] };
  const { degrees, cooler, recorder } = record;
  return {
    coldRecord: coldRecordWords(record),
    cold: [degrees === null ? '' : showDegrees(degrees), cooler, recorder],
  };
}

/** Half-width characters in a line of each column of 随货同行单, and height of a row besides its lines, tenths of a mm. */
const columns = { name: 30, spec: 16, maker: 22, lot: 14 } as const;
const line = 42;
const padding = 16;
/** Half-width characters in a line of 冷链运输, which spans the head, and the space above it. */
const coldColumn = 90;
const gap = 6;

function heightOf(row: NoteRow): number {
  const lines = Math.max(
    linesOf(row.name, columns.name) + linesOf(`${row.approvalNo} ${row.form}`, columns.name),
    linesOf(row.spec, columns.spec),
    linesOf(row.maker, columns.maker),
    linesOf(row.lotNo, columns.lot),
    // 生产日期 above 有效期至.
    2,
  );
  return lines * line + padding;
}

/** The rows of a note, by sheet of a paper size. */
export function noteSheets({ rows, coldRecord }: DeliveryNote, paper: NotePaper): NoteRow[][] {
  const cold = coldRecord === '' ? 0 : linesOf(coldRecord, coldColumn) * (line + gap);
  return sheetsOf(rows, { room: notePapers[paper].room - cold, heightOf });
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
