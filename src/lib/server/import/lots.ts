/** Which lot an offer has after an import. Dates come from the file or stay as they are, they are never made up. Pure. */
import type { CatalogueRow } from './row.ts';

/** A lot as goods have it; null dates: nobody has said which one lies there. */
export interface Lot {
  lotNo: string;
  producedOn: string | null;
  expiresOn: string | null;
}

export const unknownLot = { lotNo: '', producedOn: null, expiresOn: null } satisfies Lot;

/**
 * The lot that takes the place of the one known, or null when that stays. A row without a whole lot leaves it, unless
 * it brings more pieces than there were: of which lot those are nobody has said, so none of them may be sold.
 */
export function planLot({ lot }: Pick<CatalogueRow, 'lot'>, known: Lot, bringsMore: boolean): Lot | null {
  const next = lot ?? (bringsMore ? unknownLot : known);
  const isSame =
    next.lotNo === known.lotNo && next.producedOn === known.producedOn && next.expiresOn === known.expiresOn;
  return isSame ? null : next;
}
