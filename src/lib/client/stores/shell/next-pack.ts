/** The button of a message that a number was made whole packs (rules 12). */
import type { Toast } from './toasts.ts';

/** Longer than other messages: there is something to press. */
const duration = 6_000;

/** 改为20盒: the next pack up by one press; nothing where no more may be bought. */
export function nextPack(
  next: number | null,
  unit: string,
  take: (number: number) => void,
): Pick<Toast, 'act'> & { duration?: number } {
  if (next === null) return {};
  return { act: { text: `改为${next}${unit}`, run: () => take(next) }, duration };
}
