/**
 * Where the shop tells what it did, for those who watch it. Nothing is counted unless `setMeter` was called
 * (METRICS_TOKEN is set): a call then costs one look. It hangs on globalThis, like the lifecycle: the built app carries
 * its own copy of this module.
 */

export interface Meter {
  ordersPlaced(count: number): void;
  /** changed: an order was refused because its prices, stock or limits had changed; masked: a price was not shown. */
  pricesRefused(reason: 'changed' | 'masked', count: number): void;
  jobEnded(job: string, seconds: number, isDone: boolean): void;
}

/** What a pool of connections tells. */
export interface PoolState {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** What is looked at when it is asked for. */
export interface Sources {
  pools: Set<PoolState>;
  /** Event streams that are open. */
  streams: () => number;
}

interface Holder {
  meter: Meter | undefined;
  sources: Sources;
}

const key = Symbol.for('yaopi.meter');

function holder(): Holder {
  const place = globalThis as { [key]?: Holder };
  place[key] ??= { meter: undefined, sources: { pools: new Set(), streams: () => 0 } };
  return place[key];
}

export function setMeter(meter: Meter | undefined): void {
  holder().meter = meter;
}

/** `meter()?.ordersPlaced(2)`: undefined when nothing is counted. */
export function meter(): Meter | undefined {
  return holder().meter;
}

export function sources(): Sources {
  return holder().sources;
}
