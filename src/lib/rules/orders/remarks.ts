/** The remark of an order to its merchant: the common one, and the merchant's own. */

/** Characters of an order's remark. */
export const longestRemark = 200;

const between = '；';

/** Both in one text; either may be blank. */
export function joinRemarks(toAll: string, own: string): string {
  return [toAll.trim(), own.trim()].filter((text) => text !== '').join(between);
}

/** Most characters of a remark next to another one, so that joining them cuts nothing. */
export function roomBeside(other: string): number {
  const length = other.trim().length;
  return length === 0 ? longestRemark : Math.max(0, longestRemark - length - between.length);
}
