/** The fields of an activity that depend on its kind, besides its times and items. Money in fen. */
import type {
  ActivityThreshold,
  CashbackActivity,
  Combination,
  FullReduction,
  GiftActivity,
  GroupBuy,
  Promo,
} from '../terms/terms.ts';
import type { ActivityKind } from './activity-kinds.ts';

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
