/** Days and moments relative to the day of seeding, in Shanghai. */
const DAY = 86_400_000;
const SHANGHAI = 8 * 3_600_000;

/** The Shanghai day `days` after that of `now`, as YYYY-MM-DD. */
export function dayFrom(now: Date, days: number): string {
  return new Date(now.getTime() + SHANGHAI + days * DAY).toISOString().slice(0, 10);
}

/** A Shanghai clock time (in hours, may be beyond 24) on the day of `now`. */
export function hourOf(now: Date, hours: number): Date {
  const midnight = Math.floor((now.getTime() + SHANGHAI) / DAY) * DAY - SHANGHAI;
  return new Date(midnight + hours * 3_600_000);
}

/** `days` (may be negative or a fraction) after `now`. */
export function momentFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY);
}
