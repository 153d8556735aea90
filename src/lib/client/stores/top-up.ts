/** Topping up the balance in the browser. The server decides; the address is never trusted. */

import { api } from '#lib/contract/api.ts';
import type { PayOutput } from '#lib/contract/payments/calls.ts';
import type { TopUp, TopUpInput } from '#lib/contract/wallet/top-up.ts';
import { call } from '../api.ts';
import { markStale } from '../stale.ts';
import { watch } from './orders/pay.ts';

/** Begins one, or continues the same one. Rejects as `call` does. */
export async function startTopUp(input: TopUpInput): Promise<PayOutput> {
  const begun = await call(api.startTopUp, input);
  markStale();
  return begun;
}

/** Polls until it is settled; returns a function that stops it. */
export function watchTopUp(no: string, onAnswer: (topUp: TopUp) => void): () => void {
  return watch(
    () => call(api.topUp, { no }),
    ({ status }) => waitingStates.has(status),
    onAnswer,
  );
}

const waitingStates: ReadonlySet<string> = new Set(['pending']);
