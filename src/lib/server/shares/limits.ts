/**
 * Shares of what is dear: how much of it one company, or one address of visitors, has at once and in a minute. Counted
 * in this process: several processes give each their own share, which is what their processors can carry; what must
 * hold over all of them (wrong passwords) is counted in the database.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Call, Cost } from '#lib/contract/call.ts';
import { AppError } from '#lib/contract/errors.ts';
import { addressKey } from '../process/client-address.ts';
import { env } from '../process/env.ts';
import { withPriority } from '../process/pace.ts';
import type { Account } from '../repos/accounts.ts';
import { FairQueue, NoTurn, type QueueOptions } from './fair-queue.ts';

interface Limit extends QueueOptions {
  /** Pieces of work of one key in a minute, times LIMIT_SCALE. */
  perMinute: number;
}

/** What the process has to share out besides calls. */
type Work = Cost | 'page' | 'picture';

const limits: Record<Work, Limit> = {
  // Half a second of the processor: two at once leave others their turns in between.
  match: { slots: 2, perKey: 1, waiting: 2, waitMs: 10_000, perMinute: 30 },
  // Locks the company's rows and those of its goods: more at once would only wait in the database.
  order: { slots: 16, perKey: 2, waiting: 8, waitMs: 5_000, perMinute: 120 },
  // A cart of 300 lines takes 60 ms.
  quote: { slots: 12, perKey: 3, waiting: 24, waitMs: 3_000, perMinute: 600 },
  // Looks at every goods of the catalogue.
  list: { slots: 8, perKey: 4, waiting: 32, waitMs: 3_000, perMinute: 600 },
  // A picture of ten megabytes is read in a process of its own; its bytes are held until then.
  upload: { slots: 4, perKey: 1, waiting: 12, waitMs: 20_000, perMinute: 60 },
  // Open to whoever has the address; it asks the provider how a payment stands.
  link: { slots: 8, perKey: 2, waiting: 32, waitMs: 5_000, perMinute: 120 },
  // What is not stored. An office or a town may stand behind one address.
  page: { slots: 8, perKey: 4, waiting: 64, waitMs: 5_000, perMinute: 600 },
  // A list of 60 goods asks for all its pictures at once.
  picture: { slots: 2, perKey: 2, waiting: 120, waitMs: 5_000, perMinute: 3_000 },
};

interface Share {
  queue: FairQueue;
  counter: RateLimiterMemory;
}

const shares = new Map<Work, Share>();

function shareOf(work: Work): Share {
  let share = shares.get(work);
  if (share === undefined) {
    const { perMinute, ...queue } = limits[work];
    const points = Math.max(1, Math.round(perMinute * env().LIMIT_SCALE));
    share = { queue: new FairQueue(queue), counter: new RateLimiterMemory({ points, duration: 60 }) };
    shares.set(work, share);
  }
  return share;
}

/** Runs a call in its share; one that is not dear runs at once. Throws 429 with the seconds to wait. */
export async function inShare<T>(
  { cost }: Pick<Call, 'cost'>,
  { account, address }: { account: Pick<Account, 'companyId'> | null; address: string },
  work: () => Promise<T>,
): Promise<T> {
  if (cost === undefined) return withPriority(work);
  const key = account === null ? address : `company ${account.companyId}`;
  return inTurn(cost, key, cost === 'match' ? work : () => withPriority(work));
}

/** Runs work that is no call in the share of an address. Throws 429 like {@link inShare}. */
export async function inTurn<T>(kind: Work, key: string, work: () => Promise<T>): Promise<T> {
  const end = await takeTurn(kind, key);
  try {
    return await work();
  } finally {
    end();
  }
}

async function takeTurn(kind: Work, who: string): Promise<() => void> {
  const { queue, counter } = shareOf(kind);
  // An address stands for its network.
  const key = addressKey(who);
  try {
    await counter.consume(key);
    return await queue.enter(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooOften(error.msBeforeNext);
    if (error instanceof NoTurn) throw tooOften(error.afterMs);
    throw error;
  }
}

function tooOften(ms: number): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new AppError(429, `操作太频繁，请${seconds}秒后再试`, { retry_after: seconds });
}
