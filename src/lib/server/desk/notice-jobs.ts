import { type Job, minute } from '../core/jobs/job.ts';
import { textDutyPhones } from './notice-texts.ts';

/** Jobs that send notices to merchants on. */
export const noticeJobs = [
  { name: 'textDutyPhones', every: minute, run: textDutyPhones },
] as const satisfies readonly Job[];
