import { env } from '#lib/server/core/process/env.ts';
import type { Exchange } from './exchange.ts';
import type { Probe } from './health.ts';
import type { Watcher } from './watcher.ts';

/** Loads only the watchers that are switched on: each library costs start time and memory. */
export async function openWatchers(probe: () => Probe | undefined): Promise<Watcher[]> {
  const { METRICS_TOKEN: token, OTEL_EXPORTER_OTLP_ENDPOINT: collector } = env();
  const watchers: Watcher[] = [];
  if (token !== undefined) {
    const { watchByMetrics } = await import('./metrics.ts');
    watchers.push(watchByMetrics(token, probe));
  }
  if (collector !== undefined) {
    const { watchByTraces } = await import('./traces.ts');
    watchers.push(watchByTraces());
  }
  return watchers;
}

/** Runs the work on a request, wrapped by all watchers. */
export function watched(
  watchers: readonly Watcher[],
  exchange: Exchange,
  work: () => Promise<void>,
): Promise<void> {
  return watchers.reduceRight(
    (inner, { watch }) =>
      () =>
        watch(exchange, inner),
    work,
  )();
}
