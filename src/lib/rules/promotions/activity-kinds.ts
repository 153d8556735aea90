import type {
  ActivityThreshold,
  CashbackActivity,
  Combination,
  FullReduction,
  GiftActivity,
  GroupBuy,
  Promo,
} from '../terms/terms.ts';

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

// The fields of an activity that depend on its kind, besides its times and items. Money in fen.

/** How a group-buy ended. */
export type Outcome = 'reached' | 'failed';

export interface ActivityConfigs extends Record<ActivityKind, object> {
  flash: Pick<Promo, 'variant'>;
  /** `zone` names the page that shows it: welfare. One for newcomers is for companies that have paid no order yet. */
  special: Pick<Promo, 'variant'> & { zone?: string | undefined; isForNewcomers?: boolean | undefined };
  /** Joined = sold, left = stock − sold of its one goods. `outcome` is written when it is settled. */
  group_buy: Pick<GroupBuy, 'goal' | 'minQuantity'> & { outcome?: Outcome | undefined };
  combination: Pick<Combination, 'price' | 'limitQuantity'>;
  full_reduction: Pick<FullReduction, 'tiers'>;
  gift: Pick<GiftActivity, 'threshold' | 'isRepeated'>;
  add_on: { threshold: ActivityThreshold };
  cashback: Pick<CashbackActivity, 'isForAll' | 'tiers'>;
}

/** A kind with its own config. */
export type KindWithConfig<Kind extends ActivityKind = ActivityKind> = {
  [K in Kind]: { kind: K; config: ActivityConfigs[K] };
}[Kind];
