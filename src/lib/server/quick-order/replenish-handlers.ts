import { replenishCalls } from '#lib/contract/replenish.ts';
import { handlers } from '../core/calls/handlers.ts';
import { listReplenish } from './replenish.ts';

export const replenishHandlers = handlers(replenishCalls, {
  replenish: listReplenish,
});
