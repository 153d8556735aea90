import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** What is asked for, by a browser or by the shop itself. */
export interface Asked {
  method: string;
  /** Path and query as they came. */
  url: string;
  headers: IncomingHttpHeaders;
  /** Made here, never taken from outside; also in the answer's X-Request-Id and in every line of the log. */
  id: string;
  /** The browser's address; X-Forwarded-For counts only behind a trusted proxy. */
  address: string;
  /** Decoded path without the query; undefined if the address of the request is broken. */
  path: string | undefined;
  /** A call (answered in JSON) or a page. */
  isCall: boolean;
  /** Read when somebody asks for it, within its bounds (body.ts). */
  body?: AsyncIterable<Uint8Array>;
}

/** One request on its way through the server, with the connection that its answer goes out on. */
export interface Exchange extends Asked {
  req: IncomingMessage;
  res: ServerResponse;
}

/** An answer; `sent` when the step has written it itself (static files); undefined leaves it to the next step. */
export type Outcome = Answer | 'sent' | undefined;

export type Step = (exchange: Exchange) => Outcome | Promise<Outcome>;

/** The built app: makes the answer of an address, whoever asks. */
export type App = (asked: Asked) => Promise<Response>;

/** The same, ready to be stored or sent. */
export type Render = (asked: Asked) => Promise<Answer>;

/** Asks one step after the other. */
export async function walkSteps(steps: readonly Step[], exchange: Exchange): Promise<Outcome> {
  for (const step of steps) {
    const outcome = await step(exchange);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
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
  const { method = '', url = '', headers } = req;
  return {
    req,
    res,
    method,
    url,
    headers,
    id: randomUUID(),
    address: clientAddress(req, trustProxy),
    path: readPath(req),
    isCall: url.startsWith('/api/') || url === '/api',
  };
}
