/** Read marks: one number a member, the last message that was seen (rules 21). */

/** The mark after `asked`: never lowered, never above the last message of the talk. */
export function nextMark(current: number, asked: number, last: number): number {
  return Math.max(current, Math.min(asked, last));
}

/** Messages behind a mark. */
export function unreadAfter(mark: number, last: number): number {
  return Math.max(0, last - mark);
}
