/** 到货温度 of refrigerated parcels (rules 3): recorded once a parcel; a parcel that came too warm is a difference. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { ReceiveOrderValues } from '#lib/contract/receiving.ts';
import {
  isOutOfRange,
  rangeText,
  readTemperature,
  showDegrees,
  storageRange,
} from '#lib/rules/orders/cold-chain.ts';
import type { Claims } from '../after-sale/claims.ts';
import type { Tx } from '../db/client.ts';
import { type ColdParcel, listColdParcels, setArrival } from '../orders/cold-record-rows.ts';
import type { OrderRow } from '../orders/rows.ts';
import { insertShipmentEvents, listLots } from '../tracking/shipment-rows.ts';

interface Arrival {
  parcel: ColdParcel;
  degrees: number;
}

/**
 * The temperatures of a receipt that were not recorded before. Throws 422 in words for an invalid one, for a parcel of
 * a confirmed order that has none, and for goods out of their range without a difference that says so; 404 for a parcel
 * that is not this order's.
 */
export async function readArrivals(
  tx: Tx,
  { no, isColdChain }: OrderRow,
  { rows }: Claims,
  { arrivals, differences }: Pick<ReceiveOrderValues, 'arrivals' | 'differences'>,
  isConfirming: boolean,
): Promise<Arrival[]> {
  if (!isColdChain) return [];
  const parcels = await listColdParcels(tx, no);
  const read = arrivals.map(({ tracking_no: trackingNo, temperature }) => {
    const parcel = parcels.find((one) => one.trackingNo === trackingNo);
    if (parcel === undefined) throw new AppError(404, `订单${no}没有运单${trackingNo}`);
    const degrees = readTemperature(temperature);
    if (degrees === null)
      throw fieldError('arrivals', `运单${trackingNo}的到货温度须为-80到30之间的度数，最多一位小数，如5.2`);
    return { parcel, degrees };
  });
  // A colleague may have been faster: their readings stay.
  const open = read.filter(({ parcel }) => parcel.arrived === null);
  const known = new Set(open.map(({ parcel }) => parcel.shipmentId));
  const unread = parcels.find((one) => one.arrived === null && !known.has(one.shipmentId));
  if (isConfirming && unread !== undefined)
    throw fieldError('arrivals', `冷链商品请填写运单${unread.trackingNo}的到货温度，如5.2`);
  const lots = await listLots(tx, [...known]);
  for (const { line, lotNo, most } of rows) {
    if (line.kind === 'gift' || most === 0) continue;
    const range = storageRange(line.snapshot.storage);
    const warm = open.find(
      ({ parcel, degrees }) =>
        isOutOfRange(degrees, range) &&
        lots.some(
          (lot) => lot.shipmentId === parcel.shipmentId && lot.orderLineId === line.id && lot.lotNo === lotNo,
        ),
    );
    const isSaid = differences.some(
      (one) => one.difference === 'temperature' && one.line_id === line.id && one.lot_no === lotNo,
    );
    if (warm && !isSaid)
      throw fieldError(
        'arrivals',
        `“${line.snapshot.name}”须在${rangeText(range)}保存，运单${warm.parcel.trackingNo}到货${showDegrees(warm.degrees)}，请登记温度异常的数量`,
      );
  }
  return open;
}

/** Records them on the parcels and in their tracking, for both sides. */
export async function keepArrivals(
  tx: Tx,
  arrivals: readonly Arrival[],
  by: { companyId: number; userId: string; now: Date },
): Promise<void> {
  for (const { parcel, degrees } of arrivals) {
    const { shipmentId } = parcel;
    if (!(await setArrival(tx, { shipmentId, companyId: by.companyId }, { degrees, ...by }))) continue;
    await insertShipmentEvents(tx, [
      { shipmentId, text: `买家验收：到货温度${showDegrees(degrees)}`, at: by.now },
    ]);
  }
}
