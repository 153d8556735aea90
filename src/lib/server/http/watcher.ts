import type { Exchange, Step } from './exchange.ts';

/** One who looks at every request: numbers or traces. */
export interface Watcher {
  /** Answers a path of its own. */
  step?: Step;
  /** Goes around the work on a request, and does it. */
  watch(exchange: Exchange, work: () => Promise<void>): Promise<void>;
}
