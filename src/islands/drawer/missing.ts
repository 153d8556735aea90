/** What the cart lacks to each reduction, freight and minimum order, as one list. Pure. */
import type { NextHintInput } from '#lib/contract/activities.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { gapText } from '#lib/rules/promotions/freight.ts';
import type { Quote } from '#lib/rules/terms/quote-shape.ts';

export interface Missing {
  key: string;
  /** Whose it is: the merchant's name; empty for an activity over all merchants. */
  of: string;
  name: string;
  /** 再买¥12.00可减¥5.00 */
  text: string;
  /** What fills it. */
  input: NextHintInput;
}

/** Merchants in the quote's order, each with its minimum order first. */
export function missingOf(
  { groups, activities }: Pick<Quote, 'groups' | 'activities'>,
  merchants: CartState['merchants'],
): Missing[] {
  const names = new Map(merchants.map(({ id, name }) => [id, name]));
  const toNext = (of: string, list: Quote['activities']) =>
    list.flatMap(({ id, name, next }): Missing[] =>
      next ? [{ key: `a${id}`, of, name, text: next.text, input: { activity_id: id } }] : [],
    );
  const ofGroups = groups.flatMap((group): Missing[] => {
    const of = names.get(group.merchantId) ?? '';
    const input = { merchant_id: group.merchantId };
    const key = `m${group.merchantId}`;
    const free = gapText(group.freight);
    return [
      ...(group.minimumGap > 0
        ? [{ key, of, name: '起订', text: `还差¥${showYuan(group.minimumGap)}`, input }]
        : []),
      ...toNext(of, group.activities),
      // The hint of a merchant is about its minimum first.
      ...(group.minimumGap === 0 && free !== null ? [{ key, of, name: '包邮', text: free, input }] : []),
    ];
  });
  return [...toNext('', activities), ...ofGroups];
}
