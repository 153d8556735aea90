import { replenishCalls } from '#lib/contract/replenish.ts';
import { handlers } from '../../calls/handlers.ts';
import { listReplenish } from './replenish.ts';

export const replenishHandlers = handlers(replenishCalls, {
  replenish: listReplenish,
});
