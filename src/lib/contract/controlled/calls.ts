/** Calls of controlled sale. */
import { get, post } from '../call.ts';
import type { controlledSchemas } from './schema.ts';

type Schemas = typeof controlledSchemas;

export const controlledCalls = {
  controlledApplications: get<Schemas['controlledApplications'], 'buyer'>('/api/controlled', 'buyer'),
  applyForControlled: post<Schemas['applyForControlled']>('/api/controlled/apply', 'buyer', 'order'),
};
