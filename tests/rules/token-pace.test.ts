/** When an access token is fetched. */
import { describe, expect, it } from 'vitest';
import { countedFetches, isTokenDue, nextFetch, tokenFetches } from '#lib/rules/invoices/token-pace.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('a token', () => {
  it.each([
    ['of a day is not due before its last hour', 24 * hour, 23 * hour - 1, false],
    ['of a day is due in its last hour', 24 * hour, 23 * hour, true],
    ['that has ended is due', 24 * hour, 25 * hour, true],
    ['of an hour is not due at once', hour, 50 * minute, false],
    ['of an hour is due in its last eighth', hour, 53 * minute, true],
    ['without an end is never due', null, 400 * day, false],
  ])('%s', (_what, life, age, isDue) => {
    expect(isTokenDue({ fetchedAt: 5, expiresAt: life === null ? null : life + 5 }, age + 5)).toBe(isDue);
  });

  it.each([
    ['may be fetched at first', [], 0],
    ['rests for ten minutes', [7], 7 + 10 * minute],
    [
      'waits for the first of fifty to be counted no more',
      Array.from({ length: 50 }, (_, at) => at),
      tokenFetches.within,
    ],
    ['waits for the second of fifty-one', Array.from({ length: 51 }, (_, at) => at), tokenFetches.within + 1],
  ])('%s', (_what, fetches, at) => {
    expect(nextFetch(fetches)).toBe(at);
  });

  it('fetched once a day never meets the limit, with a fetch too many every other day', () => {
    let fetches: number[] = [];
    for (let at = 0; at < 365 * day; at += 23 * hour)
      for (const now of Math.round(at / (23 * hour)) % 2 === 0 ? [at, at + hour] : [at]) {
        fetches = countedFetches(fetches, now);
        expect(nextFetch(fetches)).toBeLessThanOrEqual(now);
        fetches.push(now);
      }
    expect(fetches.length).toBeLessThan(tokenFetches.most);
  });
});
