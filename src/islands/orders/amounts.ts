/** The amounts of an order, step by step: the same as on the confirm page. */
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';
import type { PriceRule } from '#lib/rules/terms/quote-shape.ts';

/** Rules that come off the goods amount, by the names of the confirm page. */
const reductions: { text: string; rules: readonly PriceRule[] }[] = [
  { text: '满减', rules: ['full_reduction'] },
  { text: '优惠券', rules: ['merchant_coupon', 'platform_coupon'] },
  { text: '现金券', rules: ['voucher'] },
];

/** Each kind of discount with its sum over the lines, yuan without a sign; kinds that took nothing off are left out. */
export function discountsOf(order: Pick<OrderDetail, 'lines'>): { text: string; amount: string }[] {
  const steps = order.lines.flatMap((line) => line.price_trace ?? []);
  return reductions.flatMap(({ text, rules }) => {
    const sum = steps
      .filter((step) => isOneOf(rules, step.rule))
      .reduce((all, step) => all - parseYuan(step.amount), 0);
    return sum === 0 ? [] : [{ text, amount: formatYuan(sum) }];
  });
}
