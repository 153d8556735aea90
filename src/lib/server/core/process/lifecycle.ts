/* A function that ends something at shutdown. */

type Stop = () => unknown;

/**
 * streams: open connections to browsers, jobs: background work; both end at once. resources: end after the last
 * request.
 */
export type Phase = 'streams' | 'jobs' | 'resources';

const stops = new Map<string, { phase: Phase; stop: Stop }>();
let stopping = false;

/** Registers something to end at shutdown; the same name again (hot reload) replaces the earlier one. */
export function onShutdown(name: string, phase: Phase, stop: Stop): void {
  stops.set(name, { phase, stop });
}

/** True from the first signal on: readiness is false, and work that can wait should not begin. */
export function isStopping(): boolean {
  return stopping;
}

/** Begins the shutdown. */
export function beginStopping(): void {
  stopping = true;
}

/**
 * Ends everything of a phase within `ms`; a failure does not affect the others, and what takes longer (the database may
 * be silent) is abandoned.
 */
export async function stopPhase(phase: Phase, ms = 10_000): Promise<void> {
  const due = [...stops].filter(([, entry]) => entry.phase === phase);
  for (const [name] of due) stops.delete(name);
  await within(Promise.allSettled(due.map(async ([, entry]) => entry.stop())), ms);
}

/** Waits for work, but not longer than `ms`. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), Math.max(0, ms));
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
