/**
 * Logins take turns before the app hears of them: a thousand that come at once would keep the one thread, and every
 * page behind it, busy for a second, although nearly all of them are refused.
 */
import { FairQueue, NoTurn } from '../shares/fair-queue.ts';
import { refusal, withHeaders } from './answer.ts';
import type { Step } from './exchange.ts';

const paths: ReadonlySet<string> = new Set(['/api/auth/login', '/api/desk/login']);

/**
 * As many at once as keep the hashing threads busy and the loop free. An office may share one address, so a line is
 * long; all lines together are no longer than what is answered while people still look at the button.
 */
const options = { slots: 16, perKey: 8, waiting: 64, together: 64, waitMs: 5_000 };

/** A login waits for its turn, addresses in rotation; with too many before it, it is refused with 429. */
export function loginTurns(): Step {
  const queue = new FairQueue(options);
  return async (exchange) => {
    // With a slash at its end it is the same call.
    if (!paths.has(exchange.path?.replace(/\/$/, '') ?? '') || exchange.method !== 'POST') return undefined;
    try {
      const end = await queue.enter(exchange.address);
      if (exchange.res.closed) end();
      else exchange.res.once('close', end);
      return exchange.res.closed ? 'sent' : undefined;
    } catch (error) {
      if (!(error instanceof NoTurn)) throw error;
      return withHeaders(refusal(exchange, 429, '登录的人太多，请稍候再试'), {
        'retry-after': String(Math.ceil(error.afterMs / 1000)),
      });
    }
  };
}
