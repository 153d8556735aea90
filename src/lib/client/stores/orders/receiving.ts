/** Receiving an order in the shop. Calls reject as `call` does; progress is stored on this device. */

import { api } from '#lib/contract/api.ts';
import type { FoundParcel, OrdersToReceive, ReceivedOrders } from '#lib/contract/orders/receive-many.ts';
import type {
  PreviewReceiptInput,
  ReceiptPreview,
  ReceiveOrderInput,
  ReceivingSheet,
} from '#lib/contract/receiving.ts';
import type { Looked } from '#lib/rules/orders/receiving.ts';
import { call } from '../../api.ts';

/** The refunds of differences. */
export function previewReceipt(input: PreviewReceiptInput): Promise<ReceiptPreview> {
  return call(api.previewReceipt, input);
}

/** Confirms the receipt and reports the differences; returns the sheet's new state. */
export function receiveOrder(input: ReceiveOrderInput): Promise<ReceivingSheet> {
  return call(api.receiveOrder, input);
}

/** The orders that wait for their receipt, as they are now; `no` is among them if it waits. */
export function loadOrdersToReceive(no?: string): Promise<OrdersToReceive> {
  return call(api.ordersToReceive, { ...(no !== undefined && { no }) });
}

/** The order of a scanned code. */
export function findParcel(code: string): Promise<FoundParcel> {
  return call(api.findParcel, { code });
}

/** Receives each of the orders; what became of it. `codes`: what was scanned from their parcels. */
export function receiveOrders(nos: string[], codes: string[]): Promise<ReceivedOrders> {
  return call(api.receiveOrders, { nos, codes });
}

const keyOf = (no: string) => `yp-receiving:${no}`;
const nothing: Looked = { ticked: [], found: [] };

/** Ticks and scans of an order before the page was left; opening parcels takes hours. */
export function recallLooked(no: string): Looked {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(keyOf(no)) ?? 'null');
    return isLooked(known) ? known : nothing;
  } catch {
    // An unreadable value was not written by this shop.
    return nothing;
  }
}

export function saveLooked(no: string, looked: Looked): void {
  try {
    localStorage.setItem(keyOf(no), JSON.stringify(looked));
  } catch {
    // Storage is full or unavailable: the page itself still has them.
  }
}

export function forgetLooked(no: string): void {
  try {
    localStorage.removeItem(keyOf(no));
  } catch {
    // Unavailable storage has nothing to delete.
  }
}

function isLooked(known: unknown): known is Looked {
  if (typeof known !== 'object' || known === null || !('ticked' in known) || !('found' in known))
    return false;
  return [known.ticked, known.found].every(
    (list) => Array.isArray(list) && list.every((one) => typeof one === 'string'),
  );
}
