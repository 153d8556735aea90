/** The counts next to the filters, each without its own filter. */
import { otcClasses } from '#lib/rules/goods/otc.ts';
import type { Catalogue } from './catalogue.ts';
import type { Counted, Facets } from './filters.ts';
import { factsEach, goodsFact } from './goods-table.ts';
import { bit, daysPerMonth } from './narrow.ts';
import { productFact, productFactsEach } from './products.ts';

/** The expiry windows of the filter panel, in months left. */
export const expiryWindows = [
  [18, Number.POSITIVE_INFINITY],
  [12, 18],
  [6, 12],
  [0, 6],
] as const;

/** Most values listed where there may be thousands. */
const mostValues = 200;

/** Counts items one by one. Shared facts of a product are counted once for all of its items. */
export class Tally {
  private readonly catalogue: Catalogue;
  private readonly categories: Uint32Array;
  private readonly merchants: Uint32Array;
  private readonly makers: Uint32Array;
  private readonly forms: Uint32Array;
  private readonly specs: Uint32Array;
  private readonly otc = new Uint32Array(otcClasses.length);
  private readonly expiry = expiryWindows.map(() => 0);
  /** The first day of each window, the latest window first. */
  private readonly windows: number[];
  private inStock = 0;

  constructor(catalogue: Catalogue, today: number) {
    const { goods, products, tree } = catalogue;
    this.catalogue = catalogue;
    this.categories = new Uint32Array(tree.rows.length);
    this.merchants = new Uint32Array(goods.merchantNumbers.values.length);
    this.makers = new Uint32Array(products.makerNames.values.length);
    this.forms = new Uint32Array(products.formNames.values.length);
    this.specs = new Uint32Array(products.specNames.values.length);
    this.windows = expiryWindows.map(([from]) => today + from * daysPerMonth);
  }

  /**
   * Counts items of a product; the product fails these filters (at most one), and `many` of its items fail no other.
   */
  countProduct(product: number, fails: number, many: number): void {
    const { facts } = this.catalogue.products;
    const at = product * productFactsEach;
    if ((fails & ~bit.category) === 0) raise(this.categories, facts[at + productFact.category], many);
    if ((fails & ~bit.maker) === 0) raise(this.makers, facts[at + productFact.maker], many);
    if ((fails & ~bit.form) === 0) raise(this.forms, facts[at + productFact.form], many);
    if ((fails & ~bit.spec) === 0) raise(this.specs, facts[at + productFact.spec], many);
    if ((fails & ~bit.otc) === 0) raise(this.otc, facts[at + productFact.counter], many);
  }

  /** Counts one item of a product that fails no filter; the item fails these (at most one). */
  countGoods(place: number, fails: number): void {
    const { facts } = this.catalogue.goods;
    const at = place * factsEach;
    const merchant = facts[at + goodsFact.merchant] ?? 0;
    if ((fails & ~bit.merchant) === 0) raise(this.merchants, merchant >> 1, 1);
    if ((fails & ~bit.stock) === 0) this.inStock += merchant & 1;
    if ((fails & ~bit.expiry) !== 0) return;
    const day = facts[at + goodsFact.expiryDay] ?? 0;
    for (let window = 0; window < this.windows.length; window++)
      if (day >= (this.windows[window] ?? 0)) {
        this.expiry[window] = (this.expiry[window] ?? 0) + 1;
        return;
      }
  }

  /** All counts; a category includes its descendants. */
  facets(): Facets {
    const { goods, products } = this.catalogue;
    return {
      categories: this.byCategory(),
      merchants: new Map(
        goods.merchantNumbers.values
          .map((id, number) => [id, this.merchants[number] ?? 0] as const)
          .filter(([, many]) => many > 0),
      ),
      makers: commonest(products.makerNames.values, this.makers),
      forms: commonest(products.formNames.values, this.forms),
      specs: commonest(products.specNames.values, this.specs),
      otc: commonest(otcClasses, this.otc),
      inStock: this.inStock,
      expiry: this.expiry,
    };
  }

  private byCategory(): Map<number, number> {
    const { tree } = this.catalogue;
    const counts = new Map<number, number>();
    // Children follow their parents.
    for (let number = tree.rows.length - 1; number >= 0; number--) {
      const row = tree.rows[number];
      if (row === undefined) continue;
      const total = (counts.get(row.id) ?? 0) + (this.categories[number] ?? 0);
      if (total === 0) continue;
      counts.set(row.id, total);
      if (row.parentId !== null) counts.set(row.parentId, (counts.get(row.parentId) ?? 0) + total);
    }
    return counts;
  }
}

function raise(counts: Uint32Array, number: number | undefined, many: number): void {
  if (number !== undefined && number >= 0) counts[number] = (counts[number] ?? 0) + many;
}

function commonest(values: readonly string[], counts: Uint32Array): Counted[] {
  const found: Counted[] = [];
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number] ?? 0;
    const value = values[number] ?? '';
    if (count > 0 && value !== '') found.push({ value, count });
  }
  // Of thousands only the first are sorted.
  const least = found.length > mostValues ? leastOf(found) : 0;
  const most = least === 0 ? found : found.filter(({ count }) => count >= least);
  return most.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** The smallest count among the values that are shown. */
function leastOf(found: readonly Counted[]): number {
  return (
    Uint32Array.from(found, ({ count }) => count)
      .sort()
      .at(-mostValues) ?? 0
  );
}
