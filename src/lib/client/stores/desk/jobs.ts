/** Rows that jobs could not do. All reject as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  DeskJobsList,
  DeskJobsValues,
  DeskJobWire,
  PutAwayJobValues,
  RetryJobValues,
} from '#lib/contract/jobs.ts';
import { deskCall } from './session.ts';

export function loadJobs(input: DeskJobsValues): Promise<DeskJobsList> {
  return deskCall(api.deskJobs, input);
}

/** It is retried at the job's next run. */
export function retryJob(input: RetryJobValues): Promise<DeskJobWire> {
  return deskCall(api.retryJob, input);
}

/** It no longer raises an alarm. */
export function putAwayJob(input: PutAwayJobValues): Promise<DeskJobWire> {
  return deskCall(api.putAwayJob, input);
}
