/** A provider whose daily bills are compared with our books. */
import type { BillLine } from '#lib/rules/orders/bill.ts';

/** A provider whose bills are compared with our books, and its ways to pay. */
export interface BillSource {
  source: string;
  providers: readonly string[];
  /**
   * The provider whose list of trades this account belongs to; without it these are trades, compared with our books.
   */
  accountOf?: string;
  /**
   * Its bookings of a day in Shanghai, `YYYY-MM-DD`; null where it has no bill of that day: nothing moved, or the bill
   * is not ready yet. Throws where there is no response, or the bill is incomplete.
   */
  bill(day: string): Promise<BillLine[] | null>;
}
