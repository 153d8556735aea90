/** Calls of 品种求购. */
import { get, post } from '../call.ts';
import type { wantedSchemas } from './schema.ts';

type Schemas = typeof wantedSchemas;

export const wantedCalls = {
  wantedList: get<Schemas['wantedList'], 'buyer'>('/api/user/buy', 'buyer'),
  askFor: post<Schemas['askFor']>('/api/user/buy', 'buyer', 'order'),
  wanted: get<Schemas['wanted'], 'buyer'>('/api/user/buy/{id}', 'buyer'),
  withdrawWanted: post<Schemas['withdrawWanted']>('/api/user/buy/{id}/withdraw', 'buyer', 'order'),
};
