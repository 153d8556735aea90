/** Being given one's own data (rules 2): how long it lies there, and how often it may be asked for. */

/** How long a finished file can be fetched, ms. */
export const exportKept = 7 * 24 * 3_600_000;

/** How many a company may ask for within a day. */
export const exportsADay = 3;
const aDay = 24 * 3_600_000;

/** From when on what was asked for counts at `now`, ms. */
export function exportsSince(now: number): number {
  return now - aDay;
}

/** making: a job is at it. ready: it can be fetched. gone: its days are over, or it was taken away. */
export type ExportState = 'making' | 'ready' | 'gone';

/** Where an export stands; moments in ms, null for none. */
export function exportState(
  { readyAt, removedAt }: { readyAt: number | null; removedAt: number | null },
  now: number,
): ExportState {
  if (removedAt !== null) return 'gone';
  if (readyAt === null) return 'making';
  return now < readyAt + exportKept ? 'ready' : 'gone';
}

/** Percent of the work that is done, at most 99 before it is ready. */
export function exportPercent({ done, total }: { done: number; total: number }): number {
  return total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));
}
