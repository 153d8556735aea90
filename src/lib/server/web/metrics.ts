/** `GET /api/metrics` for Prometheus, protected by METRICS_TOKEN; and the request metrics. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { cacheResult, makeMetrics } from '#lib/server/core/metrics/registry.ts';
import { routeName } from '#lib/server/core/metrics/route-name.ts';
import { setMeter } from '#lib/server/core/process/meter.ts';
import { refusal, withHeaders } from './answer.ts';
import type { Exchange, Step } from './exchange.ts';
import type { Probe } from './health.ts';
import type { Watcher } from './watcher.ts';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Starts counting; `probe` says whether the shop is ready. */
export function watchByMetrics(token: string, probe: () => Probe | undefined): Watcher {
  const metrics = makeMetrics(async () => (await probe()?.()) ?? { reading: false, writing: false });
  const expected = digest(`Bearer ${token}`);
  setMeter(metrics.meter);

  const step: Step = async (exchange) => {
    if (exchange.path !== '/api/metrics') return undefined;
    if (!timingSafeEqual(digest(exchange.headers.authorization ?? ''), expected)) {
      return withHeaders(refusal(exchange, 401, '需要 METRICS_TOKEN'), { 'www-authenticate': 'Bearer' });
    }
    const body = Buffer.from(await metrics.registry.metrics());
    return {
      status: 200,
      headers: { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' },
      body,
    };
  };

  function watch({ method, res, path }: Exchange, work: () => Promise<void>): Promise<void> {
    const begun = performance.now();
    metrics.began();
    res.once('close', () => {
      metrics.answered({
        route: routeName(path),
        method,
        status: res.statusCode,
        seconds: (performance.now() - begun) / 1000,
        cache: cacheResult(res.getHeader('x-cache')),
      });
    });
    return work();
  }

  return { step, watch };
}
