/** Stops of sale, at the platform's desk. */
import { get, need, post } from '../call.ts';
import type { stopsSchemas } from './schema.ts';

type Schemas = typeof stopsSchemas;

export const stopsCalls = {
  deskStops: need('lots', get<Schemas['deskStops'], 'platform'>('/api/desk/stops', 'platform')),
  setStop: post<Schemas['setStop'], 'platform'>('/api/desk/stops', 'platform', 'lots'),
  liftStop: post<Schemas['liftStop'], 'platform'>('/api/desk/stops/{id}/lift', 'platform', 'lots'),
};
