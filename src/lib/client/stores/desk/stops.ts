/** Stops of sale, at the platform's desk. */

import { api } from '#lib/contract/api.ts';
import type { SetStopInput, Stopped } from '#lib/contract/stops.ts';
import { deskCall } from './session.ts';

/** Stops an item or a product. Rejects as `deskCall` does. */
export function setStop(input: SetStopInput): Promise<Stopped> {
  return deskCall(api.setStop, input);
}
