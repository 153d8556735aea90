/** Exports of one's own data (rules 2): how long they are available, and how often they may be requested. */

/** How long a finished file can be fetched, ms. */
export const exportKept = 7 * 24 * 3_600_000;

/** Most exports of a company within a day. */
export const exportsADay = 3;
const aDay = 24 * 3_600_000;

/** The start of the period in which exports count at `now`, ms. */
export function exportsSince(now: number): number {
  return now - aDay;
}

/** making: a job is running. ready: it can be downloaded. gone: it expired, or was deleted. */
export type ExportState = 'making' | 'ready' | 'gone';

/** The state of an export; times in ms, null for none. */
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
