import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '#lib/server/process/env.ts';
import { beginStopping, isStopping, stopPhase } from '#lib/server/process/lifecycle.ts';
import { log } from '#lib/server/process/log.ts';
import { logExchange } from './access-log.ts';
import { refusal } from './answer.ts';
import { type Exchange, type Outcome, openExchange, type Step, walkSteps } from './exchange.ts';
import { health, type Probe } from './health.ts';
import { setConstantHeaders, withPolicy } from './security-headers.ts';
import { sendAnswer } from './send.ts';
import { openWatchers, watched } from './watcher.ts';

export interface ServerOptions {
  host: string;
  port: number;
  trustProxy: boolean;
  overHttps: boolean;
}

export interface WebServer {
  /** The port really taken; useful when 0 was asked for. */
  port: number;
  /** Lets the requests in that have waited for the start. Steps are asked in order; the last one answers. */
  open(steps: Step[], probe: Probe): void;
  /**
   * For `drain` ms health says 503 and all else is answered, so that a proxy turns to other processes before the port
   * closes. Then takes no more requests, gives the running ones `deadline` ms, and cuts them off.
   */
  close(deadline: number, drain?: number): Promise<void>;
}

/** TRACE and CONNECT have no business here, and a Request object refuses to be made for them. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A request that Node could not even read. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, text] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', '请求的网址或请求头过长']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', '请求超时，请检查网络后再试']
        : ['400 Bad Request', '请求格式有误'];
  const body = `${text}\n`;
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

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
  if (outcome !== undefined && outcome !== 'sent') await sendAnswer(exchange, withPolicy(outcome));
}

function prepare(req: IncomingMessage, res: ServerResponse, options: ServerOptions): Exchange {
  const exchange = openExchange(req, res, options.trustProxy);
  res.setHeader('X-Request-Id', exchange.id);
  setConstantHeaders(res, options.overHttps);
  logExchange(exchange);
  if (isStopping()) res.setHeader('Connection', 'close');
  return exchange;
}

/**
 * Takes the port at once, so that nobody else can, and lets requests wait until `open`; only /api/health answers
 * before. Throws a StartupError if the port is taken.
 */
export async function listen(options: ServerOptions): Promise<WebServer> {
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
  const server = createServer(
    {
      // A search of 5,000 characters is answered by the app, in words.
      maxHeaderSize: 64 * 1024,
      requestTimeout: 60_000,
      // Longer than a proxy keeps its side, so that it never sends into a closing connection.
      keepAliveTimeout: 65_000,
    },
    (req, res) => {
      const exchange = prepare(req, res, options);
      void watched(watchers, exchange, () => answer(first, exchange));
    },
  );
  server.on('clientError', refuseUnreadable);
  await take(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    open: (steps, check) => {
      probe = check;
      opened.resolve(steps);
    },
    close: async (deadline, drain = 0) => {
      beginStopping();
      if (drain > 0) await pause(drain);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A kept connection becomes idle when its last request ends, and would hold us up.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const timer = setTimeout(() => server.closeAllConnections(), deadline);
      await Promise.all([stopPhase('streams', deadline), stopPhase('jobs', deadline), closed]);
      clearTimeout(timer);
      clearInterval(idle);
    },
  };
}

const TAKE_ERRORS: Record<string, (options: ServerOptions) => string> = {
  EADDRINUSE: ({ port }) =>
    `端口 ${port} 已被占用。请先停止占用它的程序，或换一个端口：PORT=${port + 1} npm start。`,
  EACCES: ({ port }) => `没有权限使用端口 ${port}。请换一个 1024 以上的端口：PORT=4321 npm start。`,
  EADDRNOTAVAIL: ({ host }) => `本机没有地址 ${host}。请检查 HOST；0.0.0.0 表示所有地址。`,
  ENOTFOUND: ({ host }) => `找不到地址 ${host}。请检查 HOST；0.0.0.0 表示所有地址。`,
};

function take(server: ReturnType<typeof createServer>, options: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const explain = TAKE_ERRORS[error.code ?? ''];
      reject(explain ? new StartupError(explain(options)) : error);
    });
    server.listen(options.port, options.host, () => resolve());
  });
}
