/** Tracking of parcels for pages. */
import { needsLooking, parcelText } from '#lib/rules/orders/parcel-state.ts';
import type { Db } from '../db/client.ts';
import { readTracking } from './rows.ts';

interface ParcelShown {
  /** Empty where no provider follows it: the shop invents no state. */
  state_text: string;
  /** 1: no progress, in trouble, or on its way back. */
  is_stuck: 0 | 1;
}

const notAnnounced: ParcelShown = { state_text: '', is_stuck: 0 };

/** The parcels' states by shipment id. With `isAwaited` false the buyer has the goods, so silence is no problem. */
export async function shownParcels(
  db: Db,
  shipmentIds: readonly number[],
  now: Date,
  isAwaited = true,
): Promise<(shipmentId: number) => ParcelShown> {
  const rows = await readTracking(db, shipmentIds);
  return (id) => {
    const row = rows.get(id);
    if (row === undefined || row.provider === null) return notAnnounced;
    const facts = { state: row.state, movedAt: row.movedAt.getTime(), isFollowed: isAwaited };
    return {
      state_text: parcelText(facts, now.getTime(), !isAwaited),
      is_stuck: needsLooking(facts, now.getTime()) ? 1 : 0,
    };
  };
}
