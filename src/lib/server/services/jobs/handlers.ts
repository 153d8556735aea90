import { jobsCalls } from '#lib/contract/jobs.ts';
import { handlers } from '../../calls/handlers.ts';
import { listDeskJobs, putAwayJob, retryJob } from './desk.ts';

export const jobsHandlers = handlers(jobsCalls, {
  deskJobs: listDeskJobs,
  retryJob,
  putAwayJob,
});
