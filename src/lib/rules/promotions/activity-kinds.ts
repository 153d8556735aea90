/** The kinds of promotions (rules 4 and 6), and the roles of their items. */

export const activityKinds = [
  'flash',
  'special',
  'group_buy',
  'combination',
  'full_reduction',
  'gift',
  'add_on',
  'cashback',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Each kind in a word without an amount. */
export const activityWords = {
  flash: '秒杀',
  special: '特价',
  group_buy: '拼团',
  combination: '组合购',
  full_reduction: '满减',
  gift: '满赠',
  add_on: '换购',
  cashback: '返现',
} as const satisfies Record<ActivityKind, string>;

/** subject: the promoted goods; gift; add_on; part: of a combination. */
export const activityRoles = ['subject', 'gift', 'add_on', 'part'] as const;
