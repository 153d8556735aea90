/** How long a provider is left alone before it is asked again about what it was sent (rules 19). */

const second = 1000;
const minute = 60 * second;

/**
 * Ms until the next question, by the age of what was sent: after 3 seconds, after 5 more, each minute then, later after
 * half its age, each hour at last.
 */
export function askAfter(ageMs: number): number {
  if (ageMs < 3 * second) return 3 * second;
  if (ageMs < 8 * second) return 5 * second;
  return Math.min(60 * minute, Math.max(minute, Math.floor(ageMs / 2)));
}
