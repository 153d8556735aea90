import type { Exchange, Step } from './exchange.ts';

/** Observes every request: metrics or traces. */
export interface Watcher {
  /** Serves a path of its own. */
  step?: Step;
  /** Wraps the work on a request, and runs it. */
  watch(exchange: Exchange, work: () => Promise<void>): Promise<void>;
}
