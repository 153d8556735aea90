/** Calls of controlled sale. */
import { get, need, post } from '../call.ts';
import type { controlledSchemas } from './schema.ts';

type Schemas = typeof controlledSchemas;

export const controlledCalls = {
  controlledApplications: get<Schemas['controlledApplications'], 'buyer'>('/api/controlled', 'buyer'),
  deskGrants: need('requests', get<Schemas['deskGrants'], 'platform'>('/api/desk/grants', 'platform')),
  approveGrant: post<Schemas['approveGrant'], 'platform'>(
    '/api/desk/grants/{id}/approve',
    'platform',
    'requests',
  ),
  refuseGrant: post<Schemas['refuseGrant'], 'platform'>(
    '/api/desk/grants/{id}/refuse',
    'platform',
    'requests',
  ),
  applyForControlled: post<Schemas['applyForControlled']>('/api/controlled/apply', 'buyer', 'order'),
};
