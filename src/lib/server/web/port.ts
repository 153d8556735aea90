/** The port of a server process: taken first, so that of two starts only one does the work. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { StartupError } from '#lib/server/core/process/env.ts';

export type Listener = (req: IncomingMessage, res: ServerResponse) => void;

/** A taken port. Requests wait until there is a listener; only health is answered during the start. */
export interface Port {
  server: Server;
  /** The actual number; differs when 0 was requested. */
  number: number;
  /** Passes waiting and all later requests to the listener. */
  answerBy(listener: Listener): void;
}

const starting = JSON.stringify({
  code: 503,
  message: '正在启动',
  data: { live: true, ready: false, reading: false, writing: false },
});

function sayStarting(res: ServerResponse): void {
  res.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(starting),
  });
  res.end(starting);
}

/** Answers a request that Node could not parse. */
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
  socket.write(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A client cut for silence does not close its side either.
  socket.destroySoon();
}

const takeErrors: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) =>
    `端口 ${port} 已被占用。请先停止占用它的程序，或换一个端口：PORT=${port + 1} npm start。`,
  EACCES: (_, port) => `没有权限使用端口 ${port}。请换一个 1024 以上的端口：PORT=4321 npm start。`,
  EADDRNOTAVAIL: (host) => `本机没有地址 ${host}。请检查 HOST；0.0.0.0 表示所有地址。`,
  ENOTFOUND: (host) => `找不到地址 ${host}。请检查 HOST；0.0.0.0 表示所有地址。`,
};

export interface Timeouts {
  /** Time for the headers of a request to arrive whole, ms; also for the first byte of a connection. */
  headers: number;
  /** Time for a whole request, ms; a slow body is cut earlier where it is read (web/body-budget.ts). */
  request: number;
  /** Interval of the check for late connections, ms. */
  look: number;
}

const timeouts: Timeouts = { headers: 10_000, request: 75_000, look: 1_000 };

/** Takes the port. Throws a StartupError when it is taken already or not available. */
export async function takePort(
  { host, port }: { host: string; port: number },
  { headers, request, look }: Timeouts = timeouts,
): Promise<Port> {
  const waiting: Parameters<Listener>[] = [];
  let listener: Listener = (req, res) => {
    if (req.url === '/api/health') sayStarting(res);
    else waiting.push([req, res]);
  };
  const server = createServer(
    {
      // Lets the app answer a search of 5,000 characters with a sentence.
      maxHeaderSize: 64 * 1024,
      headersTimeout: headers,
      requestTimeout: request,
      connectionsCheckingInterval: look,
      // Longer than a proxy's own timeout, so that it never sends into a closing connection.
      keepAliveTimeout: 65_000,
    },
    (req, res) => listener(req, res),
  );
  server.on('clientError', refuseUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const explain = takeErrors[error.code ?? ''];
      reject(explain ? new StartupError(explain(host, port)) : error);
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    server,
    // A string only for sockets that are files.
    number: address === null || typeof address === 'string' ? port : address.port,
    answerBy(next) {
      listener = next;
      for (const [req, res] of waiting.splice(0)) next(req, res);
    },
  };
}
