/** Figures of service (rules 21). */

/** The middle value, of an even number the lower of both; null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** Whole percent of `part` in `all`; null of nothing. */
export function percent(part: number, all: number): number | null {
  return all === 0 ? null : Math.round((part / all) * 100);
}

/** Mean with one decimal; null of none. */
export function meanStars(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return Math.round((values.reduce((sum, one) => sum + one, 0) / values.length) * 10) / 10;
}
