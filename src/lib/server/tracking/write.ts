/** Saves a provider's events of a parcel: each event once, the parcel's state from the newest of them. */
import { isEventOf, isParcelOver, newestOf, titleOfParcelMessage } from '#lib/rules/orders/parcel-state.ts';
import { headOf } from '#lib/rules/text/cut.ts';
import { log } from '../core/process/log.ts';
import type { Db } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import type { LogisticsProvider, ParcelEvent, ParcelReport } from '../ports/logistics/port.ts';
import type { ParcelBook } from './book.ts';
import { orderParcels } from './order-parcels.ts';

/** Carriers' texts are cut at this length. */
const longestText = 500;
/** Older events send no message, ms. */
const isNews = 24 * 3_600_000;
/** Parcels are polled for this long after shipping, ms: providers do not remember them longer. */
export const askFor = 45 * 24 * 3_600_000;

/**
 * Saves the new events of a parcel; answers how many there were. The buyer gets one message when it goes out for
 * delivery and one when it is signed for. `askEvery`: time until the next query, unless the parcel is finished;
 * `trackingNo`: the number that the events are for; `book`: where the parcel is kept.
 */
export async function writeEvents(
  db: Db,
  id: number,
  events: readonly ParcelEvent[],
  {
    now,
    askEvery,
    trackingNo,
    book = orderParcels,
  }: { now: Date; askEvery: number; trackingNo: string; book?: ParcelBook },
): Promise<number> {
  return db.transaction(async (tx) => {
    const parcel = await book.lock(tx, id);
    // The number was corrected meanwhile: these events belong to another parcel.
    if (parcel === null || parcel.trackingNo.toLowerCase() !== trackingNo.toLowerCase()) return 0;
    const sentAt = parcel.sentAt.getTime();
    const own = events.filter(
      ({ at, text }) => text !== '' && isEventOf(at.getTime(), sentAt, now.getTime()),
    );
    const added = await book.addEvents(
      tx,
      id,
      own.map(({ at, text, state }) => ({ at, text: headOf(text, longestText), state })),
    );
    const all = await book.listEvents(tx, id);
    const newest = newestOf(all.map((event) => ({ ...event, at: event.at.getTime() })));
    const state = newest?.state ?? parcel.state;
    const isAsked = !isParcelOver(state) && now.getTime() - sentAt < askFor;
    await book.update(tx, id, {
      state,
      movedAt: newest === null ? parcel.movedAt : new Date(newest.at),
      askAt: isAsked ? new Date(now.getTime() + askEvery) : null,
    });
    const title = titleOfParcelMessage(state);
    if (title !== null && newest !== null && state !== parcel.state && now.getTime() - newest.at < isNews) {
      const { order, ref, link } = book.about(parcel, id);
      await sendMessages(tx, {
        companyId: parcel.companyId,
        kind: 'shipment',
        title,
        body: `${order}${parcel.orderNo}，${parcel.carrier} ${parcel.trackingNo}：${newest.text}`,
        link,
        ref: `${ref}:${state}`,
      });
    }
    return added;
  });
}

// Reports that providers push.

/**
 * `POST /api/logistics/notify/{provider}`, after the provider's file has verified and read it: every event is saved
 * once, also when it comes late, twice or out of order. An unknown parcel is skipped and logged: a resend would not
 * help.
 */
export async function receiveReports(
  { db, now, requestId }: { db: Db; now: Date; requestId: string },
  { key, askEvery }: LogisticsProvider,
  reports: readonly ParcelReport[],
  books: readonly ParcelBook[],
): Promise<void> {
  for (const report of reports) {
    const found = await Promise.all(
      books.map(async (book) => (await book.listOf(db, key, report)).map((id) => ({ book, id }))),
    );
    const parcels = found.flat();
    if (parcels.length === 0)
      log().warn(
        { requestId, provider: key, trackingNo: report.trackingNo },
        'told of a parcel that is not ours',
      );
    for (const { book, id } of parcels)
      await writeEvents(db, id, report.events, { now, askEvery, trackingNo: report.trackingNo, book });
  }
}
