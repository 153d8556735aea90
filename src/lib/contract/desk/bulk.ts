/** Acts on many rows of a list, done by the server: begun by the act's own call (./schemas.ts), seen and stopped here. */
import { z } from 'zod';
import { get, post, stream } from '../call.ts';
import { maxDeskPageSize } from '../constants.ts';
import { flagOut, freeText, id, text, upTo, whole } from '../fields.ts';

const listField = text('列表', { min: 1, max: 50 });
/** Characters of a search as an address has it. */
export const maxBulkSearch = 2_000;
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
  undone: z.number().int(),
  /** The first that were refused; all are in its file. */
  refusals: z.array(z.object({ name: z.string(), why: z.string() })),
  /** Why it was stopped. */
  why: z.string(),
  created_at: z.string(),
  ended_at: z.string(),
  may_stop: flagOut,
  /** The act that undoes it; empty where it has none or nothing to undo. */
  undo: z.string(),
  /** The run that it undoes; 0 for none. */
  undo_of: z.number().int(),
});
export type BulkRunWire = z.infer<typeof bulkRunWire>;

/** The preview of an act on many rows; the act's use case checks each row again. */
const bulkPreview = z.object({
  /** Ticked rows, or all that the search finds. */
  rows: z.number().int(),
  /** Rows that it leaves as they are now, by reason. Of ticked rows the first are named. */
  left: z.array(z.object({ why: z.string(), rows: z.number().int(), names: z.array(z.string()) })),
});
export type BulkPreview = z.infer<typeof bulkPreview>;

const previewInput = z.object({
  list: listField,
  act: text('操作', { min: 1, max: 50 }),
  /** Ids of any list as texts; none for a search. */
  ids: upTo(maxDeskPageSize, text('编号', { min: 1, max: 200 }), {
    error: '请选择要处理的行',
    tooMany: `一次最多处理${maxDeskPageSize}行`,
  }).default([]),
  search: freeText('条件', maxBulkSearch),
});
export type PreviewAsked = z.infer<typeof previewInput>;

export const deskBulkCalls = {
  /** Counts the rows of an act before it begins. It writes nothing; its ids are too long for an address. */
  bulkPreview: post('/api/desk/bulk/preview', {
    who: 'staff',
    may: 'own',
    input: previewInput,
    output: bulkPreview,
  }),
  /** Runs of a list that are at work or ended lately, the newest first. */
  bulkRuns: get('/api/desk/bulk', {
    who: 'staff',
    may: 'own',
    input: z.object({ list: listField }),
    output: z.object({ runs: z.array(bulkRunWire) }),
  }),
  /** Rows that a run has changed and that are not undone, to choose from. */
  bulkChanged: get('/api/desk/bulk/{id}/changed', {
    who: 'staff',
    may: 'own',
    input: bulkRunId.extend({ after: whole('序号', 0, 2_147_483_647).default(0) }),
    output: z.object({ rows: z.array(z.object({ no: z.number().int(), name: z.string() })) }),
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
