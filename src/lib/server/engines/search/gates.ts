import { type BuyerType, findBuyerTypes } from '#lib/rules/companies/qualification.ts';
import type { Dictionary } from './dictionary.ts';
import type { IndexedGoods } from './indexed-rows.ts';

/** The conditions for seeing an item. */
export interface Gate {
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
