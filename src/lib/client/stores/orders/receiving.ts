/** Receiving an order in the shop. Calls reject as `call` does; what was looked at is kept on this device. */
import type {
  PreviewReceiptInput,
  ReceiptPreview,
  ReceiveOrderInput,
  ReceivingSheet,
} from '#lib/contract/receiving/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import type { Looked } from '#lib/rules/orders/receiving.ts';
import { call } from '../../api.ts';

/** What differences would bring back. */
export function previewReceipt(input: PreviewReceiptInput): Promise<ReceiptPreview> {
  return call(api.previewReceipt, input);
}

/** Confirms the receipt and reports the differences; answers the sheet as it is then. */
export function receiveOrder(input: ReceiveOrderInput): Promise<ReceivingSheet> {
  return call(api.receiveOrder, input);
}

const keyOf = (no: string) => `yp-receiving:${no}`;
const nothing: Looked = { ticked: [], found: [] };

/** What was ticked and scanned of an order before the page was left; parcels are opened over hours. */
export function recallLooked(no: string): Looked {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(keyOf(no)) ?? 'null');
    return isLooked(known) ? known : nothing;
  } catch {
    // What cannot be read was not written by this shop.
    return nothing;
  }
}

export function keepLooked(no: string, looked: Looked): void {
  try {
    localStorage.setItem(keyOf(no), JSON.stringify(looked));
  } catch {
    // A full or closed store: the page itself still knows.
  }
}

export function forgetLooked(no: string): void {
  try {
    localStorage.removeItem(keyOf(no));
  } catch {
    // A closed store has nothing to forget.
  }
}

function isLooked(known: unknown): known is Looked {
  if (typeof known !== 'object' || known === null || !('ticked' in known) || !('found' in known))
    return false;
  return [known.ticked, known.found].every(
    (list) => Array.isArray(list) && list.every((one) => typeof one === 'string'),
  );
}
