/** Published roots of 票账货款, by which anyone checks the proof of an order (rules 4). */
import { z } from 'zod';
import { get } from './call.ts';
import { day } from './fields.ts';

export const flowRootInput = z.object({ day: day('日期') });
export type FlowRootValues = z.output<typeof flowRootInput>;

/** A Shanghai day with the root of its records. */
export const flowRoot = z.object({
  day: z.string(),
  root: z.string(),
  leaves: z.number().int(),
  published_at: z.iso.datetime(),
});
export type FlowRootOutput = z.infer<typeof flowRoot>;

export const flowsCalls = {
  /** Null for a day without a published root. */
  flowRoot: get('/api/flow/root', { who: 'anyone', input: flowRootInput, output: flowRoot.nullable() }),
};
