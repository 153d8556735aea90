/** How fast a person may write (rules 21). */

/** Messages of one person within the time. */
export const messagePace = { most: 20, withinMs: 10_000 } as const;
/** Signs of typing and looking of one person within the time. */
export const typingPace = { most: 20, withinMs: 10_000 } as const;

/** True for a person who has written so many messages within the time. */
export function isTooFast(lately: number): boolean {
  return lately >= messagePace.most;
}
