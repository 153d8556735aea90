/** 补货建议: what runs out by the buyer's own rhythm. */

import { z } from 'zod';
import { get } from './call.ts';
import { emptyInput, listOf } from './fields.ts';
import { boughtGoods } from './quick-order/calls.ts';

/** An item that was bought repeatedly, and is due. */
export const replenishGoods = boughtGoods.extend({
  /** Pieces of a usual purchase. */
  suggested: z.number().int(),
  /** 平均每14天买20盒，已16天未买. */
  reason: z.string(),
});
export type ReplenishGoods = z.infer<typeof replenishGoods>;

/** The most overdue first. */
export const replenish = listOf(replenishGoods);
export type Replenish = z.infer<typeof replenish>;

/** The call of 补货建议. */
export const replenishCalls = {
  replenish: get('/api/user/replenish', {
    who: 'buyer',
    cost: 'quote',
    input: emptyInput,
    output: replenish,
  }),
};
