/** Input and output of lists from the index: filters, and the counts next to them. */

import { type BuyerType, findBuyerTypes } from '#lib/rules/companies/qualification.ts';
import type { OtcClass } from '#lib/rules/goods/otc.ts';
import type { Dictionary } from './dictionary.ts';
import type { IndexedGoods } from './indexed-rows.ts';

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

/** The conditions for seeing an item. */
interface Gate {
  scope: string;
  /** Null means everyone. */
  buyerTypes: readonly BuyerType[] | null;
  merchantId: number;
}

/** Scopes are numbered in 16 bits. */
const scopesEach = 2 ** 16;

/** Numbers for gates; items share few. */
export class Gates {
  readonly values: Gate[] = [];
  private readonly scopes: Dictionary;
  /** By merchant and scope, and within those by buyer types. */
  private readonly numbers = new Map<number, Map<string | null, number>>();

  constructor(scopes: Dictionary) {
    this.scopes = scopes;
  }

  /** The number of an item's gate, by the numbers of its scope and merchant. */
  number(scope: number, merchant: number, { buyerTypes, merchantId }: IndexedGoods): number {
    const key = merchant * scopesEach + scope;
    let ofTypes = this.numbers.get(key);
    if (ofTypes === undefined) {
      ofTypes = new Map();
      this.numbers.set(key, ofTypes);
    }
    let number = ofTypes.get(buyerTypes);
    if (number === undefined) {
      const types = buyerTypes === null ? null : findBuyerTypes(buyerTypes.split(','));
      number = this.values.push({ scope: this.scopes.text(scope), buyerTypes: types, merchantId }) - 1;
      ofTypes.set(buyerTypes, number);
    }
    return number;
  }
}
