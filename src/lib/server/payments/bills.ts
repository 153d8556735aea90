/** A house whose daily bills are compared with our books. */
import type { BillLine } from '#lib/rules/orders/bill.ts';

/** A house whose bills are compared with our books, and the ways to pay that it stands behind. */
export interface BilledHouse {
  house: string;
  providers: readonly string[];
  /** The house whose list of trades this is the account of; without it these are trades, held against our books. */
  accountOf?: string;
  /**
   * What it booked on a day of Shanghai, `YYYY-MM-DD`; null where it has no bill of that day: nothing moved, or it is not
   * made yet. Throws where there is no answer, or a bill that is not whole.
   */
  bill(day: string): Promise<BillLine[] | null>;
}
