/** The sender's data of a parcel: carrier and number. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { readCarrier } from '#lib/rules/orders/carriers.ts';
import {
  type ColdRecord,
  type ColdTyped,
  coldFields,
  findColdFaults,
  readTemperature,
} from '#lib/rules/orders/cold-chain.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { findTrial } from '../core/process/trial.ts';
import type { Tx } from '../db/client.ts';
import { isDemo } from '../db/demo.ts';
import { listShipments } from '../tracking/shipment-rows.ts';

const longestCarrier = 50;

/** Throws 422 for an invalid parcel number. */
export function needTrackingNo(trackingNo: string): void {
  if (!/^[A-Za-z0-9-]{5,40}$/.test(trackingNo))
    throw fieldError('tracking_no', '运单号须为5–40位字母、数字或短横线');
}

/** The desk's input; a demo invents what is missing. */
export interface ParcelInput {
  carrier?: string | undefined;
  /** The carrier's number, 5–40 letters, digits and hyphens. */
  trackingNo?: string | undefined;
}

export interface Parcel {
  carrier: string;
  trackingNo: string;
  /** Events that are known when it is shipped. */
  reports: string[];
  /** Cold-chain record of a demo's refrigerated parcel; null where the desk enters it. */
  cold: ColdRecord | null;
}

/**
 * The parcel of an order that is shipped now. Throws 422 with a sentence for a carrier or a number that is missing or
 * invalid, 409 for a number that this order has already.
 */
export async function readParcel(tx: Tx, no: string, input: ParcelInput): Promise<Parcel> {
  const carrier = input.carrier?.trim() ?? '';
  const trackingNo = input.trackingNo?.trim() ?? '';
  const before = await listShipments(tx, no);
  const trial = findTrial();
  if (carrier === '' && trackingNo === '' && trial !== null && (await isDemo(tx)))
    return trial.inventParcel(no, before.length + 1);
  if (carrier === '' || trackingNo === '')
    throw fieldError(carrier === '' ? 'carrier' : 'tracking_no', `发货须写明承运方和运单号，订单${no}未发货`);
  if (carrier.length > longestCarrier) throw fieldError('carrier', `承运方最多${longestCarrier}字`);
  needTrackingNo(trackingNo);
  if (before.some((one) => one.trackingNo === trackingNo))
    throw new AppError(409, `订单${no}已登记过运单号${trackingNo}`);
  return { carrier, trackingNo, reports: [`商家已出库，交由${carrier}承运`], cold: null };
}

/**
 * The stored name of a carrier from a desk's input; the caller handles an empty or too long one. Throws 422 for one
 * that is neither in the list nor named as another.
 */
export function namedCarrier(typed: string): string {
  const text = typed.trim();
  if (text === '' || text.length > longestCarrier) return text;
  const read = readCarrier(text);
  if ('fault' in read) throw fieldError('carrier', read.fault);
  return read.name;
}

/** The record of a refrigerated parcel; null for empty input. Throws 422 at the field that is missing or wrong. */
export function readColdRecord(typed: ColdTyped): ColdRecord | null {
  const { temperature, cooler, recorder } = typed;
  if ([temperature, cooler, recorder].every((text) => text.trim() === '')) return null;
  refuseFaults(findColdFaults(typed));
  return { degrees: readTemperature(temperature) ?? 0, cooler: cooler.trim(), recorder: recorder.trim() };
}

/** Throws 422 for a refrigerated order whose parcel has no record. */
export function needColdRecord(no: string, record: ColdRecord | null | undefined): void {
  if (record !== null) return;
  refuseFaults(findColdFaults({ temperature: '', cooler: '', recorder: '' }), `订单${no}是冷链订单，`);
}

function refuseFaults(faults: Partial<ColdTyped>, opening = ''): void {
  for (const name of keysOf(coldFields)) {
    const fault = faults[name];
    if (fault !== undefined) throw fieldError(name, `${opening}${fault}`);
  }
}
