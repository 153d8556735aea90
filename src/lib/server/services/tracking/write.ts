/** What a house told of a parcel is written down: each event once, the parcel's state by the newest of them. */
import { path } from '#lib/contract/routes.ts';
import { isEventOf, isParcelOver, newestOf, titleOfParcelMessage } from '#lib/rules/orders/parcel-state.ts';
import type { Db } from '../../db/client.ts';
import type { ParcelEvent } from '../../logistics/port.ts';
import { sendMessages } from '../../repos/messages.ts';
import { addEvents, listToldEvents, lockTracking, updateTracking } from '../../repos/tracking.ts';

/** A text of a carrier is cut here. */
const longestText = 500;
/** What lies further back than so long is news to nobody, ms. */
const isNews = 24 * 3_600_000;
/** A parcel is asked about for so long after it was sent, ms: the houses do not remember it longer. */
export const askFor = 45 * 24 * 3_600_000;

/**
 * Writes down what is new of a parcel; answers how many events were. The buyer is told when it goes out for delivery
 * and when it was signed for, each once. `askEvery`: when it is asked about again, unless it is over; `trackingNo`: the
 * number that was told about.
 */
export async function writeEvents(
  db: Db,
  shipmentId: number,
  told: readonly ParcelEvent[],
  { now, askEvery, trackingNo }: { now: Date; askEvery: number; trackingNo: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    const parcel = await lockTracking(tx, shipmentId);
    // The number was corrected meanwhile: what was told is of another parcel.
    if (parcel === null || parcel.trackingNo.toLowerCase() !== trackingNo.toLowerCase()) return 0;
    const sentAt = parcel.sentAt.getTime();
    const own = told.filter(({ at, text }) => text !== '' && isEventOf(at.getTime(), sentAt, now.getTime()));
    const added = await addEvents(
      tx,
      shipmentId,
      own.map(({ at, text, state }) => ({ at, text: text.slice(0, longestText), state })),
    );
    const all = (await listToldEvents(tx, shipmentId)).flatMap(({ at, state, text }) =>
      state === null ? [] : [{ at: at.getTime(), state, text }],
    );
    const newest = newestOf(all);
    const state = newest?.state ?? parcel.state;
    const isAsked = !isParcelOver(state) && now.getTime() - sentAt < askFor;
    await updateTracking(tx, shipmentId, {
      state,
      movedAt: newest === null ? parcel.movedAt : new Date(newest.at),
      askAt: isAsked ? new Date(now.getTime() + askEvery) : null,
    });
    const title = titleOfParcelMessage(state);
    if (title !== null && newest !== null && state !== parcel.state && now.getTime() - newest.at < isNews)
      await sendMessages(tx, {
        companyId: parcel.companyId,
        kind: 'shipment',
        title,
        body: `订单${parcel.orderNo}，${parcel.carrier} ${parcel.trackingNo}：${newest.text}`,
        link: path('/order/info/[id]', { id: parcel.orderNo }),
        ref: `parcel:${shipmentId}:${state}`,
      });
    return added;
  });
}
