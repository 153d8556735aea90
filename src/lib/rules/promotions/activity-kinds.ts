/** What a promotion can be (rules 4 and 6), and what its goods are in it. */

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

/** subject: the promoted goods; gift; add_on; part: of a combination. */
export const activityRoles = ['subject', 'gift', 'add_on', 'part'] as const;
