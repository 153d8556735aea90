/** Failed jobs at the platform's desk. */
import { get, need, post } from '../call.ts';
import type { jobsSchemas } from './schema.ts';

type Schemas = typeof jobsSchemas;

export const jobsCalls = {
  deskJobs: need('jobs', get<Schemas['deskJobs'], 'platform'>('/api/desk/jobs', 'platform')),
  retryJob: post<Schemas['retryJob'], 'platform'>('/api/desk/jobs/retry', 'platform', 'jobs'),
  putAwayJob: post<Schemas['putAwayJob'], 'platform'>('/api/desk/jobs/put-away', 'platform', 'jobs'),
};
