/**
 * When the access token of an invoice provider is fetched (rules 19). 诺诺 ends a token after 24 hours and gives 50 of them
 * in 30 days: one a day leaves some for tokens that end early.
 */
import type { EpochMs } from '../terms/terms.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Tokens that the provider gives, and the span in which it counts them, ms. */
export const tokenFetches = { most: 50, within: 30 * day } as const;

/** A token is renewed so long before its end, ms. */
const early = hour;
/** A token that was just fetched is not fetched again, ms: another one would be refused for the same reason. */
const youngest = 10 * minute;

/**
 * True from an hour before the end of a token; of one that lives less than eight hours from an eighth of its life.
 * `expiresAt`: null for one without an end.
 */
export function isTokenDue(
  { fetchedAt, expiresAt }: { fetchedAt: EpochMs; expiresAt: EpochMs | null },
  now: EpochMs,
): boolean {
  return expiresAt !== null && now >= expiresAt - Math.min(early, (expiresAt - fetchedAt) / 8);
}

/** The fetches that the provider still counts. */
export function countedFetches(fetches: readonly EpochMs[], now: EpochMs): EpochMs[] {
  return fetches.filter((at) => at > now - tokenFetches.within);
}

/** The moment from which a token may be fetched again; `fetches` are those that count, the newest last. */
export function nextFetch(fetches: readonly EpochMs[]): EpochMs {
  const newest = fetches.at(-1);
  if (newest === undefined) return 0;
  const first = fetches.at(-tokenFetches.most);
  return Math.max(newest + youngest, first === undefined ? 0 : first + tokenFetches.within);
}
