/** The receiving package of an order. */

import { api } from '#lib/contract/api.ts';
import type { OrderPapers } from '#lib/contract/receiving.ts';
import { call } from '../../api.ts';

/** Requests every missing report from the merchant; returns the new state. Rejects as `call`. */
export function askPapers(no: string): Promise<OrderPapers> {
  return call(api.askPapers, { no });
}
