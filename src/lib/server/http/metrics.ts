/** `GET /api/metrics`, for Prometheus, behind METRICS_TOKEN; and what it counts of requests. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { cacheResult, makeMetrics } from '#lib/server/metrics/registry.ts';
import { routeName } from '#lib/server/metrics/route-name.ts';
import { setMeter } from '#lib/server/process/meter.ts';
import { sendRefusal } from './answer.ts';
import type { Exchange, Step } from './exchange.ts';
import type { Probe } from './health.ts';
import type { Watcher } from './watcher.ts';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Counts from now on; `probe` tells whether the shop is ready. */
export function watchByMetrics(token: string, probe: () => Probe | undefined): Watcher {
  const metrics = makeMetrics(async () => (await probe()?.()) ?? { reading: false, writing: false });
  const expected = digest(`Bearer ${token}`);
  setMeter(metrics.meter);

  const step: Step = async (exchange) => {
    if (exchange.path !== '/api/metrics') return false;
    if (!timingSafeEqual(digest(exchange.req.headers.authorization ?? ''), expected)) {
      exchange.res.setHeader('WWW-Authenticate', 'Bearer');
      sendRefusal(exchange, 401, '需要 METRICS_TOKEN');
      return true;
    }
    const body = Buffer.from(await metrics.registry.metrics());
    exchange.res.writeHead(200, {
      'Content-Type': metrics.registry.contentType,
      'Content-Length': body.byteLength,
      'Cache-Control': 'no-store',
    });
    exchange.res.end(exchange.req.method === 'HEAD' ? undefined : body);
    return true;
  };

  function watch({ req, res, path }: Exchange, work: () => Promise<void>): Promise<void> {
    const begun = performance.now();
    metrics.began();
    res.once('close', () => {
      metrics.answered({
        route: routeName(path),
        method: req.method ?? '',
        status: res.statusCode,
        seconds: (performance.now() - begun) / 1000,
        cache: cacheResult(res.getHeader('x-cache')),
      });
    });
    return work();
  }

  return { step, watch };
}
