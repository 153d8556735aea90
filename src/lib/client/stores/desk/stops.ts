/** Stops of sale, at the platform's desk. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type { LiftStopInput, SetStopInput, StopRow, StopsList, StopsValues } from '#lib/contract/stops.ts';
import { deskCall } from './session.ts';

/** A page of them as they are now. */
export function loadStops(input: StopsValues): Promise<StopsList> {
  return deskCall(api.deskStops, input);
}

/** Stops an item or a product; returns its row. */
export function setStop(input: SetStopInput): Promise<StopRow> {
  return deskCall(api.setStop, input);
}

/** Lifts a stop; returns its row's new state. */
export function liftStop(input: LiftStopInput): Promise<StopRow> {
  return deskCall(api.liftStop, input);
}
