/** A merchant's delivery terms in sentences: the same rules by which freight is charged. */
import { provinceNames } from '#lib/rules/companies/provinces.ts';
import type { DeliveryFacts } from '../catalogue/merchant-rows.ts';

export interface DeliveryText {
  name: string;
  text: string;
}

/** Freight, surcharges, minimum order and regions of a merchant; what does not apply is left out. */
export function deliveryTexts(facts: DeliveryFacts): DeliveryText[] {
  const { freightRules: rules, salesRegions, coldChainFee, minOrderAmount } = facts;
  const rows: [string, string | undefined][] = [
    ['运费', rateText(facts.shippingFee, facts.freeShippingAmount)],
    ['优选商品', rules.preferred && `单独核算，${rateText(rules.preferred.fee, rules.preferred.freeFrom)}`],
    ...(rules.regionFees ?? []).map((rate): [string, string] => [
      '偏远地区',
      `${provinceNames(rate.regions).join('、')}：${rateText(rate.fee, rate.freeFrom)}`,
    ]),
    ['冷链', coldChainFee > 0 ? `冷藏商品每单另收冷链包装费${yuan(coldChainFee)}` : undefined],
    ['起订', minOrderAmount > 0 ? `商品金额满${yuan(minOrderAmount)}起订` : '无起订金额'],
    [
      '不配送',
      rules.unservedRegions && rules.unservedRegions.length > 0
        ? provinceNames(rules.unservedRegions).join('、')
        : undefined,
    ],
    ['销售区域', salesRegions === null ? '全国' : provinceNames(salesRegions).join('、')],
  ];
  return rows.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}

function rateText(fee: number, freeFrom: number | null): string {
  if (fee === 0) return '免运费';
  if (freeFrom === null) return `每单${yuan(fee)}`;
  return freeFrom === 0 ? '免运费' : `满${yuan(freeFrom)}包邮，未满收${yuan(fee)}`;
}

/** Without decimals where there are none: 300元, 12.5元. */
function yuan(fen: number): string {
  return `${fen / 100}元`;
}
