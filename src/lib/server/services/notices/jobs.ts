import { type Job, minute } from '../../jobs/job.ts';
import { textDutyPhones } from './texts.ts';

/** What goes on from notices to merchants. */
export const noticeJobs = [
  { name: 'textDutyPhones', every: minute, run: textDutyPhones },
] as const satisfies readonly Job[];
