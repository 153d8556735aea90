/**
 * Rate limits of costly work: how much of it one company, or one visitor address, has at once and in a minute. Counted
 * in this process: several processes grant each their own share, as much as their processors can carry; limits that
 * must hold across processes (wrong passwords) are counted in the database.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Call, Cost } from '#lib/contract/call.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { Account } from '../people/account-rows.ts';
import { FairQueue, NoTurn, type QueueOptions } from './fair-queue.ts';
import { addressKey } from './process/client-address.ts';
import { env } from './process/env.ts';
import { withPriority } from './process/pace.ts';

interface Limit extends QueueOptions {
  /** Pieces of work of one key a minute, times LIMIT_SCALE. */
  perMinute: number;
}

/** Work that is limited besides calls. */
type Work = Cost | 'page' | 'picture' | 'live';

const limits: Record<Work, Limit> = {
  // Half a second of CPU: two at once leave room for others in between.
  match: { slots: 2, perKey: 1, waiting: 2, waitMs: 10_000, perMinute: 30 },
  // Locks the company's rows and those of its items: more at once would only wait in the database.
  order: { slots: 16, perKey: 2, waiting: 8, waitMs: 5_000, perMinute: 120 },
  // A cart of 300 lines takes 60 ms.
  quote: { slots: 12, perKey: 3, waiting: 24, waitMs: 3_000, perMinute: 600 },
  // Scans every item of the catalogue.
  list: { slots: 8, perKey: 4, waiting: 32, waitMs: 3_000, perMinute: 600 },
  // A picture of ten megabytes is read in a process of its own; its bytes stay in memory until then.
  upload: { slots: 4, perKey: 1, waiting: 12, waitMs: 20_000, perMinute: 60 },
  // It queries a provider: for the state of a payment, open to anyone with the address, or of a signature.
  link: { slots: 8, perKey: 2, waiting: 32, waitMs: 5_000, perMinute: 120 },
  // Draws of a wheel come one after the other: more at once would only wait for its row.
  draw: { slots: 4, perKey: 1, waiting: 4, waitMs: 10_000, perMinute: 60 },
  // Pages that are not cached. An office or a town may share one address.
  page: { slots: 8, perKey: 4, waiting: 64, waitMs: 5_000, perMinute: 600 },
  // A list of 60 items requests all its pictures at once.
  picture: { slots: 2, perKey: 2, waiting: 120, waitMs: 5_000, perMinute: 3_000 },
  // Playlists and segments of live rooms: a viewer asks for some 120 a minute, and a hundred may share one address.
  live: { slots: 16, perKey: 16, waiting: 256, waitMs: 5_000, perMinute: 12_000 },
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

/** Runs a call within its limit; one without a cost runs at once. Throws 429 with the seconds to wait. */
export async function withinLimit<T>(
  { cost }: Pick<Call, 'cost'>,
  { account, address }: { account: Pick<Account, 'companyId'> | null; address: string },
  work: () => Promise<T>,
): Promise<T> {
  if (cost === undefined) return withPriority(work);
  const key = account === null ? address : `company ${account.companyId}`;
  return inTurn(cost, key, cost === 'match' ? work : () => withPriority(work));
}

/** Runs other work within the limit of an address. Throws 429 like {@link withinLimit}. */
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
  // An address counts as its network.
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
