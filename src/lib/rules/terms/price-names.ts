/** Names of the rules behind a unit price, for buyers (rules 4). */
import type { PriceRule } from '#lib/rules/terms/quote-shape.ts';
import { isKeyOf } from './keys.ts';

export const priceNames = {
  list: '原价',
  member: '会员价',
  customer: '协议价',
  flash: '秒杀价',
  special: '特价',
  group_buy: '拼团价',
  ladder: '阶梯价',
  combination: '组合价',
  add_on: '换购价',
} as const satisfies Partial<Record<PriceRule, string>>;

/** The name of a rule; undefined for one without a unit price. */
export function priceName(rule: PriceRule): string | undefined {
  return isKeyOf(priceNames, rule) ? priceNames[rule] : undefined;
}
