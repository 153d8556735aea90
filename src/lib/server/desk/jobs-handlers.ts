import { jobsCalls } from '#lib/contract/jobs.ts';
import { handlers } from '../core/calls/handlers.ts';
import { listDeskJobs, putAwayJob, retryJob } from './jobs-list.ts';

export const jobsHandlers = handlers(jobsCalls, {
  deskJobs: listDeskJobs,
  retryJob,
  putAwayJob,
});
