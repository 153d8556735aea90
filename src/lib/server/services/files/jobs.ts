import { type Job, minute } from '../../jobs/job.ts';
import { drawDemoOnboarding } from './demo-onboarding.ts';
import { drawDemoPapers } from './demo-papers.ts';
import { drawDemoReports } from './demo-reports.ts';
import { sweepFiles } from './sweep.ts';

/** What time does to files. */
export const fileJobs = [
  { name: 'sweepFiles', every: 10 * minute, run: sweepFiles },
  { name: 'drawDemoPapers', every: 60 * minute, run: drawDemoPapers, isDemo: true },
  { name: 'drawDemoReports', every: 60 * minute, run: drawDemoReports, isDemo: true },
  { name: 'drawDemoOnboarding', every: 60 * minute, run: drawDemoOnboarding, isDemo: true },
] as const satisfies readonly Job[];
