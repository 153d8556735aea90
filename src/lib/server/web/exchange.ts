import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AskedBody } from '../core/expected-body.ts';
import { senderKey } from '../core/process/client-address.ts';
import type { Answer } from './answer.ts';

/** A request, from a browser or from the shop itself. */
export interface Asked {
  method: string;
  /** Path and query, dot segments resolved. */
  url: string;
  headers: IncomingHttpHeaders;
  /** Created here, never taken from outside; also in the response's X-Request-Id and in every log line. */
  id: string;
  /** The browser's address; X-Forwarded-For counts only behind a trusted proxy. */
  address: string;
  /** Decoded path without the query; undefined if the address of the request is broken. */
  path: string | undefined;
  /** A call (answered in JSON) or a page. */
  isCall: boolean;
  /** Read on demand, within its limits (body.ts). */
  body?: AskedBody;
}

/** One request on its way through the server, with the connection of its response. */
export interface Exchange extends Asked {
  req: IncomingMessage;
  res: ServerResponse;
}

/** A response; `sent` when the step has written it itself (static files); undefined passes on to the next step. */
export type Outcome = Answer | 'sent' | undefined;

export type Step = (exchange: Exchange) => Outcome | Promise<Outcome>;

/** The built app: makes the response for an address, for any caller. */
export type App = (asked: Asked) => Promise<Response | Answer>;

/** The same, ready to be stored or sent. */
export type Render = (asked: Asked) => Promise<Answer>;

/** Runs the steps in order until one answers. */
export async function walkSteps(steps: readonly Step[], exchange: Exchange): Promise<Outcome> {
  for (const step of steps) {
    const outcome = await step(exchange);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

/** The key for rate limits and shares: the network of the caller (core/process/client-address.ts). */
export function senderOf({ address, headers }: Pick<Asked, 'address' | 'headers'>): string {
  return senderKey(address, { get: (name) => String(headers[name] ?? '') || null });
}

/** Proxies append: the last address is the one that our own proxy has seen. */
function clientAddress(req: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? req.headers['x-forwarded-for'] : undefined;
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return last || (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}

/** A name or an address, with its port. Anything else in a Host header would become part of the rendered address. */
const hostPattern = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** An address with nothing to resolve, encode or decode, as most are. Captures its path. */
const plainTarget = /^(\/[\w\-/]*)(?:\?[\w\-.=&%,+[\]:]+)?$/;

/**
 * Address and decoded path of a request line as the app sees them, with dot segments resolved: guards, limits and the
 * page store use the same path as the renderer. Undefined for `%zz`, a NUL, a broken host.
 */
function readTarget({ url = '', headers }: IncomingMessage): { url: string; path: string } | undefined {
  const { host } = headers;
  if (!url.startsWith('/') || (host !== undefined && !hostPattern.test(host))) return undefined;
  const path = plainTarget.exec(url)?.[1];
  if (path !== undefined) return { url, path };
  const parsed = URL.parse(`http://localhost${url}`);
  if (parsed === null) return undefined;
  try {
    const decoded = decodeURIComponent(parsed.pathname);
    return decoded.includes('\0') ? undefined : { url: parsed.pathname + parsed.search, path: decoded };
  } catch {
    return undefined;
  }
}

export function openExchange(req: IncomingMessage, res: ServerResponse, trustProxy: boolean): Exchange {
  const { method = '', headers } = req;
  const target = readTarget(req);
  const url = target?.url ?? req.url ?? '';
  return {
    req,
    res,
    method,
    url,
    headers,
    id: randomUUID(),
    address: clientAddress(req, trustProxy),
    path: target?.path,
    isCall: url.startsWith('/api/') || url === '/api',
  };
}
