/** What lists of the index are asked and answer: filters, and the counts beside them. */
import type { OtcClass } from '#lib/rules/goods/otc.ts';

/** What a list may be narrowed to. Of each list any value fits; empty lists and null narrow nothing. */
export interface Filters {
  keywords: string;
  makerKeywords: string;
  categoryId: number | null;
  merchantIds: readonly number[];
  makers: readonly string[];
  forms: readonly string[];
  specs: readonly string[];
  otc: readonly OtcClass[];
  inStock: boolean;
  /** Months that are left, from and to (to excluded); Infinity for no end. */
  expiry: readonly (readonly [from: number, to: number])[];
  /** What the whole list is about (a zone, a brand): nothing else is looked at or counted. null is everything. */
  within: GoodsTest | null;
}

/** Whether the goods at a place of the table belongs. */
export type GoodsTest = (place: number) => boolean;

export interface Counted {
  value: string;
  count: number;
}

export interface Facets {
  /** Count by category id, each with what is below it. */
  categories: ReadonlyMap<number, number>;
  merchants: ReadonlyMap<number, number>;
  makers: Counted[];
  forms: Counted[];
  specs: Counted[];
  otc: Counted[];
  inStock: number;
  expiry: number[];
}
