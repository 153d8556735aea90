import { type Job, minute } from '../../jobs/job.ts';
import { textDutyPhones } from './texts.ts';

/** Jobs that send notices to merchants on. */
export const noticeJobs = [
  { name: 'textDutyPhones', every: minute, run: textDutyPhones },
] as const satisfies readonly Job[];
