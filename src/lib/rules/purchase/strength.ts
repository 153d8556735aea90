/** The strength of a product: what stays the same in a larger pack. */
import type { ReadProduct } from './product.ts';

/**
 * 10mg of 10mg*7片, 1% of 1%:10g; empty for 200丸, and for a volume alone (100ml) of what is no injection: another
 * volume is another pack there. 0.5g alone is the strength of a vial.
 */
export function strengthOf({ spec: { needed }, drug }: Pick<ReadProduct, 'spec' | 'drug'>): string {
  const percent = needed.find(({ kind }) => kind === 'percent');
  if (percent) return `${percent.value}%`;
  const doses = needed.filter(({ kind }) => kind !== 'count');
  const [only] = doses;
  const isPack = doses.length === needed.length && doses.length === 1 && only?.kind === 'volume';
  return isPack && drug.route !== 'injection'
    ? ''
    : doses.map(({ kind, value }) => `${value}${kind}`).join(':');
}
