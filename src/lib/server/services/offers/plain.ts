/**
 * Terms and offers that nothing of the buyer's own touches and no activity changes: made once for all who have the same
 * rank and may buy alike, and kept in the form in which they are sent. Most of what is shown is of this kind.
 */
import { LRUCache } from 'lru-cache';
import type { Offer } from '#lib/contract/offers/schema.ts';
import { toWire, type Wire } from '#lib/contract/offers/terms.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { keepText } from '../../process/json-text.ts';

/** What of an offer is the asker's own. */
export type OwnPart = Pick<Offer, 'is_favorite' | 'cart_num' | 'cartNum'> &
  Partial<Pick<Offer, 'qhj' | 'coupon_after_price' | 'qhj_number' | 'net' | 'last' | 'alerts'>>;

/** What of an offer is the same for many. */
export type CommonPart = Omit<Offer, keyof OwnPart>;

export interface OfferParts {
  common: CommonPart;
  own: OwnPart;
}

/** By the row that they were made from, which is another object as soon as it changes; some 3 KB for each goods. */
const kept = new LRUCache<object, Map<string, GoodsTerms>>({ max: 5_000 });
/** Of one goods: ranks times ways in which it may be bought. */
const mostKinds = 12;

/** The common part of the offer of plain terms; null where it was not asked for yet. */
const common = new WeakMap<GoodsTerms, CommonPart | null>();
/** Common parts that are kept, with their text without its last brace. */
const heads = new WeakMap<object, Buffer>();

/** The plain terms of a row for a kind of buyers (`key`); `make` makes them when they are not there. */
export function plainTerms(row: object, key: string, make: () => GoodsTerms): GoodsTerms {
  let kinds = kept.get(row);
  if (kinds === undefined) {
    kinds = new Map();
    kept.set(row, kinds);
  }
  let terms = kinds.get(key);
  if (terms === undefined) {
    if (kinds.size >= mostKinds) kinds.clear();
    terms = Object.freeze(make());
    common.set(terms, null);
    kinds.set(key, terms);
  }
  return terms;
}

const wires = new WeakMap<GoodsTerms, Wire<GoodsTerms>>();

/** Terms on the wire; of plain ones with their text. */
export function termsWire(terms: GoodsTerms): Wire<GoodsTerms> {
  if (!common.has(terms)) return toWire(terms);
  let wire = wires.get(terms);
  if (wire === undefined) {
    wire = toWire(terms);
    wires.set(terms, keepText(wire, Buffer.from(JSON.stringify(wire))));
  }
  return wire;
}

/** The common part of an offer: of plain terms the one that is kept, for all others `make` makes it. */
export function commonPartOf(terms: GoodsTerms, make: () => CommonPart): CommonPart {
  const known = common.get(terms);
  if (known === undefined) return make();
  if (known !== null) return known;
  const made = keepHead(make());
  common.set(terms, made);
  return made;
}

/** Keeps the text of what is the same for many; it must not be changed afterwards. */
export function keepHead<T extends object>(value: T): T {
  heads.set(value, Buffer.from(JSON.stringify(value).slice(0, -1)));
  return value;
}

/** Whether the text of a part is kept. */
export function hasHead(value: object): boolean {
  return heads.has(value);
}

/** The common and the asker's own part together, with their text where that of the common part is kept. */
export function withOwn<T extends object>(value: T, own: OwnPart): T & OwnPart {
  const head = heads.get(value);
  const whole = { ...value, ...own };
  return head === undefined ? whole : keepText(whole, head, `,${JSON.stringify(own).slice(1)}`);
}
