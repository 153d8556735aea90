/**
 * Bodies of requests. Nothing is read before somebody asks for it: the app asks when it knows who calls and what they
 * may. Then it comes within the limits of the path, of the process, of the address and of time.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '#lib/contract/errors.ts';
import { refusal } from './answer.ts';
import { BodyBudget, type BodyLimits, bodyLimits } from './body-budget.ts';
import type { Exchange, Step } from './exchange.ts';

const MB = 1024 * 1024;

/** Most that is read and thrown away so that a client still sending gets to read its refusal. */
const drainBytes = 64 * MB;

/** Calls that take files. */
const uploads = [
  '/api/upload',
  '/api/quick-order/match',
  '/api/desk/reports',
  '/api/desk/seal',
  '/api/desk/dispatch',
  '/api/desk/trace-file',
];

function limitFor(path: string): number {
  return uploads.some((one) => path === one || path.startsWith(`${one}/`)) ? 10 * MB : MB;
}

/** Reads on without keeping anything, until the client is done; one that sends without end is cut off. */
function drain(req: IncomingMessage, time: number): Promise<void> {
  return new Promise((resolve) => {
    let rest = 0;
    const timer = setTimeout(() => req.destroy(), time);
    req.on('data', (chunk: Buffer) => {
      rest += chunk.byteLength;
      if (rest > drainBytes) req.destroy();
    });
    function end(): void {
      clearTimeout(timer);
      resolve();
    }
    req.once('end', end);
    req.once('close', end);
    req.resume();
  });
}

/** The body as it comes. Throws 408, 413, 429 or 503; the connection is closed after its answer. */
async function* read(
  { req, res, address }: Exchange,
  limit: number,
  budget: BodyBudget,
  { time, drain: drainTime }: BodyLimits,
): AsyncGenerator<Buffer> {
  function refuse(status: number, message: string): AppError {
    if (!res.headersSent) res.setHeader('Connection', 'close');
    void drain(req, drainTime);
    return new AppError(status, message);
  }
  const account = budget.begin(address);
  if (account === null) throw refuse(429, '同时提交的内容过多，请稍候再试');
  res.once('close', account.free);
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, time, 'late');
  const chunks: AsyncIterator<Buffer> = req.iterator({ destroyOnReturn: false });
  let bytes = 0;
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), late]);
      if (next === 'late') throw refuse(408, '提交超时，请检查网络后再试');
      if (next.done) return;
      bytes += next.value.byteLength;
      if (bytes > limit) throw refuse(413, tooLarge(limit));
      if (!account.take(next.value.byteLength)) throw refuse(503, '系统繁忙，请稍候再试');
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    account.finish();
    void chunks.return?.();
  }
}

function tooLarge(limit: number): string {
  return `提交的内容过大，最多 ${limit / MB} MB`;
}

/**
 * Gives the exchange its body, up to the limit (1 MB, uploads 10 MB), to be read when it is asked for; refuses one whose
 * declared length is too much.
 */
export function takeBody(limits: BodyLimits = bodyLimits): Step {
  const budget = new BodyBudget(limits);
  return async (exchange) => {
    const { req, res, method, path = '' } = exchange;
    if (method === 'GET' || method === 'HEAD') return undefined;
    const limit = limitFor(path);
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      const drained = drain(req, limits.drain);
      // Closing while the client still writes would destroy the answer on its way.
      if (!res.shouldKeepAlive) await drained;
      return refusal(exchange, 413, tooLarge(limit));
    }
    exchange.body = { [Symbol.asyncIterator]: () => read(exchange, limit, budget, limits) };
    // Whoever was answered before all had come (refused, given up) would hold the connection with the rest.
    res.once('finish', () => {
      if (!req.readableEnded && !req.destroyed) void drain(req, limits.drain);
    });
    return undefined;
  };
}
