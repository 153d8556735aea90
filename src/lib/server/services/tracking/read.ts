/** How far parcels are, as people read it. */
import { needsLooking, parcelText } from '#lib/rules/orders/parcel-state.ts';
import type { Db } from '../../db/client.ts';
import { readTracking } from '../../repos/tracking.ts';

interface ParcelShown {
  /** Empty where nobody follows it: nothing is told that no carrier said. */
  state_text: string;
  /** 1: it stands still, is in trouble, or on its way back. */
  is_stuck: 0 | 1;
}

const untold: ParcelShown = { state_text: '', is_stuck: 0 };

/**
 * The parcels' states: a function of the shipment's id. Where nobody waits for them any more (`isAwaited` false: the buyer
 * has the goods), silence is no news.
 */
export async function shownParcels(
  db: Db,
  shipmentIds: readonly number[],
  now: Date,
  isAwaited = true,
): Promise<(shipmentId: number) => ParcelShown> {
  const rows = await readTracking(db, shipmentIds);
  return (id) => {
    const row = rows.get(id);
    if (row === undefined || row.provider === null) return untold;
    const facts = { state: row.state, movedAt: row.movedAt.getTime(), isFollowed: isAwaited };
    return {
      state_text: parcelText(facts, now.getTime()),
      is_stuck: needsLooking(facts, now.getTime()) ? 1 : 0,
    };
  };
}
