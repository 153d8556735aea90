/**
 * Metrics of the shop. Nothing is counted unless `setMeter` was called (METRICS_TOKEN is set): without it a call costs
 * one check.
 */

export interface Meter {
  ordersPlaced(count: number): void;
  /** changed: an order was refused because its prices, stock or limits had changed; masked: a price was hidden. */
  pricesRefused(reason: 'changed' | 'masked', count: number): void;
  jobEnded(job: string, seconds: number, isDone: boolean): void;
}

/** Numbers that a connection pool reports. */
export interface PoolState {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Values read at each scrape. */
export interface Sources {
  pools: Set<() => PoolState>;
  /** Event streams that are open. */
  streams: () => number;
}

let current: Meter | undefined;
const looked: Sources = { pools: new Set(), streams: () => 0 };

export function setMeter(meter: Meter | undefined): void {
  current = meter;
}

/** `meter()?.ordersPlaced(2)`: undefined when nothing is counted. */
export function meter(): Meter | undefined {
  return current;
}

export function sources(): Sources {
  return looked;
}
