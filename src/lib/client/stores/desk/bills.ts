/** Differences between payment providers' bills and our books. All reject as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type { BillsList, BillsValues, DifferenceWire, SettleDifferenceValues } from '#lib/contract/bills.ts';
import { deskCall } from './session.ts';

export function loadDifferences(input: BillsValues): Promise<BillsList> {
  return deskCall(api.deskBills, input);
}

/** Marks a difference as resolved; returns its new state. */
export function settleDifference(input: SettleDifferenceValues): Promise<DifferenceWire> {
  return deskCall(api.settleDifference, input);
}
