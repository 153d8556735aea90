/** How often one caller counts in a room: hints for figures, so their pace is counted in this process alone. */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '#lib/contract/errors.ts';
import { addressKey } from '../core/process/client-address.ts';
import { env } from '../core/process/env.ts';

/** Signs of visitors of one network a minute: a building may share its address. */
const visitorSigns = 120;
/** Calls with likes of one person in ten seconds. */
const likeCalls = 10;

let counters: { signs: RateLimiterMemory; likes: RateLimiterMemory } | undefined;

function countersNow() {
  counters ??= {
    signs: new RateLimiterMemory({ points: Math.max(1, visitorSigns * env().LIMIT_SCALE), duration: 60 }),
    likes: new RateLimiterMemory({ points: Math.max(1, likeCalls * env().LIMIT_SCALE), duration: 10 }),
  };
  return counters;
}

async function take(counter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await counter.consume(key);
    return true;
  } catch {
    return false;
  }
}

/** False where the visitors of a network have said enough for now. */
export function takeVisitorSign(address: string): Promise<boolean> {
  return take(countersNow().signs, addressKey(address));
}

/** Throws 429 where a person has sent likes too often. */
export async function takeLikes(userId: string): Promise<void> {
  if (!(await take(countersNow().likes, userId)))
    throw new AppError(429, '点赞太快，请10秒后再试', { retry_after: 10 });
}
