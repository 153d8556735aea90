/**
 * Queues logins before the app sees them: a thousand at once would block the one thread, and every page behind it, for
 * a second, although nearly all of them are refused.
 */
import { AppError } from '#lib/contract/errors.ts';
import { FairQueue, NoTurn } from '../core/fair-queue.ts';
import { refusal, withHeaders } from './answer.ts';
import { type Exchange, type Outcome, type Step, senderOf } from './exchange.ts';

const paths: ReadonlySet<string> = new Set(['/api/auth/login', '/api/desk/login']);

/**
 * As many slots as keep the hashing threads busy and the event loop free. An office may share one network, so its queue
 * is long; all queues together are no longer than what is answered while people still wait at the button.
 */
const options = { slots: 16, perKey: 8, waiting: 64, together: 64, waitMs: 5_000 };

/**
 * The step with queued logins, networks in rotation. A login enters the queue when its body is complete, and holds its
 * slot until it is answered, so that neither a slow sender nor a slow reader holds one. With a full queue it is refused
 * with 429.
 */
export function loginTurns(step: Step): Step {
  const queue = new FairQueue(options);
  return async (exchange) => {
    // A trailing slash means the same call.
    if (!paths.has(exchange.path?.replace(/\/$/, '') ?? '') || exchange.method !== 'POST')
      return step(exchange);
    let end: () => void;
    try {
      await readWhole(exchange);
      end = await queue.enter(senderOf(exchange));
    } catch (error) {
      return refuse(exchange, error);
    }
    try {
      return exchange.res.closed ? 'sent' : await step(exchange);
    } finally {
      end();
    }
  };
}

/** Reads the body and caches it for the step. Throws like the body itself. */
async function readWhole(exchange: Exchange): Promise<void> {
  if (exchange.body === undefined) return;
  const pieces: Uint8Array[] = [];
  for await (const piece of exchange.body) pieces.push(piece);
  exchange.body = {
    async *[Symbol.asyncIterator]() {
      yield* pieces;
    },
  };
}

function refuse(exchange: Exchange, error: unknown): Outcome {
  if (error instanceof AppError) return refusal(exchange, error.code, error.message);
  // The sender aborted.
  if (!(error instanceof NoTurn))
    return exchange.res.closed ? 'sent' : refusal(exchange, 400, '提交的内容没有传完');
  return withHeaders(refusal(exchange, 429, '登录的人太多，请稍候再试'), {
    'retry-after': String(Math.ceil(error.afterMs / 1000)),
  });
}
