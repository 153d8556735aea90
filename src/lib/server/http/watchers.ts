import { env } from '#lib/server/process/env.ts';
import type { Exchange } from './exchange.ts';
import type { Probe } from './health.ts';
import type { Watcher } from './watcher.ts';

/** Loads what is asked for, and nothing else: each library costs start time and memory. */
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

/** Does the work on a request under the eyes of all of them. */
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
