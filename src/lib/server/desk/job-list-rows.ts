/** Rows that jobs could not process, at the platform's desk. */
import { sql } from 'drizzle-orm';
import { jobs } from '#lib/contract/desk/lists/jobs.ts';
import { alarmTries, failureText, findJobs, jobText, jobWaits } from '#lib/rules/site/job-words.ts';
import { contains } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';

/** The states of the search: those that need a person, those that are tried again before, and those put away. */
function isIn(state: string) {
  if (state === 'put_away') return sql`put_away_at is not null`;
  const tries = state === 'stuck' ? sql`tries >= ${alarmTries}` : sql`tries < ${alarmTries}`;
  return sql`${tries} and put_away_at is null`;
}

export const jobListRows = listRows(jobs, {
  source: () => ({
    from: sql`job_failure`,
    // A job's name has no space.
    key: sql`(job || ' ' || row_key)`,
    columns: {
      row: sql`row_key`,
      error: sql`error`,
      tries: sql`tries`,
      first_at: sql`first_at`,
      last_at: sql`last_at`,
      next_at: sql`next_at`,
      put_away_by: sql`put_away_by`,
      put_away_at: sql`put_away_at`,
      put_away_word: sql`put_away_word`,
      job: sql`job`,
      is_open: sql`put_away_at is null`,
    },
    filters: {
      keyword: (text) => {
        const named = findJobs(text);
        const byText = named.length === 0 ? sql`` : sql` or job in ${named}`;
        return sql`(${contains(sql`job`, text)} or ${contains(sql`row_key`, text)}${byText})`;
      },
      state: isIn,
    },
  }),
  finish: ({ job, error }) => ({
    job_text: jobText(String(job)),
    waits: jobWaits(String(job)),
    error_text: failureText(String(error)),
  }),
});
