/** The labels of goods (rules 17) as the wire names them, by the code's words. */

export const labelNames = {
  preferred: '优',
  flash: '秒',
  full_reduction: '满',
  add_on: '换购',
  gift: '赠',
  special: '特',
  group_buy: '拼团',
  fresh: '新',
} as const satisfies Record<string, string>;

/** Labels by importance on a card: a running price first. */
const weights: readonly string[] = [
  labelNames.flash,
  labelNames.special,
  labelNames.group_buy,
  labelNames.full_reduction,
  labelNames.gift,
  labelNames.add_on,
  labelNames.fresh,
  labelNames.preferred,
];
/** Labels that are drawn at first sight. */
const shownAtOnce = 2;

/**
 * Labels with their flags: `is_show` for the two that matter most, `is_jump` for a promotion, which leads to its
 * activity.
 */
export function withFlags<T extends { name: string }>(
  labels: readonly T[],
): (T & { is_show: number; is_jump: number })[] {
  const first = labels
    .toSorted((a, b) => weights.indexOf(a.name) - weights.indexOf(b.name))
    .slice(0, shownAtOnce);
  return labels.map((label) => ({
    ...label,
    is_show: first.includes(label) ? 1 : 0,
    is_jump: isOfPromotion(label) ? 1 : 0,
  }));
}

const promotions: ReadonlySet<string> = new Set([
  labelNames.flash,
  labelNames.full_reduction,
  labelNames.add_on,
  labelNames.gift,
  labelNames.special,
  labelNames.group_buy,
]);

/** True for a label that a running promotion gives; 优 and 新 are the goods' own. */
export function isOfPromotion({ name }: { name: string }): boolean {
  return promotions.has(name);
}
