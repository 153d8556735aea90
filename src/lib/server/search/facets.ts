/** Which filters a goods fails, and the counts beside them. Column by column: a list of everything asks 100,000 goods. */

import { otcClasses } from '#lib/rules/goods/otc.ts';
import type { Catalogue } from './catalogue.ts';
import type { Counted, Facets, Filters } from './filters.ts';

/** The expiry windows of the filter panel, in months left. */
export const expiryWindows = [
  [18, Number.POSITIVE_INFINITY],
  [12, 18],
  [6, 12],
  [0, 6],
] as const;

export const daysPerMonth = 30.4375;

/** Bits of the filters that have counts of their own: a goods that fails only one still counts beside that one. */
const bit = {
  category: 1 << 0,
  merchant: 1 << 1,
  maker: 1 << 2,
  form: 1 << 3,
  spec: 1 << 4,
  otc: 1 << 5,
  stock: 1 << 6,
  expiry: 1 << 7,
} as const;

/** Values that are counted at most where there may be thousands. */
const mostValues = 200;

/** Per candidate the bits of the filters that it does not pass. */
export function failures(
  catalogue: Catalogue,
  filters: Filters,
  candidates: Int32Array,
  today: number,
): Uint8Array {
  const { goods, products, tree } = catalogue;
  const { columns } = goods;
  const failed = new Uint8Array(candidates.length);
  function pass(flag: number, column: Int32Array, allowed: Uint8Array | null): void {
    if (allowed === null) return;
    for (let i = 0; i < candidates.length; i++)
      if (allowed[column[candidates[i] ?? -1] ?? -1] !== 1) failed[i] = (failed[i] ?? 0) | flag;
  }
  const categories = filters.categoryId === null ? [] : [...tree.within(filters.categoryId)];
  pass(
    bit.category,
    columns.category,
    allowedOf(categories, (id) => tree.numberOf(id), tree.rows.length),
  );
  const merchants = goods.merchantNumbers;
  pass(
    bit.merchant,
    columns.merchant,
    allowedOf(filters.merchantIds, (id) => merchants.find(String(id)), merchants.values.length),
  );
  for (const [flag, column, values, names] of [
    [bit.maker, columns.maker, filters.makers, products.makerNames],
    [bit.form, columns.form, filters.forms, products.formNames],
    [bit.spec, columns.spec, filters.specs, products.specNames],
  ] as const) {
    pass(
      flag,
      column,
      allowedOf(values, (value) => names.find(value), names.values.length),
    );
  }
  pass(
    bit.otc,
    columns.otc,
    allowedOf(filters.otc, (value) => otcClasses.indexOf(value), otcClasses.length),
  );
  if (filters.inStock)
    for (let i = 0; i < candidates.length; i++)
      if (goods.inStock[candidates[i] ?? -1] !== 1) failed[i] = (failed[i] ?? 0) | bit.stock;
  const spans = filters.expiry.map(
    ([from, to]) => [today + from * daysPerMonth, today + to * daysPerMonth] as const,
  );
  if (spans.length > 0)
    for (let i = 0; i < candidates.length; i++) {
      const day = goods.expiryDays[candidates[i] ?? -1] ?? 0;
      if (!spans.some(([from, to]) => day >= from && day < to)) failed[i] = (failed[i] ?? 0) | bit.expiry;
    }
  return failed;
}

/** The chosen values as a mask over the numbers of a column; null when nothing is chosen. An unknown value lets nothing pass. */
function allowedOf<T>(
  values: readonly T[],
  numberOf: (value: T) => number | undefined,
  count: number,
): Uint8Array | null {
  if (values.length === 0) return null;
  const allowed = new Uint8Array(count);
  for (const value of values) {
    const number = numberOf(value);
    if (number !== undefined && number >= 0) allowed[number] = 1;
  }
  return allowed;
}

/** Counts beside the filters, each without its own filter. */
export function countFacets(
  catalogue: Catalogue,
  candidates: Int32Array,
  failed: Uint8Array,
  today: number,
): Facets {
  const { goods, products, tree } = catalogue;
  const { columns } = goods;
  function count(flag: number, column: Int32Array, size: number): Uint32Array {
    const counts = new Uint32Array(size);
    for (let i = 0; i < candidates.length; i++) {
      if (((failed[i] ?? 0) & ~flag) !== 0) continue;
      const number = column[candidates[i] ?? -1] ?? -1;
      counts[number] = (counts[number] ?? 0) + 1;
    }
    return counts;
  }
  let inStock = 0;
  const expiry = expiryWindows.map(() => 0);
  const ends = expiryWindows.map(([from]) => today + from * daysPerMonth);
  for (let i = 0; i < candidates.length; i++) {
    const place = candidates[i] ?? -1;
    const flags = failed[i] ?? 0;
    if ((flags & ~bit.stock) === 0) inStock += goods.inStock[place] ?? 0;
    if ((flags & ~bit.expiry) === 0) {
      const window = windowOf(goods.expiryDays[place] ?? 0, ends);
      if (window >= 0) expiry[window] = (expiry[window] ?? 0) + 1;
    }
  }
  const { makerNames, formNames, specNames } = products;
  const merchants = count(bit.merchant, columns.merchant, goods.merchantNumbers.values.length);
  return {
    categories: withParents(catalogue, count(bit.category, columns.category, tree.rows.length)),
    merchants: new Map(
      goods.merchantNumbers.values
        .map((id, number) => [Number(id), merchants[number] ?? 0] as const)
        .filter(([, many]) => many > 0),
    ),
    makers: commonest(makerNames.values, count(bit.maker, columns.maker, makerNames.values.length)),
    forms: commonest(formNames.values, count(bit.form, columns.form, formNames.values.length)),
    specs: commonest(specNames.values, count(bit.spec, columns.spec, specNames.values.length)),
    otc: commonest(otcClasses, count(bit.otc, columns.otc, otcClasses.length)),
    inStock,
    expiry,
  };
}

/** Which window a day falls into, by the first days of all, the latest window first; -1 for a day before them all. */
function windowOf(day: number, from: readonly number[]): number {
  for (let window = 0; window < from.length; window++) if (day >= (from[window] ?? 0)) return window;
  return -1;
}

/** Counts by category id, each with what is below it: children stand after their parents. */
function withParents({ tree }: Catalogue, own: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { id, parentId } of tree.rows.toReversed()) {
    const total = (counts.get(id) ?? 0) + (own[tree.numberOf(id)] ?? 0);
    if (total === 0) continue;
    counts.set(id, total);
    if (parentId !== null) counts.set(parentId, (counts.get(parentId) ?? 0) + total);
  }
  return counts;
}

function commonest(values: readonly string[], counts: Uint32Array): Counted[] {
  // Of thousands only the first are put in order.
  const least = counts.length > mostValues ? (counts.slice().sort().at(-mostValues) ?? 0) : 0;
  const found: Counted[] = [];
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number] ?? 0;
    const value = values[number] ?? '';
    if (count > 0 && count >= least && value !== '') found.push({ value, count });
  }
  return found.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
