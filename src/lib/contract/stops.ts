/** Stops of sale by the platform: of one goods, or of all goods with a 批准文号. */

import { z } from 'zod';
import { post } from './call.ts';
import { text } from './fields.ts';

/** What was stopped: its name, and how many items it is. */
export const stopped = z.object({ id: z.number().int(), name: z.string(), goods: z.number().int() });
export type Stopped = z.infer<typeof stopped>;

export const setStopInput = z.object({
  /** The number of an item, or a complete 批准文号. */
  what: text('商品编号或批准文号', { min: 1, max: 60 }),
  reason: text('暂停原因', { min: 2, max: 200 }),
});
export type SetStopInput = z.input<typeof setStopInput>;
export type SetStopValues = z.output<typeof setStopInput>;

/** Stops of sale, at the platform's desk. */
export const stopsCalls = {
  setStop: post('/api/desk/stops', { who: 'platform', may: 'lots', input: setStopInput, output: stopped }),
};
