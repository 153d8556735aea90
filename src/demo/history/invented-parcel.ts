/** Parcels of the demo, without a real carrier: their carrier, number and tracking are invented. */
import type { ColdRecord } from '#lib/rules/orders/cold-chain.ts';

/** The record of a refrigerated parcel's departure. */
export function inventColdRecord(no: string, nth: number): ColdRecord {
  const turn = (Number(no.replace(/\D/g, '').slice(-4)) || 0) + nth;
  return {
    degrees: 3.2 + (turn % 5) * 0.4,
    cooler: `冷藏箱${(turn % 24) + 1}号`,
    recorder: `LJ-${100 + (turn % 60)}`,
  };
}

/** The `nth` parcel of a demo order. */
export function inventParcel(no: string, nth: number) {
  return {
    carrier: '九州通达物流',
    trackingNo: `YP${no.slice(1)}${nth}`,
    reports: ['商家已出库', '承运方已揽收，正在运输途中'],
    cold: inventColdRecord(no, nth),
  };
}
