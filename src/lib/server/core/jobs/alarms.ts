/** Alarms of jobs that need a person, cached so that health can report them without a database query. */
import { alarmTries } from '#lib/rules/site/job-words.ts';
import type { Db } from '../../db/client.ts';
import { longestRest } from './each-row.ts';
import { listFailures, listJobAges } from './job-rows.ts';

export interface JobAlarm {
  job: string;
  /** failing: rows that cannot be processed; stalled: no complete run for long. */
  kind: 'failing' | 'stalled';
  /** Failing rows; for a stalled job the seconds since its last complete run. */
  count: number;
}

/** A job is stalled when its last run ended this many intervals ago, and at least a quarter of an hour. */
const stalledIntervals = 10;
const stalledSeconds = 15 * 60;

let alarms: JobAlarm[] = [];

/** The alarms of the last check. Names of jobs and numbers only: they are public. */
export function jobAlarms(): readonly JobAlarm[] {
  return alarms;
}

/** Checks again; `every` is each job's interval in ms. */
export async function lookForAlarms(db: Db, every: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 2 * longestRest);
  const failing = Map.groupBy(await listFailures(db, alarmTries, since), ({ job }) => job);
  const ages = await listJobAges(db);
  alarms = [
    ...[...failing].map(([job, rows]): JobAlarm => ({ job, kind: 'failing', count: rows.length })),
    ...ages.flatMap(({ job, seconds }): JobAlarm[] => {
      const most = Math.max(stalledSeconds, (stalledIntervals * (every.get(job) ?? 0)) / 1000);
      return every.has(job) && seconds > most ? [{ job, kind: 'stalled', count: Math.round(seconds) }] : [];
    }),
  ];
}
