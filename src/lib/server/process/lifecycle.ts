/*
 * What has to end before the process does. The registry hangs on globalThis: the built app carries its own copy of
 * this module, and the start script must reach what was registered there.
 */

type Stop = () => unknown;

/** streams: open connections to browsers, jobs: background work; both end at once. pools: after the last request. */
export type Phase = 'streams' | 'jobs' | 'pools';

interface Registry {
  stops: Map<string, { phase: Phase; stop: Stop }>;
  stopping: boolean;
}

const KEY = Symbol.for('yaopi.lifecycle');

function registry(): Registry {
  const holder = globalThis as { [KEY]?: Registry };
  holder[KEY] ??= { stops: new Map(), stopping: false };
  return holder[KEY];
}

/** Registers something to end at shutdown; the same name again (hot reload) replaces the earlier one. */
export function onShutdown(name: string, phase: Phase, stop: Stop): void {
  registry().stops.set(name, { phase, stop });
}

/** True from the first signal on: readiness says no, and work that can wait should not begin. */
export function isStopping(): boolean {
  return registry().stopping;
}

/** Says that the end has begun. */
export function beginStopping(): void {
  registry().stopping = true;
}

/**
 * Ends everything of a phase within `ms`; one failure does not keep the others running, and what takes longer (the
 * database may be silent) is left behind.
 */
export async function stopPhase(phase: Phase, ms = 10_000): Promise<void> {
  const stops = [...registry().stops].filter(([, entry]) => entry.phase === phase);
  for (const [name] of stops) registry().stops.delete(name);
  await within(Promise.allSettled(stops.map(async ([, entry]) => entry.stop())), ms);
}

/** Waits for work, but not longer than `ms`. */
export async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, Math.max(0, ms));
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
