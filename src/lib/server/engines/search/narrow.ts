/** Which filters products and items fail. An item that fails only one still counts next to that one. */
import { otcClasses } from '#lib/rules/goods/otc.ts';
import type { Catalogue } from './catalogue.ts';
import { type Column, numberAt } from './columns.ts';
import type { Filters } from './filters.ts';
import type { GoodsTable } from './goods-table.ts';

export const daysPerMonth = 30.4375;

/** A bit for each filter that has counts of its own. */
export const bit = {
  category: 1 << 0,
  merchant: 1 << 1,
  maker: 1 << 2,
  form: 1 << 3,
  spec: 1 << 4,
  otc: 1 << 5,
  stock: 1 << 6,
  expiry: 1 << 7,
} as const;

/** A column of numbers, and the passing ones. */
interface Pass {
  flag: number;
  column: Column;
  allowed: Uint8Array;
}

/** The filters of one list, as tests by index. */
export class Narrowing {
  private readonly ofProducts: Pass[] = [];
  private readonly ofGoods: Pass[] = [];
  private readonly spans: (readonly [from: number, to: number])[];
  private readonly goods: GoodsTable;

  constructor({ goods, products, tree }: Catalogue, filters: Filters, today: number) {
    const pass = (to: Pass[], flag: number, column: Pass['column'], allowed: Uint8Array | null) => {
      if (allowed !== null) to.push({ flag, column, allowed });
    };
    const categories = filters.categoryId === null ? [] : [...tree.within(filters.categoryId)];
    const { makerNames, formNames, specNames } = products;
    pass(
      this.ofProducts,
      bit.category,
      products.column('category'),
      allowedOf(categories, (id) => tree.numberOf(id), tree.rows.length),
    );
    for (const [flag, column, values, names] of [
      [bit.maker, products.column('maker'), filters.makers, makerNames],
      [bit.form, products.column('form'), filters.forms, formNames],
      [bit.spec, products.column('spec'), filters.specs, specNames],
    ] as const) {
      pass(
        this.ofProducts,
        flag,
        column,
        allowedOf(values, (value) => names.find(value), names.values.length),
      );
    }
    pass(
      this.ofProducts,
      bit.otc,
      products.column('counter'),
      allowedOf(filters.otc, (value) => otcClasses.indexOf(value), otcClasses.length),
    );
    const merchants = goods.merchantNumbers;
    const ofMerchants = allowedOf(filters.merchantIds, (id) => merchants.find(id), merchants.values.length);
    // Each merchant's number carries the in-stock bit.
    const both = Uint8Array.from(
      { length: merchants.values.length * 2 },
      (_, i) => ofMerchants?.[i >> 1] ?? 0,
    );
    pass(this.ofGoods, bit.merchant, goods.merchantsInStock, ofMerchants && both);
    if (filters.inStock)
      pass(
        this.ofGoods,
        bit.stock,
        goods.merchantsInStock,
        both.map((_, i) => i & 1),
      );
    this.goods = goods;
    this.spans = filters.expiry.map(
      ([from, to]) => [today + from * daysPerMonth, today + to * daysPerMonth] as const,
    );
  }

  /** Whether nothing is filtered. */
  get isOpen(): boolean {
    return this.ofProducts.length === 0 && this.areGoodsOpen;
  }

  /** Whether the only filter is by category. */
  get isByCategory(): boolean {
    return this.areGoodsOpen && this.ofProducts.every(({ flag }) => flag === bit.category);
  }

  private get areGoodsOpen(): boolean {
    return this.ofGoods.length === 0 && this.spans.length === 0;
  }

  /** Bits of the filters that the product at an index fails. */
  failsOfProduct(product: number): number {
    return failsOf(this.ofProducts, product);
  }

  /** Bits of the filters that the item at an index fails, without those of its product. */
  failsOfGoods(place: number): number {
    const fails = failsOf(this.ofGoods, place);
    if (this.spans.length === 0) return fails;
    const day = this.goods.expiryDayAt(place);
    return this.spans.some(([from, to]) => day >= from && day < to) ? fails : fails | bit.expiry;
  }
}

function failsOf(passes: readonly Pass[], place: number): number {
  let fails = 0;
  for (const { flag, column, allowed } of passes)
    if (allowed[numberAt(column, place) ?? -1] !== 1) fails |= flag;
  return fails;
}

/**
 * The chosen values as a mask over the numbers of a column; null when nothing is chosen. An unknown value passes
 * nothing.
 */
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
