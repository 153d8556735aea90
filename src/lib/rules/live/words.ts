/** Words about rooms on pages. */

/** 1:02:05 of a recording; 02:05 below an hour. */
export function durationText(ms: number): string {
  const all = Math.max(0, Math.floor(ms / 1000));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`;
}

/** 999, 1.2万: a count beside an icon. */
export function countText(count: number): string {
  if (count < 10_000) return String(count);
  const tenth = Math.floor(count / 1_000) / 10;
  return `${tenth >= 100 ? Math.floor(tenth) : tenth}万`;
}
