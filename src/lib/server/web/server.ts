import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { masked } from '#lib/server/core/process/error-facts.ts';
import { beginStopping, isStopping, stopPhase } from '#lib/server/core/process/lifecycle.ts';
import { log } from '#lib/server/core/process/log.ts';
import { refusal } from './answer.ts';
import { type Exchange, type Outcome, openExchange, type Step, walkSteps } from './exchange.ts';
import { health, type Probe } from './health.ts';
import { type Port, type Timeouts, takePort } from './port.ts';
import { setConstantHeaders, withPolicy } from './security-headers.ts';
import { sendAnswer } from './send.ts';
import { openWatchers, watched } from './watchers.ts';

export interface ServerOptions {
  trustProxy: boolean;
  overHttps: boolean;
}

export interface WebServer {
  /** The actual port; differs when 0 was requested. */
  port: number;
  /** Lets in the requests that waited for the start. Steps run in order; the last one answers. */
  open(steps: Step[], probe: Probe): void;
  /**
   * For `drain` ms health says 503 and everything else is answered, so that a proxy turns to other processes before the
   * port closes. Then no requests are accepted; running ones get `deadline` ms and are cut off.
   */
  close(deadline: number, drain?: number): Promise<void>;
}

/** TRACE and CONNECT are not supported, and a Request cannot be constructed for them. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

async function outcomeOf(steps: Step[], exchange: Exchange): Promise<Outcome> {
  try {
    return (await walkSteps(steps, exchange)) ?? refusal(exchange, 404, '内容不存在或已被删除');
  } catch (error) {
    log().error({ id: exchange.id, err: error }, 'unexpected');
    return refusal(exchange, 500, '系统繁忙，请稍候再试');
  }
}

async function answer(steps: Step[], exchange: Exchange): Promise<void> {
  const outcome = await outcomeOf(steps, exchange);
  if (outcome === undefined || outcome === 'sent') return;
  try {
    await sendAnswer(exchange, withPolicy(outcome));
  } catch (error) {
    log().error({ id: exchange.id, err: error }, 'an answer could not be sent');
    exchange.res.destroy();
  }
}

function prepare(req: IncomingMessage, res: ServerResponse, options: ServerOptions): Exchange {
  const exchange = openExchange(req, res, options.trustProxy);
  res.setHeader('X-Request-Id', exchange.id);
  setConstantHeaders(res, options.overHttps);
  logExchange(exchange);
  if (isStopping()) res.setHeader('Connection', 'close');
  return exchange;
}

/** A server on a port of its own. Throws a StartupError if the port is taken. */
export async function listen(
  options: ServerOptions & { host: string; port: number },
  timeouts?: Timeouts,
): Promise<WebServer> {
  return serve(await takePort(options, timeouts), options);
}

/** Listens on a port. Requests wait until `open`; only /api/health answers before. */
export async function serve(port: Port, options: ServerOptions): Promise<WebServer> {
  let probe: Probe | undefined;
  const opened = Promise.withResolvers<Step[]>();
  const watchers = await openWatchers(() => probe);
  const first: Step[] = [
    (exchange) => {
      const known = METHODS.has(exchange.method);
      if (known && exchange.path !== undefined) return undefined;
      return refusal(exchange, known ? 400 : 405, known ? '网址格式有误' : '不支持的请求方式');
    },
    health(() => probe),
    ...watchers.flatMap(({ step }) => step ?? []),
    async (exchange) => walkSteps(await opened.promise, exchange),
  ];
  const { server } = port;
  port.answerBy((req, res) => {
    const exchange = prepare(req, res, options);
    void watched(watchers, exchange, () => answer(first, exchange));
  });
  return {
    port: port.number,
    open: (steps, check) => {
      probe = check;
      opened.resolve(steps);
    },
    close: async (deadline, drain = 0) => {
      beginStopping();
      if (drain > 0) await pause(drain);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A keep-alive connection becomes idle when its last request ends, and would delay the close.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const timer = setTimeout(() => server.closeAllConnections(), deadline);
      await Promise.all([stopPhase('streams', deadline), stopPhase('jobs', deadline), closed]);
      clearTimeout(timer);
      clearInterval(idle);
    },
  };
}

/** The path with the names of its query only: values may hold a phone or a code. */
function route(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (!query) return masked(path);
  const names = query.split('&', 20).map((pair) => pair.split('=', 1)[0]);
  return masked(`${path}?${[...new Set(names)].join('&')}`).slice(0, 300);
}

/** Writes one line when the response is sent or the client is gone. */
function logExchange({ req, res, method, url, id, address }: Exchange): void {
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
