/** What an order says to its merchant: what is said to all, and what is said to this one. */

/** Characters of an order's remark. */
export const longestRemark = 200;

const between = '；';

/** Both in one text; either may be blank. */
export function joinRemarks(toAll: string, own: string): string {
  return [toAll.trim(), own.trim()].filter((text) => text !== '').join(between);
}

/** Characters that a remark may have beside another one, so that nothing is cut when both are joined. */
export function roomBeside(other: string): number {
  const length = other.trim().length;
  return length === 0 ? longestRemark : Math.max(0, longestRemark - length - between.length);
}
