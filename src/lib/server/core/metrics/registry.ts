/** The metrics for Prometheus. Loaded only when METRICS_TOKEN is set. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { api } from '#lib/contract/api.ts';
import type { Meter } from '#lib/server/core/process/meter.ts';
import { replicaState } from '#lib/server/db/read-elsewhere.ts';
import { pageCounts } from '#lib/server/web/cache/store.ts';
import { type Able, gaugesOf } from './gauges.ts';

/** One answered request. */
interface Answered {
  route: string;
  method: string;
  status: number;
  seconds: number;
  /** For pages that may be shared. */
  cache: CacheResult | undefined;
}

/** Long-lived: their duration is not a waiting time. */
const streams: ReadonlySet<string> = new Set(
  Object.values(api)
    .filter(({ isStream }) => isStream)
    .map(({ path }) => path),
);

const cacheResults = ['hit', 'wait', 'miss'] as const;
type CacheResult = (typeof cacheResults)[number];

/** The value of a page's X-Cache; undefined for private responses. */
export function cacheResult(header: unknown): CacheResult | undefined {
  return cacheResults.find((result) => result === header);
}

interface Metrics {
  registry: Registry;
  meter: Meter;
  began(): void;
  answered(request: Answered): void;
}

/** Seconds; pages are measured in milliseconds, checkouts in tenths. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 12];

/** Methods that have a business here; anything else is counted together, so that no caller can make up new series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counters of the public page store. */
function countersOf(registry: Registry): void {
  const registers = [registry];
  new Counter({
    name: 'yaopi_page_cache_rendered_total',
    help: 'Renderings of pages that may be shared',
    registers,
    collect() {
      this.reset();
      this.inc(pageCounts().renders);
    },
  });
  new Counter({
    name: 'yaopi_page_cache_outdated_total',
    help: 'Stored pages and renderings that a purge put out of date',
    registers,
    collect() {
      this.reset();
      this.inc(pageCounts().outdated);
    },
  });
}

/** The metrics of this process. `able` is called at every scrape. */
export function makeMetrics(able: Able): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  gaugesOf(registry, able);
  countersOf(registry);
  replicaMetrics(registry);
  const running = new Gauge({
    name: 'yaopi_http_requests_running',
    help: 'Requests being answered',
    registers,
  });
  const requests = new Counter({
    name: 'yaopi_http_requests_total',
    help: 'Answered requests by route pattern, method and status',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'yaopi_http_request_seconds',
    help: 'Time to the end of the answer by route pattern; event streams are left out',
    labelNames: ['route'],
    buckets,
    registers,
  });
  const cache = new Counter({
    name: 'yaopi_page_cache_answers_total',
    help: 'Shared pages answered from the store (hit), with a rendering under way (wait), or rendered (miss)',
    labelNames: ['result'],
    registers,
  });
  const orders = new Counter({ name: 'yaopi_orders_placed_total', help: 'Orders placed', registers });
  const prices = new Counter({
    name: 'yaopi_prices_refused_total',
    help: 'Orders refused because prices, stock or limits had changed; prices not shown to a buyer',
    labelNames: ['reason'],
    registers,
  });
  const jobs = new Counter({
    name: 'yaopi_job_runs_total',
    help: 'Runs of background jobs by result: done, failed',
    labelNames: ['name', 'result'],
    registers,
  });
  const jobSeconds = new Counter({
    name: 'yaopi_job_seconds_total',
    help: 'Time spent in background jobs',
    labelNames: ['name'],
    registers,
  });
  const jobDone = new Gauge({
    name: 'yaopi_job_last_done_timestamp_seconds',
    help: 'When the job last ended well in this process',
    labelNames: ['name'],
    registers,
  });
  return {
    registry,
    meter: {
      ordersPlaced: (count) => orders.inc(count),
      pricesRefused: (reason, count) => prices.inc({ reason }, count),
      jobEnded: (name, took, isDone) => {
        jobs.inc({ name, result: isDone ? 'done' : 'failed' });
        jobSeconds.inc({ name }, took);
        if (isDone) jobDone.set({ name }, Date.now() / 1000);
      },
    },
    began: () => running.inc(),
    answered: ({ route, method, status, seconds: took, cache: result }) => {
      running.dec();
      requests.inc({ route, method: methods.has(method) ? method : 'other', status: String(status) });
      if (!streams.has(route)) seconds.observe({ route }, took);
      if (result !== undefined) cache.inc({ result });
    },
  };
}

/** Numbers of a read replica; none where there is none. */
function replicaMetrics(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'yaopi_replica_lag_seconds',
    help: 'How far the read replica is behind the primary; +Inf when it is away',
    registers,
    collect() {
      const state = replicaState();
      if (state === null) this.remove();
      else this.set(state.lagMs / 1000);
    },
  });
  new Counter({
    name: 'yaopi_replica_reads_total',
    help: 'Reads that may go to the replica, by where they went: replica, primary',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset();
      const { replica, primary } = replicaState()?.reads ?? {};
      if (replica !== undefined) this.inc({ from: 'replica' }, replica);
      if (primary !== undefined) this.inc({ from: 'primary' }, primary);
    },
  });
}
