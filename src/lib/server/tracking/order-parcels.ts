import { path } from '#lib/contract/routes.ts';
import type { ParcelBook } from './book.ts';
import {
  addEvents,
  findParcelToAsk,
  listParcelsOf,
  listSentEvents,
  lockTracking,
  updateTracking,
} from './rows.ts';

/** Parcels of orders. */
export const orderParcels: ParcelBook = {
  async findToAsk(db, id) {
    const found = await findParcelToAsk(db, id);
    return found && { ...found, phone: found.address.phone };
  },
  listOf: listParcelsOf,
  lock: lockTracking,
  addEvents: (tx, id, events) =>
    addEvents(
      tx,
      id,
      events.map(({ at, text, state }) => ({ at, text, state })),
    ),
  async listEvents(tx, id) {
    const events = await listSentEvents(tx, id);
    return events.flatMap(({ at, state, text }) => (state === null ? [] : [{ at, state, text }]));
  },
  update: updateTracking,
  about: ({ orderNo, trackingNo }, id) => ({
    order: '订单',
    ref: `parcel:${id}:${trackingNo}`,
    link: path('/order/info/[id]', { id: orderNo }),
  }),
};
