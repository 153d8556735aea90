/** Input and output of lists from the index: filters, and the counts next to them. */
import type { OtcClass } from '#lib/rules/goods/otc.ts';

/** Filters of a list. Within a filter any value fits; empty lists and null do not filter. */
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
  /** Remaining months, from and to (exclusive); Infinity for no end. */
  expiry: readonly (readonly [from: number, to: number])[];
  /** The subject of the whole list (a zone, a brand): nothing else is examined or counted. null is everything. */
  within: GoodsTest | null;
}

/** Whether the item at an index of the table belongs. */
export type GoodsTest = (place: number) => boolean;

export interface Counted {
  value: string;
  count: number;
}

export interface Facets {
  /** Count by category id, descendants included. */
  categories: ReadonlyMap<number, number>;
  merchants: ReadonlyMap<number, number>;
  makers: Counted[];
  forms: Counted[];
  specs: Counted[];
  otc: Counted[];
  inStock: number;
  expiry: number[];
}
