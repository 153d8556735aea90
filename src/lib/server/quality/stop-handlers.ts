import { stopsCalls } from '#lib/contract/stops.ts';
import { handlers } from '../core/calls/handlers.ts';
import { setStop } from './stops.ts';

export const stopsHandlers = handlers(stopsCalls, {
  setStop,
});
