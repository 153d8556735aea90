/** 税率, 优惠政策 and 税收分类编码 of items, from a day (rules 19). */
import { isKeyOf, keysOf } from '../terms/keys.ts';

/** Rates in percent. */
export const taxRates = [13, 9, 6, 3, 0] as const;
export type TaxRate = (typeof taxRates)[number];

/** simple_3: 简易征收, chosen by the seller for 36 months. */
export const taxPolicies = {
  none: '无',
  simple_3: '按3%简易征收',
  exempt: '免税',
} as const;
export type TaxPolicy = keyof typeof taxPolicies;
export const taxPolicyKeys = keysOf(taxPolicies);

export interface GoodsTax {
  rate: TaxRate;
  policy: TaxPolicy;
  /** 19 digits. */
  taxCode: string;
}

export function isTaxRate(rate: number): rate is TaxRate {
  return taxRates.some((one) => one === rate);
}

/** True where a sale of the tax may stand on a 专票: of what is exempt there is no tax to deduct. */
export function mayBeSpecial({ policy }: Pick<GoodsTax, 'policy'>): boolean {
  return policy !== 'exempt';
}

/** What a tax is called on paper: 13%, 3%（简易征收）, 免税. */
export function taxText({ rate, policy }: Pick<GoodsTax, 'rate' | 'policy'>): string {
  if (policy === 'exempt') return '免税';
  return policy === 'simple_3' ? '3%（简易征收）' : `${rate}%`;
}

/**
 * Why a tax is refused; null when it is right. Rate and policy go together: exempt is 0, simple_3 is 3, and without a
 * policy no rate is 0.
 */
export function findTaxProblem({ rate, policy, taxCode }: GoodsTax): string | null {
  if (!isTaxRate(rate)) return `税率为${taxRates.join('、')}之一`;
  if (!isKeyOf(taxPolicies, policy)) return '优惠政策为无、按3%简易征收、免税之一';
  if (!/^[0-9]{19}$/.test(taxCode)) return '税收分类编码为19位数字';
  if (policy === 'exempt' && rate !== 0) return '免税商品的税率为0';
  if (policy !== 'exempt' && rate === 0) return '税率为0时，优惠政策请选择免税';
  if (policy === 'simple_3' && rate !== 3) return '简易征收的税率为3';
  return null;
}

/** The tax in force on a Shanghai day (YYYY-MM-DD): the newest row that has begun; null while there is none. */
export function taxAt<Row extends GoodsTax & { validFrom: string }>(
  rows: readonly Row[],
  day: string,
): Row | null {
  let found: Row | null = null;
  for (const row of rows)
    if (row.validFrom <= day && (found === null || row.validFrom > found.validFrom)) found = row;
  return found;
}

/** Named items of a sentence. */
const namedItems = 3;

/** The refusal for items without a tax; null where none is missing. */
export function missingTaxText(names: readonly string[]): string | null {
  const known = [...new Set(names)];
  if (known.length === 0) return null;
  const some = known.slice(0, namedItems).join('、');
  const all = known.length > namedItems ? `${some}等${known.length}种商品` : some;
  return `${all}还没有税率，商家补齐税率和税收分类编码后才能开票`;
}
