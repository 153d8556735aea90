/** A company's own data as one file. */

import { z } from 'zod';
import { get, post } from './call.ts';
import { emptyInput } from './fields.ts';

/** The last requested export. */
export const exportWire = z.object({
  /** none: never requested, or gone. */
  state: z.enum(['none', 'making', 'ready']),
  /** 0 to 100. */
  percent: z.number().int(),
  /** ISO moments; empty where there is none. */
  asked_at: z.string(),
  /** Until when it can be fetched. */
  until: z.string(),
  bytes: z.number().int(),
  /** Empty while it is not ready. */
  url: z.string(),
});
export type ExportWire = z.infer<typeof exportWire>;

/** Calls of being given one's own data. */
export const ownDataCalls = {
  dataExport: get('/api/user/export', { who: 'buyer', may: 'manage', input: emptyInput, output: exportWire }),
  beginExport: post('/api/user/export', {
    who: 'buyer',
    may: 'manage',
    input: emptyInput,
    output: exportWire,
  }),
};
