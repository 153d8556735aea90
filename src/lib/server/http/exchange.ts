import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request and its answer on their way through the server. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  /** Made here, never taken from outside; also in the answer's X-Request-Id and in every line of the log. */
  id: string;
  /** The browser's address; X-Forwarded-For counts only behind a trusted proxy. */
  address: string;
  /** Decoded path without the query; undefined if the address of the request is broken. */
  path: string | undefined;
  /** A call (answered in JSON) or a page. */
  isCall: boolean;
}

/** Handles the exchange and says true, or leaves it to the next step. */
export type Step = (exchange: Exchange) => boolean | Promise<boolean>;

/** Asks one step after the other; false when none has handled it. */
export async function walkSteps(steps: readonly Step[], exchange: Exchange): Promise<boolean> {
  for (const step of steps) if (await step(exchange)) return true;
  return false;
}

/** Proxies append: the last address is the one our own proxy has seen. */
function clientAddress(req: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? req.headers['x-forwarded-for'] : undefined;
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return last || (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}

/** Path of a request line and host header that make sense together; undefined for `%zz`, a NUL, a broken host. */
function readPath(req: IncomingMessage): string | undefined {
  const target = req.url ?? '';
  if (!target.startsWith('/') || !URL.canParse(`http://${req.headers.host ?? 'localhost'}${target}`))
    return undefined;
  try {
    const path = decodeURIComponent(target.split('?', 1)[0] ?? '');
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

export function openExchange(req: IncomingMessage, res: ServerResponse, trustProxy: boolean): Exchange {
  const id = randomUUID();
  const path = readPath(req);
  return {
    req,
    res,
    id,
    address: clientAddress(req, trustProxy),
    path,
    isCall: (req.url ?? '').startsWith('/api/') || req.url === '/api',
  };
}
