/** The call of 补货建议. */
import { dear, get } from '../call.ts';
import type { replenishSchemas } from './schema.ts';

type Schemas = typeof replenishSchemas;

export const replenishCalls = {
  replenish: dear('quote', get<Schemas['replenish'], 'buyer'>('/api/user/replenish', 'buyer')),
};
