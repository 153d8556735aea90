/**
 * Time of this process, corrected to the database's clock. Deadlines that one process writes are read by others, so all
 * of them go by one clock: a process whose own clock is fast would cancel unpaid orders that still have time.
 */

/** Differences up to this many ms are ignored: a round trip to the database takes about as long. */
const tolerated = 1_000;

/** A process whose clock differs by more ms is not ready (rules 3): its operator corrects the clock. */
export const maxSkewMs = 30_000;

/** Own clock minus database clock, ms. */
let skew = 0;

/** Records the database's time (ms since 1970), read between two own times. */
export function recordDatabaseTime(databaseMs: number, askedMs: number, answeredMs: number): void {
  skew = Math.round((askedMs + answeredMs) / 2 - databaseMs);
}

/** Own clock minus database clock at the last check, ms; positive where this process is fast. */
export function clockSkewMs(): number {
  return skew;
}

/** The current time by the database's clock, as far as it was read. */
export function currentTime(): Date {
  return new Date(Math.abs(skew) > tolerated ? Date.now() - skew : Date.now());
}
