/**
 * Terms and offers without anything of the buyer's own: made once for all buyers of the same rank and buying rights.
 * Most of what is shown is of this kind; ready.ts caches its JSON.
 */
import { LRUCache } from 'lru-cache';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { toWire, type Wire } from '#lib/contract/offers/terms.ts';
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { bytesToCache, cacheText } from '../fast/json-text.ts';

/** The part of an offer that belongs to one buyer. */
export type OwnPart = Pick<Offer, 'is_favorite' | 'cart_num' | 'cartNum'> &
  Partial<Pick<Offer, 'qhj' | 'coupon_after_price' | 'qhj_number' | 'net' | 'last' | 'alerts'>>;

/** The part of an offer that many buyers share. */
export type CommonPart = Omit<Offer, keyof OwnPart>;

export interface OfferParts {
  common: CommonPart;
  own: OwnPart;
}

/** The state and terms of an item for buyers of one class. */
export interface SharedTerms {
  terms: GoodsTerms;
  state: BuyState;
}

interface OfRow {
  /** Key: rank, buy state and effect of activities; many classes share one. */
  terms: Map<string, GoodsTerms>;
  classes: Map<string, SharedTerms & { variantCount: number }>;
}

/**
 * Keyed by the source row, which is replaced on every change; some 5 KB an item. Lists use ready.ts: these serve carts
 * and pages that are open now.
 */
const cached = new LRUCache<object, OfRow>({ max: 1_200 });
/** Limit for one item: ranks times buy states, classes of buyers, and coupon keys. */
const mostKinds = 12;
const mostClasses = 64;
const mostOwn = 8;

/** Values cached together with shared terms. */
interface OfTerms {
  /** The common part of their offer; null until it is first needed. */
  common: CommonPart | null;
  /** Own parts of buyers who have nothing of the item, by coupon key (coupons and freight). */
  own: Map<string, OwnPart>;
}

const ofTerms = new WeakMap<GoodsTerms, OfTerms>();
/** Common parts that are cached. */
const commonParts = new WeakSet<CommonPart>();
function ofRow(row: object): OfRow {
  let found = cached.get(row);
  if (found === undefined) {
    found = { terms: new Map(), classes: new Map() };
    cached.set(row, found);
  }
  return found;
}

/**
 * Shared state and terms of a row for buyers of one class in the activities that touch it (`buyers` encodes both), for
 * buyers who have nothing of it; undefined when not cached.
 */
export function findSharedTerms(row: object, buyers: string, variantCount: number): SharedTerms | undefined {
  const found = cached.get(row)?.classes.get(buyers);
  return found?.variantCount === variantCount ? found : undefined;
}

/** Caches the shared state and terms of a row for these buyers. */
export function cacheSharedTerms(
  row: object,
  buyers: string,
  variantCount: number,
  { terms, state }: SharedTerms,
): void {
  const { classes } = ofRow(row);
  if (classes.size >= mostClasses) classes.clear();
  classes.set(buyers, { terms, state, variantCount });
}

/** The shared terms of a row for one kind of buyers (`key`); `make` runs when they are not cached. */
export function sharedTerms(row: object, key: string, make: () => GoodsTerms): GoodsTerms {
  const { terms: kinds, classes } = ofRow(row);
  let terms = kinds.get(key);
  if (terms === undefined) {
    if (kinds.size >= mostKinds) {
      kinds.clear();
      classes.clear();
    }
    terms = Object.freeze(make());
    ofTerms.set(terms, { common: null, own: new Map() });
    kinds.set(key, terms);
  }
  return terms;
}

/** Shared terms on the wire, also those with cached JSON. */
const wires = new WeakMap<GoodsTerms, Wire<GoodsTerms>>();
const written = new WeakSet<Wire<GoodsTerms>>();

/** Terms on the wire, as part of an object with JSON of its own. */
export function termsWire(terms: GoodsTerms): Wire<GoodsTerms> {
  if (!ofTerms.has(terms)) return toWire(terms);
  let wire = wires.get(terms);
  if (wire === undefined) {
    wire = toWire(terms);
    wires.set(terms, wire);
  }
  return wire;
}

/** Terms on the wire; shared ones with their cached JSON. */
export function writtenTerms(terms: GoodsTerms): Wire<GoodsTerms> {
  const wire = termsWire(terms);
  if (ofTerms.has(terms) && !written.has(wire)) {
    written.add(wire);
    cacheText(wire, bytesToCache(JSON.stringify(wire)));
  }
  return wire;
}

/** The common part of an offer: cached for shared terms, otherwise made by `make`. */
export function commonPartOf(terms: GoodsTerms, make: () => CommonPart): CommonPart {
  const known = ofTerms.get(terms);
  if (known === undefined) return make();
  if (known.common === null) {
    known.common = Object.freeze(make());
    commonParts.add(known.common);
  }
  return known.common;
}

/**
 * The own part of an offer with shared terms, for buyers who have nothing of the item: cached by what their coupons and
 * region (`money`) mean for it. For other terms `make` makes it.
 */
export function ownPartOf(terms: GoodsTerms, money: string, make: () => OwnPart): OwnPart {
  const known = ofTerms.get(terms);
  if (known === undefined) return make();
  let own = known.own.get(money);
  if (own === undefined) {
    own = Object.freeze(make());
    if (known.own.size >= mostOwn) known.own.clear();
    known.own.set(money, own);
  }
  return own;
}

/** True when the common part of the offer is cached for many buyers. */
export function isCacheable({ common }: OfferParts): boolean {
  return commonParts.has(common);
}
