/** Shipped pieces of an order, parcel by parcel, for the desk. */
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { mayCorrectParcel } from '#lib/rules/orders/parcel-state.ts';
import { missingCodes } from '#lib/rules/orders/trace-codes.ts';
import type { Db } from '../db/client.ts';
import type { OrderLineRow } from '../orders/rows.ts';
import { shownParcels } from '../tracking/read.ts';
import { readTracking } from '../tracking/rows.ts';
import { listCodeRequests, listLots, listShipmentEvents, listShipments } from '../tracking/shipment-rows.ts';

/** The parcels of an order with their lots and reports, the first first. */
export async function sentOf(
  db: Db,
  no: string,
  lines: readonly OrderLineRow[],
  /** The order's status where the reader may correct its parcels; null where not. */
  correctable: OrderStatus | null,
  now: Date,
): Promise<DeskOrder['sent']> {
  const shipments = await listShipments(db, no);
  const ids = shipments.map(({ id }) => id);
  const [lots, events, shown, tracked] = await Promise.all([
    listLots(db, ids),
    listShipmentEvents(db, ids),
    shownParcels(db, ids, now),
    readTracking(db, ids),
  ]);
  const mayCorrect = (id: number) => {
    const state = tracked.get(id)?.state;
    return correctable !== null && state !== undefined && mayCorrectParcel(state, correctable);
  };
  const asked = await listCodeRequests(
    db,
    lots.map(({ id }) => id),
  );
  const byId = new Map(lines.map((line) => [line.id, line.snapshot]));
  return shipments.map((shipment) => ({
    id: shipment.id,
    may_correct: mayCorrect(shipment.id) ? 1 : 0,
    carrier: shipment.carrier,
    tracking_no: shipment.trackingNo,
    shipped_at: shipment.shippedAt.toISOString(),
    ...shown(shipment.id),
    events: events
      .filter(({ shipmentId }) => shipmentId === shipment.id)
      .map(({ text, at }) => ({ text, at: at.toISOString() })),
    lots: lots
      .filter(({ shipmentId }) => shipmentId === shipment.id)
      .map((lot) => ({
        name: byId.get(lot.orderLineId)?.name ?? '',
        unit: byId.get(lot.orderLineId)?.unit ?? '',
        lot_no: lot.lotNo,
        produced_on: lot.producedOn,
        expires_on: lot.expiresOn,
        quantity: lot.quantity,
        trace_codes: lot.traceCodes.length,
        id: lot.id,
        codes_missing: missingCodes({
          approvalNo: byId.get(lot.orderLineId)?.approvalNo ?? '',
          quantity: lot.quantity,
          codes: lot.traceCodes.length,
        }),
        codes_asked: asked.includes(lot.id) ? 1 : 0,
      })),
  }));
}
