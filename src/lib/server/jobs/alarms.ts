/** What of the jobs needs a person, looked at now and then so that health can report it without asking the database. */
import type { Db } from '../db/client.ts';
import { listFailures, listJobAges } from '../repos/jobs.ts';
import { alarmTries, longestRest } from './rows.ts';

export interface JobAlarm {
  job: string;
  /** failing: rows that cannot be done; stalled: nobody has gone through it for long. */
  kind: 'failing' | 'stalled';
  /** Rows that fail; seconds since its last end when it is stalled. */
  count: number;
}

/** A job is stalled when its last end lies this many intervals back, and a quarter of an hour. */
const stalledIntervals = 10;
const stalledSeconds = 15 * 60;

let alarms: JobAlarm[] = [];

/** The alarms as they were at the last look. Names of jobs and numbers only: anybody may read them. */
export function jobAlarms(): readonly JobAlarm[] {
  return alarms;
}

/** Looks again; `every` is each job's interval in ms. */
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
