/** Stops of sale by the platform: of one goods, or of all goods with a 批准文号. */

import { z } from 'zod';
import { get, post } from './call.ts';
import { deskPage, flagOut, freeText, id, listOf, text } from './fields.ts';

const reason = (label: string) => text(label, { min: 2, max: 200 });

export const stopsInput = z.object({
  /** Part of a product's name or 批准文号, or the number of an item. */
  what: freeText('商品或批准文号', 100),
  /** `lifted`: includes lifted ones. */
  view: freeText('范围', 20),
  ...deskPage(),
});
export type StopsValues = z.output<typeof stopsInput>;

export const stopRow = z.object({
  id: z.number().int(),
  /** 0: all goods of the 批准文号. */
  goods_id: z.number().int(),
  approval_no: z.string(),
  name: z.string(),
  /** Number of items that it stops. */
  goods: z.number().int(),
  reason: z.string(),
  stopped_by: z.string(),
  stopped_at: z.string(),
  /** Empty while it is active. */
  lifted_at: z.string(),
  lifted_by: z.string(),
  lift_reason: z.string(),
  is_open: flagOut,
});
export type StopRow = z.infer<typeof stopRow>;

export const stopsList = listOf(stopRow);
export type StopsList = z.infer<typeof stopsList>;

export const setStopInput = z.object({
  /** The number of an item, or a complete 批准文号. */
  what: text('商品编号或批准文号', { min: 1, max: 60 }),
  reason: reason('暂停原因'),
});
export type SetStopInput = z.input<typeof setStopInput>;
export type SetStopValues = z.output<typeof setStopInput>;

export const liftStopInput = z.object({ id: id('暂停编号'), reason: reason('解除原因') });
export type LiftStopInput = z.input<typeof liftStopInput>;
export type LiftStopValues = z.output<typeof liftStopInput>;

/** Stops of sale, at the platform's desk. */
export const stopsCalls = {
  deskStops: get('/api/desk/stops', { who: 'platform', may: 'lots', input: stopsInput, output: stopsList }),
  setStop: post('/api/desk/stops', { who: 'platform', may: 'lots', input: setStopInput, output: stopRow }),
  liftStop: post('/api/desk/stops/{id}/lift', {
    who: 'platform',
    may: 'lots',
    input: liftStopInput,
    output: stopRow,
  }),
};
