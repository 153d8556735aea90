/** Lengths of time in words. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** 1分钟 at least, 3小时, from two days on 2天; of milliseconds. */
export function lengthText(ms: number): string {
  if (ms < hour) return `${Math.max(1, Math.floor(ms / minute))}分钟`;
  return ms < 2 * day ? `${Math.floor(ms / hour)}小时` : `${Math.floor(ms / day)}天`;
}
