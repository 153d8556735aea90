/** Calls of 品种求购. */
import { get, need, post } from '../call.ts';
import type { wantedSchemas } from './schema.ts';

type Schemas = typeof wantedSchemas;

export const wantedCalls = {
  wantedList: get<Schemas['wantedList'], 'buyer'>('/api/user/buy', 'buyer'),
  askFor: post<Schemas['askFor']>('/api/user/buy', 'buyer', 'order'),
  wanted: get<Schemas['wanted'], 'buyer'>('/api/user/buy/{id}', 'buyer'),
  deskWanted: need('requests', get<Schemas['deskWanted'], 'platform'>('/api/desk/wanted', 'platform')),
  answerWanted: post<Schemas['answerWanted'], 'platform'>(
    '/api/desk/wanted/{id}/answer',
    'platform',
    'requests',
  ),
  withdrawWanted: post<Schemas['withdrawWanted']>('/api/user/buy/{id}/withdraw', 'buyer', 'order'),
};
