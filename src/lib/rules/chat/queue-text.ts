/** Texts about how long a company has waited, and when a talk goes to the next person (rules 21). */
import { lengthText } from '../terms/length-text.ts';
import type { EpochMs } from '../terms/terms.ts';
import type { TalkState } from './talk.ts';

/** From here on a wait is shown as late, ms: the promised time of a first answer. */
const promised = 60_000;

/** 已等3分钟. */
export function waitedText(since: EpochMs, now: EpochMs): string {
  return `已等${lengthText(now - since)}`;
}

export function isWaitLate(since: EpochMs, now: EpochMs): boolean {
  return now - since > promised;
}

/** A talk that nobody has: one that went on from who did not answer in time came back to all; else `plain`. */
export function unassignedText(
  { state, returned }: { state: TalkState; returned: number },
  plain: string,
): string {
  return state === 'waiting' && returned > 0 ? '未及时回复，已回到待接入' : plain;
}

/** 1:05; 0:00 once the time is over. */
export function countdownText(until: EpochMs, now: EpochMs): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 45秒, 3分20秒, 2小时5分: a length of the figures of service, in seconds; — for none. */
export function secondsText(seconds: number | null): string {
  if (seconds === null) return '—';
  if (seconds < 60) return `${seconds}秒`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes}分` : `${minutes}分${seconds % 60}秒`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours}小时` : `${hours}小时${minutes % 60}分`;
}
