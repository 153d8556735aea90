import { masked } from '#lib/server/core/process/error-facts.ts';
import { log } from '#lib/server/core/process/log.ts';
import type { Exchange } from './exchange.ts';

/** The path with the names of its query only: values may hold a phone or a code. */
function route(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (!query) return masked(path);
  const names = query.split('&', 20).map((pair) => pair.split('=', 1)[0]);
  return masked(`${path}?${[...new Set(names)].join('&')}`).slice(0, 300);
}

/** Writes one line when the response is sent or the client is gone. */
export function logExchange({ req, res, method, url, id, address }: Exchange): void {
  const begin = performance.now();
  const socket = req.socket;
  const sentBefore = socket.bytesWritten;
  res.once('close', () => {
    const line = {
      id,
      method,
      route: route(url),
      status: res.statusCode,
      ms: Math.round((performance.now() - begin) * 10) / 10,
      bytes: socket.bytesWritten - sentBefore,
      address,
      ...(res.writableFinished ? {} : { aborted: true }),
    };
    // Probes arrive every few seconds, and get 503 during every start and stop.
    if (url === '/api/health') log().debug(line);
    else if (res.statusCode >= 500) log().error(line);
    else log().info(line);
  });
}
