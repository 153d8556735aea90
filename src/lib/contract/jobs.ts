/** Rows that jobs could not process, at the platform's desk: retried, or acknowledged with a note. */

import { z } from 'zod';
import { get, post } from './call.ts';
import { deskPage, freeText, listOf, text, whole } from './fields.ts';

export const jobFilters = ['stuck', 'resting', 'put_away', 'all'] as const;

export const deskJobsInput = z.object({
  /** stuck: failed so often that a person has to look. resting: retried automatically before that. */
  state: z.enum(jobFilters, { error: '请选择状态' }).default('stuck'),
  keyword: freeText('任务或记录', 100),
  ...deskPage(),
});
export type DeskJobsValues = z.output<typeof deskJobsInput>;

/** A row as read: an act based on another number of failures is refused with a request to look again. */
const read = {
  job: text('任务', { min: 1, max: 60 }),
  row: text('记录', { min: 1, max: 200 }),
  tries: whole('失败次数', 1, 1_000_000),
};

export const retryJobInput = z.object(read);
export type RetryJobValues = z.output<typeof retryJobInput>;

export const putAwayJobInput = z.object({ ...read, word: text('说明', { min: 2, max: 200 }) });
export type PutAwayJobValues = z.output<typeof putAwayJobInput>;

export const deskJob = z.object({
  job: z.string(),
  job_text: z.string(),
  /** What is blocked by the failure. */
  waits: z.string(),
  row: z.string(),
  tries: z.number(),
  /** In words, and as recorded. */
  error_text: z.string(),
  error: z.string(),
  first_at: z.string(),
  last_at: z.string(),
  next_at: z.string(),
  /** Empty where it is not acknowledged. */
  put_away_by: z.string(),
  put_away_at: z.string(),
  put_away_word: z.string(),
});
export type DeskJobWire = z.infer<typeof deskJob>;

export const deskJobsList = listOf(deskJob);
export type DeskJobsList = z.infer<typeof deskJobsList>;

/** Failed jobs at the platform's desk. */
export const jobsCalls = {
  deskJobs: get('/api/desk/jobs', {
    who: 'platform',
    may: 'jobs',
    input: deskJobsInput,
    output: deskJobsList,
  }),
  retryJob: post('/api/desk/jobs/retry', {
    who: 'platform',
    may: 'jobs',
    input: retryJobInput,
    output: deskJob,
  }),
  putAwayJob: post('/api/desk/jobs/put-away', {
    who: 'platform',
    may: 'jobs',
    input: putAwayJobInput,
    output: deskJob,
  }),
};
