/** Acts on many rows of a list, done by the server: begun by the act's own call (./schemas.ts), seen and stopped here. */
import { z } from 'zod';
import { get, post, stream } from '../call.ts';
import { flagOut, id, text } from '../fields.ts';

const listField = text('列表', { min: 1, max: 50 });
export const bulkRunId = z.object({ id: id('批量操作编号') });

export const bulkRunWire = z.object({
  id: z.number().int(),
  /** The act: 提醒. */
  text: z.string(),
  state: z.string(),
  state_text: z.string(),
  made_by: z.string(),
  /** The search in words; empty for none. */
  search: z.string(),
  /** All its rows, and how many have each result. */
  rows: z.number().int(),
  done: z.number().int(),
  same: z.number().int(),
  refused: z.number().int(),
  /** The first that were refused; all are in its file. */
  refusals: z.array(z.object({ name: z.string(), why: z.string() })),
  /** Why it was stopped. */
  why: z.string(),
  created_at: z.string(),
  ended_at: z.string(),
  may_stop: flagOut,
});
export type BulkRunWire = z.infer<typeof bulkRunWire>;

export const deskBulkCalls = {
  /** Runs of a list that are at work or ended lately, the newest first. */
  bulkRuns: get('/api/desk/bulk', {
    who: 'staff',
    may: 'own',
    input: z.object({ list: listField }),
    output: z.object({ runs: z.array(bulkRunWire) }),
  }),
  stopBulk: post('/api/desk/bulk/{id}/stop', {
    who: 'staff',
    may: 'own',
    input: bulkRunId,
    output: bulkRunWire,
  }),
  /** The result of every row, as CSV. */
  bulkFile: stream('/api/desk/bulk/{id}/file', {
    who: 'staff',
    may: 'own',
    input: bulkRunId,
    output: z.never(),
  }),
};
