/**
 * Products that a line may mean besides the best one: always the same drug, never a different one with a similar name.
 */
import { drugOf, isSameDrug } from '#lib/rules/names/drug-name.ts';
import type { PurchaseProduct } from './product.ts';
import type { Explanation } from './purchase-explain.ts';

const most = 8;

/** The likeliest first; those far behind the best are no help. */
export function otherProducts(
  best: Explanation,
  found: readonly Explanation[],
  peers: readonly PurchaseProduct[],
): PurchaseProduct[] {
  const others = found
    .filter(
      (one) => one.product.id !== best.product.id && one.score > best.score - 0.32 && mayStand(best, one),
    )
    .map((one) => one.product);
  return [...new Set([...peers, ...others])].slice(0, most);
}

/** 头孢 names no drug: all names with it are possible. 阿莫西林 names one, and then 氨苄西林 is not possible. */
function mayStand(best: Explanation, one: Explanation): boolean {
  if (isSameDrug(best.product.name, one.product.name)) return true;
  if (best.name === 'part') return one.name === 'part' || one.name === 'exact';
  if (best.name === 'pinyin') return one.name === 'pinyin';
  // 扶他林 means two drugs.
  if (best.name === 'other') return one.name === 'other';
  return best.name === 'similar' && one.name === 'similar' && one.score > best.score - 0.05;
}

/** How another product differs from the chosen one; for the reader. */
export function differenceOf(taken: PurchaseProduct, other: PurchaseProduct): string {
  if (drugOf(taken.name).drug !== drugOf(other.name).drug) return '其他品种';
  const parts = [
    ...(taken.name !== other.name ? ['其他剂型'] : []),
    ...(taken.spec !== other.spec || taken.size !== other.size ? ['其他规格'] : []),
    ...(taken.maker !== other.maker ? ['其他厂家'] : []),
  ];
  return parts.join('、') || '其他包装';
}
