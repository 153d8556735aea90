/**
 * Request bodies. Nothing is read before a step asks for it: once the app knows the caller and their permissions, it
 * says in which share the body is read and how large it may be. Then the body is read within these limits and the time
 * limits.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '#lib/contract/errors.ts';
import { type AskedBody, type ExpectedBody, plainBytes } from '../core/expected-body.ts';
import { type BodyAccount, BodyBudget, type BodyLimits, bodyLimits } from './body-budget.ts';
import { type Exchange, type Step, senderOf } from './exchange.ts';

const MB = 1024 * 1024;

/** Most bytes read and discarded so that a client that is still sending receives its refusal. */
const drainBytes = 64 * MB;

/** Reads and discards until the client is done; a client that sends without end is cut off. */
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

/** The body of one request. */
class IncomingBody implements AskedBody {
  private readonly exchange: Exchange;
  private readonly budget: BodyBudget;
  private readonly drainMs: number;
  private expected: ExpectedBody;
  private account: BodyAccount | undefined;

  constructor(exchange: Exchange, budget: BodyBudget, drainMs: number) {
    this.exchange = exchange;
    this.budget = budget;
    this.drainMs = drainMs;
    this.expected = { sender: 'visitor', key: senderOf(exchange), limit: plainBytes };
  }

  /** Sets who sends it and how large it may be; applies to what is read after that. */
  expect(expected: ExpectedBody): void {
    this.expected = expected;
  }

  /** Frees its memory. */
  free(): void {
    this.account?.free();
  }

  /** The body as it arrives. Throws 408, 413 or 503; the connection is closed after the response. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const { req, res } = this.exchange;
    const { sender, key, limit } = this.expected;
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      const drained = drain(req, this.drainMs);
      // Closing while the client still writes would destroy the response on its way.
      if (!res.shouldKeepAlive) await drained;
      throw new AppError(413, tooLarge(limit));
    }
    const account = this.budget.begin(sender, key);
    this.account = account;
    const chunks: AsyncIterator<Buffer> = req.iterator({ destroyOnReturn: false });
    let bytes = 0;
    try {
      for (;;) {
        account.wait();
        const next = await Promise.race([chunks.next(), account.cut]);
        if (next === 'cut' || account.isCut()) throw this.refuse(408, '提交超时，请检查网络后再试');
        if (next.done) return;
        bytes += next.value.byteLength;
        if (bytes > limit) throw this.refuse(413, tooLarge(limit));
        if (!account.take(next.value.byteLength)) throw this.refuse(503, '系统繁忙，请稍候再试');
        yield next.value;
      }
    } finally {
      account.finish();
      void chunks.return?.();
    }
  }

  private refuse(status: number, message: string): AppError {
    const { req, res } = this.exchange;
    if (!res.headersSent) res.setHeader('Connection', 'close');
    void drain(req, this.drainMs);
    return new AppError(status, message);
  }
}

function tooLarge(limit: number): string {
  return `提交的内容过大，最多 ${Math.floor(limit / MB)} MB`;
}

/**
 * Gives the exchange its body, to be read when the step asks for it: 1 MB in the share of visitors, unless the step
 * sets other limits first. The memory of the body is free when the step has answered.
 */
export function takeBody(step: Step, limits: BodyLimits = bodyLimits): Step {
  const budget = new BodyBudget(limits);
  return async (exchange) => {
    const { req, res, method } = exchange;
    if (method === 'GET' || method === 'HEAD') return step(exchange);
    const body = new IncomingBody(exchange, budget, limits.drain);
    exchange.body = body;
    // A response before the whole body has arrived (refused, given up) would block the connection with the rest.
    res.once('finish', () => {
      if (!req.readableEnded && !req.destroyed) void drain(req, limits.drain);
    });
    try {
      return await step(exchange);
    } finally {
      body.free();
    }
  };
}
