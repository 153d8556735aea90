/** Numbers of contracts: the day in Shanghai and ten random digits. */
import { randomInt } from 'node:crypto';
import { dayKey } from '#lib/rules/terms/activity-time.ts';

export function newContractNo(now: Date): string {
  const day = dayKey(now.getTime()).replaceAll('-', '');
  return `HT${day}${String(randomInt(10_000_000_000)).padStart(10, '0')}`;
}
