/** What a new job must not forget: its name in three places, how often it looks, and what is said of it. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { longestRest } from '#lib/server/core/jobs/each-row.ts';
import { jobs } from '#lib/server/start/jobs.ts';

const sources = globSync('src/{lib/server,demo}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
const known = jobs.map(({ name }) => name);
/** Runs when goods change and not by the clock, so no list has it. */
const byChange = 'answerWishes';

/** The words in quotes that follow `before`. */
function words(before: RegExp): string[] {
  return sources
    .flatMap((text) => [...text.matchAll(new RegExp(`${before.source}'(\\w+)'`, 'g'))])
    .map((match) => match[1] ?? '');
}

describe('a job', () => {
  it('has one name, in its list, where its rows are gone through and where those that rest are left out', () => {
    const through = [...words(/\bjob: /), ...words(/\bconst job = /)];
    const rests = words(/\bisReady\(/);
    expect(through.length).toBeGreaterThan(6);
    expect(rests.length).toBeGreaterThan(4);
    expect([...through, ...rests].filter((name) => name !== byChange && !known.includes(name))).toEqual([]);
  });

  it('looks often enough for a row that failed to be tried again after its rest, and to become an alarm', () => {
    expect(jobs.filter(({ every }) => every > longestRest).map(({ name }) => name)).toEqual([]);
  });

  it('is known to the alarm of stalled jobs, if it looks less often than every quarter of an hour', () => {
    const left = /JobStalled\n.*name!~"([\w|]+)"/.exec(readFileSync('deploy/alerts.yml', 'utf8'))?.[1];
    const rare = jobs.filter(({ every }) => every >= 15 * 60_000).map(({ name }) => name);
    expect(left?.split('|').sort()).toEqual(rare.sort());
  });

  it('has a line under JobFailing that says what waits while it fails', () => {
    const part =
      readFileSync('docs/operations.md', 'utf8').match(/### JobFailing\n([\s\S]*?)\n###/)?.[1] ?? '';
    const notified = new Set([...part.matchAll(/`(\w+)` [a-z0-9到]/g)].map((match) => match[1]));
    const real = jobs.filter(({ isDemo }) => !isDemo).map(({ name }) => name);
    expect([...real, byChange].filter((name) => !notified.has(name))).toEqual([]);
  });
});
