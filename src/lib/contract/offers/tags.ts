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
