/** Asks logistics providers about parcels without a recent report, and registers new parcels with one. */

import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import type { LogisticsProvider } from '../ports/logistics/port.ts';
import { logisticsProviders } from '../ports/logistics/providers.ts';
import { findParcelToAsk, listParcelsToAsk, updateTracking } from './rows.ts';
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
    work: (shipmentId) => follow(db, providers, shipmentId, now),
    atOnce: 4,
  });
}

/** Registers a parcel without a provider with the first one that knows its carrier; otherwise asks its provider. */
async function follow(
  db: Db,
  providers: readonly LogisticsProvider[],
  shipmentId: number,
  now: Date,
): Promise<number> {
  const found = await findParcelToAsk(db, shipmentId);
  // A report came in meanwhile, or the parcel is finished.
  if (found === null || found.askAt === null || found.askAt > now) return 0;
  const { carrier, trackingNo, sentAt, address } = found;
  if (now.getTime() - sentAt.getTime() >= askFor) return stopAsking(db, shipmentId);
  const provider = providers.find(({ key }) => key === found.provider);
  if (provider !== undefined && found.code !== null) {
    const asked = { code: found.code, trackingNo, phone: address.phone, sentAt, now };
    await writeEvents(db, shipmentId, await provider.query(asked), {
      now,
      askEvery: provider.askEvery,
      trackingNo,
    });
    return 1;
  }
  for (const one of providers) {
    const code = one.codeOf(carrier);
    if (code === null) continue;
    // Saved before it is sent, so that an immediate push finds its parcel. Registering twice is safe.
    await updateTracking(db, shipmentId, { provider: one.key, code }, trackingNo);
    try {
      await one.subscribe({ code, trackingNo, phone: address.phone, sentAt, now });
    } catch (error) {
      await updateTracking(db, shipmentId, { provider: null }, trackingNo);
      throw error;
    }
    await updateTracking(db, shipmentId, { askAt: new Date(now.getTime() + one.askEvery) }, trackingNo);
    return 1;
  }
  // No provider follows this carrier.
  return stopAsking(db, shipmentId);
}

async function stopAsking(db: Db, shipmentId: number): Promise<number> {
  await updateTracking(db, shipmentId, { askAt: null });
  return 1;
}
