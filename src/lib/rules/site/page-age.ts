/** How long a page that is the same for everyone is fresh, in seconds. */
const longest = 60;

/** Seconds for which a page may be cached: a minute, or until the first time that changes it. */
export function pageAge(changes: readonly Date[], now: Date): number {
  const left = changes.map((at) => Math.ceil((at.getTime() - now.getTime()) / 1000));
  return Math.min(longest, ...left.filter((seconds) => seconds > 0));
}
