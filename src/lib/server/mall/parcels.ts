/** Parcels of the mall, followed by the providers that follow those of orders. */
import type { PointsOrderDetail } from '#lib/contract/points-orders.ts';
import { parcelText } from '#lib/rules/orders/parcel-state.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { logisticsProviders } from '../ports/logistics/providers.ts';
import type { ParcelBook } from '../tracking/book.ts';
import { followParcel } from '../tracking/follow.ts';
import { ordersPage } from './pages.ts';
import {
  addEvents,
  findParcel,
  listEvents,
  listParcels,
  listParcelsOf,
  listParcelsToAsk,
  updateParcel,
} from './parcel-rows.ts';

export const mallParcels: ParcelBook = {
  async findToAsk(db, id) {
    const found = await findParcel(db, id, { isLocked: false });
    return found && { ...found.parcel, phone: found.address?.phone ?? '' };
  },
  listOf: listParcelsOf,
  async lock(tx, id) {
    const found = await findParcel(tx, id, { isLocked: true });
    return found && { ...found.parcel, companyId: found.companyId };
  },
  addEvents,
  listEvents: (tx, id) => listEvents(tx, [id]),
  update: updateParcel,
  about: ({ trackingNo }, id) => ({
    order: '积分订单',
    ref: `points-parcel:${id}:${trackingNo}`,
    link: ordersPage,
  }),
};

const handful = 50;

/** Asks about the parcels that are due. */
export async function followPointsParcels(db: Db, now: Date): Promise<RowsDone> {
  const providers = logisticsProviders();
  if (providers.length === 0) return { done: 0, failed: 0 };
  return eachRow(db, {
    job: 'followPointsParcels',
    now,
    list: () => listParcelsToAsk(db, now, handful),
    work: (id: number) => followParcel(db, mallParcels, { providers, id, now }),
    atOnce: 4,
  });
}

/** The parcels of an order for its page, the newest first. */
export async function shownParcels(
  db: Db,
  orderNo: string,
  now: Date,
): Promise<PointsOrderDetail['parcels']> {
  const parcels = await listParcels(db, orderNo);
  if (parcels.length === 0) return [];
  const events = await listEvents(
    db,
    parcels.map(({ id }) => id),
  );
  return parcels.map((parcel) => ({
    carrier: parcel.carrier,
    tracking_no: parcel.trackingNo,
    sent_at: parcel.sentAt.toISOString(),
    // Where no provider follows it, the shop invents no state.
    state_text:
      parcel.provider === null
        ? ''
        : parcelText(
            { state: parcel.state, movedAt: parcel.movedAt.getTime(), isFollowed: true },
            now.getTime(),
          ),
    events: events
      .filter(({ parcelId }) => parcelId === parcel.id)
      .map(({ at, text }) => ({ at: at.toISOString(), text }))
      .reverse(),
  }));
}
