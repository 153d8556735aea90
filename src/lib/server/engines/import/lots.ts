/** The lot of an offer after an import. Dates come from the file or stay unchanged; they are never made up. Pure. */
import type { CatalogueRow } from './row.ts';

/** A lot of an item; null dates: the lot in stock is unknown. */
export interface Lot {
  lotNo: string;
  producedOn: string | null;
  expiresOn: string | null;
}

export const unknownLot = { lotNo: '', producedOn: null, expiresOn: null } satisfies Lot;

/**
 * The lot that replaces the known one, or null when that stays. A row without a complete lot leaves it, unless it
 * brings more pieces than there were: their lot is unknown, so none of them may be sold.
 */
export function planLot({ lot }: Pick<CatalogueRow, 'lot'>, known: Lot, bringsMore: boolean): Lot | null {
  const next = lot ?? (bringsMore ? unknownLot : known);
  const isSame =
    next.lotNo === known.lotNo && next.producedOn === known.producedOn && next.expiresOn === known.expiresOn;
  return isSame ? null : next;
}
