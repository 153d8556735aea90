import { stopsCalls } from '#lib/contract/stops.ts';
import { handlers } from '../core/calls/handlers.ts';
import { liftStop, listStops, setStop } from './stops.ts';

export const stopsHandlers = handlers(stopsCalls, {
  deskStops: listStops,
  setStop,
  liftStop,
});
