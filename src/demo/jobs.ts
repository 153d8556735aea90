import type { RowsDone } from '#lib/server/core/jobs/each-row.ts';
import { type Job, minute, second } from '#lib/server/core/jobs/job.ts';
import type { Db } from '#lib/server/db/client.ts';
import { drawDemoOnboarding } from './drawn/onboarding.ts';
import { drawDemoPapers } from './drawn/papers.ts';
import { drawDemoReports } from './drawn/reports.ts';
import { playDemoLive } from './live/play.ts';
import { refreshDemoDates } from './seed/refresh.ts';

/** Moves the demo's dates ahead of the calendar, and draws its documents. */
export const demoJobs = [
  { name: 'drawDemoPapers', every: 60 * minute, run: drawDemoPapers, isDemo: true },
  { name: 'drawDemoReports', every: 60 * minute, run: drawDemoReports, isDemo: true },
  { name: 'drawDemoOnboarding', every: 60 * minute, run: drawDemoOnboarding, isDemo: true },
  { name: 'playDemoLive', every: 5 * second, run: playDemoLive, isDemo: true },
  { name: 'refreshDemo', every: 60 * minute, run: refreshDemo, isDemo: true },
] as const satisfies readonly Job[];

/** One statement a table moves them: they succeed or fail together. */
async function refreshDemo(db: Db, now: Date): Promise<RowsDone> {
  await refreshDemoDates(db, now);
  return { done: 1, failed: 0 };
}
