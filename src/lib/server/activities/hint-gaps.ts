/** How far a cart is from the next step of an activity. */
import type { z } from 'zod';
import type { NextHint, nextHintInput } from '#lib/contract/activities.ts';
import { AppError } from '#lib/contract/errors.ts';
import { type Fen, showYuan } from '#lib/rules/money/money.ts';
import { gapText } from '#lib/rules/promotions/freight.ts';
import type { Quote } from '#lib/rules/terms/quote-shape.ts';
import type { QuotedCart } from '../cart/quoted-cart.ts';

export type Input = z.infer<typeof nextHintInput>;

/** A threshold that needs more of something. */
export interface Gap {
  kind: NonNullable<NextHint['kind']>;
  activityId: number | null;
  merchantId: number | null;
  name: string;
  text: string;
  gap: number;
  unit: 'amount' | 'quantity';
  /** Only items with (true) or without (false) the preferred mark count; null: all do. */
  isPreferred: boolean | null;
  /** The most to spend on goods that are not needed anyway: what reaching it saves; Infinity where it blocks the order. */
  budget: Fen;
}

export function findGap({ quote, loaded }: QuotedCart, { activity_id, merchant_id }: Input): Gap | null {
  const names = new Map(loaded.offers.merchants.map(({ id, name }) => [id, name]));
  const gaps = gapsOf(quote, names);
  if (activity_id !== undefined) {
    const isThere = activitiesOf(quote).some(({ id }) => id === activity_id);
    if (!isThere) throw new AppError(404, '购物车中没有参加该活动的商品');
    return gaps.find((gap) => gap.activityId === activity_id) ?? null;
  }
  if (merchant_id !== undefined) {
    if (!names.has(merchant_id)) throw new AppError(404, '购物车中没有该商家的商品');
    return gaps.find((gap) => gap.activityId === null && gap.merchantId === merchant_id) ?? null;
  }
  // The nearest first; a missed minimum blocks the whole order.
  return gaps.toSorted((a, b) => rank(a) - rank(b) || a.gap - b.gap)[0] ?? null;
}

function rank({ kind, unit }: Gap): number {
  if (kind === 'minimum') return 0;
  return unit === 'amount' ? 1 : 2;
}

function activitiesOf(quote: Quote) {
  return [...quote.activities, ...quote.groups.flatMap((group) => group.activities)];
}

/** Every gap of a quote: each merchant's minimum before its freight, and each activity's next tier. */
function gapsOf(quote: Quote, names: ReadonlyMap<number, string>): Gap[] {
  const ofMerchants = quote.groups.flatMap(({ merchantId, minimumGap, freight, goodsAmount }): Gap[] => {
    const name = names.get(merchantId) ?? '';
    const base = { activityId: null, merchantId, name, unit: 'amount', isPreferred: null } as const;
    if (minimumGap > 0)
      return [
        {
          ...base,
          kind: 'minimum',
          text: `再买¥${showYuan(minimumGap)}达到起订金额`,
          gap: minimumGap,
          budget: Infinity,
        },
      ];
    if (freight.freeGap !== null && goodsAmount > 0)
      return [
        {
          ...base,
          kind: 'freight',
          text: gapText(freight) ?? '',
          gap: freight.freeGap,
          budget: freight.gapSaving,
          isPreferred: freight.gapGoods === 'all' ? null : freight.gapGoods === 'preferred',
        },
      ];
    return [];
  });
  const ofActivities = activitiesOf(quote).flatMap(({ id, kind, name, merchantId, next, benefit }): Gap[] =>
    next === null
      ? []
      : [
          {
            kind,
            activityId: id,
            merchantId,
            name,
            text: next.text,
            gap: next.gap,
            unit: next.unit,
            isPreferred: null,
            budget: Math.max(0, next.benefit - benefit),
          },
        ],
  );
  return [...ofMerchants, ...ofActivities];
}
