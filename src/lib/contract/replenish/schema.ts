/** 补货建议: what runs out by the buyer's own rhythm. */
import { z } from 'zod';
import { emptyInput, listOf } from '../fields.ts';
import { boughtGoods } from '../quick-order/schema.ts';

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

/** Input and output of each call. */
export const replenishSchemas = { replenish: { input: emptyInput, output: replenish } };
