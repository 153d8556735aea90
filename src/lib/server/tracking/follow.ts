/** Asks logistics providers about parcels without a recent report, and registers new parcels with one. */

import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import type { LogisticsProvider } from '../ports/logistics/port.ts';
import { logisticsProviders } from '../ports/logistics/providers.ts';
import type { ParcelBook } from './book.ts';
import { orderParcels } from './order-parcels.ts';
import { listParcelsToAsk } from './rows.ts';
import { askFor, writeEvents } from './write.ts';

const atOnce = 50;

/** Handles the parcels that are due. Without an open provider it does nothing; the parcels stay due. */
export async function followParcels(db: Db, now: Date): Promise<RowsDone> {
  const providers = logisticsProviders();
  if (providers.length === 0) return { done: 0, failed: 0 };
  return eachRow(db, {
    job: 'followParcels',
    now,
    list: () => listParcelsToAsk(db, now, atOnce),
    work: (id: number) => followParcel(db, orderParcels, { providers, id, now }),
    atOnce: 4,
  });
}

/** Registers a parcel without a provider with the first one that knows its carrier; otherwise asks its provider. */
export async function followParcel(
  db: Db,
  book: ParcelBook,
  { providers, id, now }: { providers: readonly LogisticsProvider[]; id: number; now: Date },
): Promise<number> {
  const found = await book.findToAsk(db, id);
  // A report came in meanwhile, or the parcel is finished.
  if (found === null || found.askAt === null || found.askAt > now) return 0;
  const { carrier, trackingNo, sentAt, phone } = found;
  const stop = async () => {
    await book.update(db, id, { askAt: null });
    return 1;
  };
  if (now.getTime() - sentAt.getTime() >= askFor) return stop();
  const provider = providers.find(({ key }) => key === found.provider);
  if (provider !== undefined && found.code !== null) {
    const asked = { code: found.code, trackingNo, phone, sentAt, now };
    const told = await provider.query(asked);
    await writeEvents(db, id, told, { now, askEvery: provider.askEvery, trackingNo, book });
    return 1;
  }
  for (const one of providers) {
    const code = one.codeOf(carrier);
    if (code === null) continue;
    // Saved before it is sent, so that an immediate push finds its parcel. Registering twice is safe.
    await book.update(db, id, { provider: one.key, code }, trackingNo);
    try {
      await one.subscribe({ code, trackingNo, phone, sentAt, now });
    } catch (error) {
      await book.update(db, id, { provider: null }, trackingNo);
      throw error;
    }
    await book.update(db, id, { askAt: new Date(now.getTime() + one.askEvery) }, trackingNo);
    return 1;
  }
  // No provider follows this carrier.
  return stop();
}
