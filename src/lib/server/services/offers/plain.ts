/**
 * Terms and offers that nothing of the buyer's own touches: made once for all who have the same rank and may buy alike.
 * Most of what is shown is of this kind; in the form in which it is sent it is kept by ready.ts.
 */
import { LRUCache } from 'lru-cache';
import type { Offer } from '#lib/contract/offers/schema.ts';
import { toWire, type Wire } from '#lib/contract/offers/terms.ts';
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { bytesToKeep, keepText } from '../../process/json-text.ts';

/** What of an offer is the asker's own. */
export type OwnPart = Pick<Offer, 'is_favorite' | 'cart_num' | 'cartNum'> &
  Partial<Pick<Offer, 'qhj' | 'coupon_after_price' | 'qhj_number' | 'net' | 'last' | 'alerts'>>;

/** What of an offer is the same for many. */
export type CommonPart = Omit<Offer, keyof OwnPart>;

export interface OfferParts {
  common: CommonPart;
  own: OwnPart;
}

/** How a goods stands to buyers of one class. */
export interface Plain {
  terms: GoodsTerms;
  state: BuyState;
}

interface OfRow {
  /** By rank, what may be done with it, and what activities make of it: many classes share one. */
  terms: Map<string, GoodsTerms>;
  classes: Map<string, Plain & { variantCount: number }>;
}

/**
 * By the row that they were made from, which is another object as soon as it changes; some 5 KB for each goods. Lists find
 * theirs in ready.ts: these are for what carts hold and what is looked at just now.
 */
const kept = new LRUCache<object, OfRow>({ max: 1_200 });
/** Of one goods: ranks times ways in which it may be bought, classes of buyers, and ways in which coupons help them. */
const mostKinds = 12;
const mostClasses = 64;
const mostOwn = 8;

/** What is kept with plain terms. */
interface OfTerms {
  /** The common part of their offer; null where it was not asked for yet. */
  common: CommonPart | null;
  /** Own parts of those who have nothing of the goods, by what coupons and freight are to them. */
  own: Map<string, OwnPart>;
}

const ofTerms = new WeakMap<GoodsTerms, OfTerms>();
/** Parts that are kept. */
const commonParts = new WeakSet<CommonPart>();
const ownParts = new WeakSet<OwnPart>();
function ofRow(row: object): OfRow {
  let found = kept.get(row);
  if (found === undefined) {
    found = { terms: new Map(), classes: new Map() };
    kept.set(row, found);
  }
  return found;
}

/**
 * How a row stands to buyers of one class in the activities that touch it (`buyers` tells both), where none of them has
 * anything of it; undefined where that is not known yet.
 */
export function findPlain(row: object, buyers: string, variantCount: number): Plain | undefined {
  const found = kept.get(row)?.classes.get(buyers);
  return found?.variantCount === variantCount ? found : undefined;
}

/** Keeps how a row stands to these buyers. */
export function keepPlain(row: object, buyers: string, variantCount: number, { terms, state }: Plain): void {
  const { classes } = ofRow(row);
  if (classes.size >= mostClasses) classes.clear();
  classes.set(buyers, { terms, state, variantCount });
}

/** The plain terms of a row for a kind of buyers (`key`); `make` makes them when they are not there. */
export function plainTerms(row: object, key: string, make: () => GoodsTerms): GoodsTerms {
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

/** Plain terms on the wire, and those of them whose text is kept. */
const wires = new WeakMap<GoodsTerms, Wire<GoodsTerms>>();
const written = new WeakSet<Wire<GoodsTerms>>();

/** Terms on the wire, as part of what has a text of its own. */
export function termsWire(terms: GoodsTerms): Wire<GoodsTerms> {
  if (!ofTerms.has(terms)) return toWire(terms);
  let wire = wires.get(terms);
  if (wire === undefined) {
    wire = toWire(terms);
    wires.set(terms, wire);
  }
  return wire;
}

/** Terms on the wire; of plain ones with their text. */
export function writtenTerms(terms: GoodsTerms): Wire<GoodsTerms> {
  const wire = termsWire(terms);
  if (ofTerms.has(terms) && !written.has(wire)) {
    written.add(wire);
    keepText(wire, bytesToKeep(JSON.stringify(wire)));
  }
  return wire;
}

/** The common part of an offer: of plain terms the one that is kept, for all others `make` makes it. */
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
 * The own part of the offer of plain terms, for those who have nothing of the goods: kept by what their coupons and
 * their region (`money`) are to it. Of other terms `make` makes it.
 */
export function ownPartOf(terms: GoodsTerms, money: string, make: () => OwnPart): OwnPart {
  const known = ofTerms.get(terms);
  if (known === undefined) return make();
  let own = known.own.get(money);
  if (own === undefined) {
    own = Object.freeze(make());
    if (known.own.size >= mostOwn) known.own.clear();
    known.own.set(money, own);
    ownParts.add(own);
  }
  return own;
}

/** Whether an offer is one that is kept for many. */
export function isKept({ common, own }: OfferParts): boolean {
  return commonParts.has(common) && ownParts.has(own);
}
