/** Step 7 of a quote: freight, and the sums of each merchant. */

import { freightLineOf, noFreight, quoteFreight } from '../promotions/freight.ts';
import { must } from '../terms/must.ts';
import type { QuotedActivity, QuotedGroup } from '../terms/quote-shape.ts';
import type { Id } from '../terms/terms.ts';
import type { OfferIndex, WorkLine } from './quote-work.ts';

/** The merchants' groups, in the order in which merchants appear. */
export function makeGroups(
  lines: readonly WorkLine[],
  activities: readonly QuotedActivity[],
  index: OfferIndex,
  region: string | null,
): QuotedGroup[] {
  const byMerchant = new Map<Id, WorkLine[]>();
  for (const line of lines) {
    const id = line.quoted.merchantId;
    if (id === null) continue;
    const group = byMerchant.get(id);
    if (group) group.push(line);
    else byMerchant.set(id, [line]);
  }
  const activitiesOf = new Map<Id, QuotedActivity[]>();
  for (const activity of activities) {
    if (activity.merchantId === null) continue;
    const list = activitiesOf.get(activity.merchantId);
    if (list) list.push(activity);
    else activitiesOf.set(activity.merchantId, [activity]);
  }
  return [...byMerchant].map(([merchantId, members]) => {
    const merchant = must(index.merchants.get(merchantId), `merchant ${merchantId}`);
    const group: QuotedGroup = {
      merchantId,
      lineIds: members.map((line) => line.quoted.id),
      goodsAmount: 0,
      fullReduction: 0,
      merchantCoupon: 0,
      platformCoupon: 0,
      voucher: 0,
      paid: 0,
      freight: noFreight,
      minimumGap: 0,
      noTransAmount: 0,
      activities: activitiesOf.get(merchantId) ?? [],
    };
    const counting: WorkLine[] = [];
    let afterReduction = 0;
    for (const line of members) {
      const { quoted } = line;
      if (quoted.isSelected && quoted.refusal?.code === 'not_served') group.noTransAmount += quoted.gross;
      if (!quoted.counts) continue;
      counting.push(line);
      afterReduction += line.reduced;
      group.goodsAmount += quoted.gross;
      group.fullReduction += quoted.discounts.fullReduction;
      group.merchantCoupon += quoted.discounts.merchantCoupon;
      group.platformCoupon += quoted.discounts.platformCoupon;
      group.voucher += quoted.discounts.voucher;
      group.paid += quoted.paid;
    }
    group.freight = quoteFreight(
      merchant.freight,
      region,
      counting.map(({ reduced, quoted }) => freightLineOf(quoted, reduced)),
    );
    // A group-buy has a least quantity of its own and is confirmed alone (rules 4 and 6): nothing could be added to
    // it to reach the merchant's minimum.
    if (counting.some((line) => line.quoted.kind !== 'group_buy'))
      group.minimumGap = Math.max(0, merchant.minimumAmount - afterReduction);
    return group;
  });
}
