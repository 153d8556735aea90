/** Taking a message back (rules 21). */
import type { EpochMs } from '../terms/terms.ts';

/** Time to take back one's own message, by the clock of the database. */
export const recallMs = 2 * 60_000;

/** Until when a message of `at` may be taken back. */
export function recallUntil(at: EpochMs): EpochMs {
  return at + recallMs;
}

/** True until the last moment of the two minutes. */
export function isInRecallTime(at: EpochMs, now: EpochMs): boolean {
  return now <= recallUntil(at);
}

/** The refusal after that time. */
export const recallRefusal = '消息发出超过2分钟，不能再撤回';
