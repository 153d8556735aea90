/** Stops of sale, at the platform's desk. Each rejects as `deskCall` does. */
import type {
  LiftStopInput,
  SetStopInput,
  StopRow,
  StopsList,
  StopsValues,
} from '#lib/contract/stops/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { deskCall } from './session.ts';

/** A page of them as they are now. */
export function loadStops(input: StopsValues): Promise<StopsList> {
  return deskCall(api.deskStops, input);
}

/** Stops a goods or a product; answers its row. */
export function setStop(input: SetStopInput): Promise<StopRow> {
  return deskCall(api.setStop, input);
}

/** Lifts a stop; answers its row as it is then. */
export function liftStop(input: LiftStopInput): Promise<StopRow> {
  return deskCall(api.liftStop, input);
}
