/** Parcels of the demo, which nobody carries: their carrier, number and way are invented. */

/** The `nth` parcel of a demo's order. */
export function inventParcel(no: string, nth: number) {
  return {
    carrier: '九州通达物流',
    trackingNo: `YP${no.slice(1)}${nth}`,
    reports: ['商家已出库', '承运方已揽收，正在运输途中'],
  };
}
