/**
 * Cached JSON bytes of items without anything of the buyer's own: made once for all buyers with the same answer, and
 * copied into their answers. Takes a third of the objects' memory, and is parsed only when code reads a field.
 */
import { LRUCache } from 'lru-cache';
import { isTouched } from '#lib/rules/quote/beside.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { PublicRow } from '../catalogue/offer-rows.ts';
import { isWithout } from '../core/process/env.ts';
import { asWritten, bytesToCache, type CachedText } from '../fast/json-text.ts';
import type { Account } from '../people/account-rows.ts';
import { buyerClass } from './buyer-class.ts';
import { activitiesKey, couponKeys, hasPlatformCoupon } from './keys.ts';
import type { OfferFacts } from './loaded.ts';
import { cartBeside, moneyFactsOf } from './made-offers.ts';
import { hasUsed } from './terms.ts';

/** Limit in bytes, for each kind of answer. */
const mostBytes = 64_000_000;
/** Memory overhead of each piece of bytes, and of each way in it. */
const aroundPiece = 500;
const aroundWay = 60;
/** Kinds of buyers cached for one item, and for each kind ways in which coupons and freight apply to it. */
const mostKinds = 16;
const mostWays = 64;

/**
 * Cache key: buyer class + activities (`kind`), then coupons + region (`money`); without the latter the own part is this
 * buyer's alone: something of the item is theirs, or their cart decides about its price.
 */
interface CacheKey {
  kind: string;
  money: string | null;
}

/**
 * An item for one kind of buyers. It is one piece of memory, searched through short lists: there are tens of thousands
 * of these, and the overhead of each piece and map is as much as a tenth of the texts.
 */
interface CachedEntry<Basis> {
  kind: string;
  basis: Basis;
  /** The part that the kind shares, without its last brace; then each way's own part, from the comma on. */
  bytes: Buffer;
  /** End of the shared part. */
  head: number;
  /** The ways, by what their coupons and region mean for the item, and the end of each one's part. */
  ways: string[];
  ends: number[];
}

/** Cached answers of one sort, by the row of the item: another object after any change. */
export class CachedAnswers<T extends object, Basis> {
  private readonly cached = new LRUCache<object, CachedEntry<Basis>[]>({
    maxSize: mostBytes,
    sizeCalculation: (kinds) =>
      kinds.reduce(
        (sum, { bytes, ways }) => sum + bytes.byteLength + aroundPiece + ways.length * aroundWay,
        0,
      ),
  });

  /** The cached answer of an item for such buyers, if its other sources besides the row still hold. */
  find(row: object, { kind, money }: CacheKey, holds: (basis: Basis) => boolean): T | undefined {
    const found = this.cached.get(row)?.find((one) => one.kind === kind);
    if (found === undefined || money === null || !holds(found.basis)) return undefined;
    const way = found.ways.indexOf(money);
    // Another object for each answer: a parsed one lives as long as that object.
    return way < 0 ? undefined : asWritten<T>(textOf(found, way));
  }

  /** Caches the shared part of a kind with the buyer's own part, and answers both as `find` would. */
  add(
    row: object,
    { kind, money }: CacheKey,
    common: () => object,
    own: object,
    { basis, holds }: { basis: Basis; holds: (basis: Basis) => boolean },
  ): T {
    const kinds = this.cached.get(row) ?? [];
    const known = kinds.find((one) => one.kind === kind);
    const isGood = known !== undefined && holds(known.basis) && known.ways.length < mostWays;
    const ready = isGood ? known : newKind(kind, basis, common());
    if (isGood && money === null) return asWritten<T>(ownText(ready, own));
    if (!isGood) {
      const others = kinds.length < mostKinds ? kinds.filter((one) => one !== known) : [];
      kinds.splice(0, kinds.length, ...others, ready);
    }
    const way = money === null ? null : addWay(ready, money, own);
    // Deleted first, because its size is another.
    this.cached.delete(row);
    this.cached.set(row, kinds);
    if (way === null) return asWritten<T>(ownText(ready, own));
    return asWritten<T>(textOf(ready, way));
  }
}

function newKind<Basis>(kind: string, basis: Basis, common: object): CachedEntry<Basis> {
  const bytes = bytesToCache(JSON.stringify(common).slice(0, -1));
  return { kind, basis, bytes, head: bytes.byteLength, ways: [], ends: [] };
}

/** The index of a way; its own part is added unless another call has just done so. */
function addWay(ready: CachedEntry<unknown>, money: string, own: object): number {
  const known = ready.ways.indexOf(money);
  if (known >= 0) return known;
  // Earlier answers go on with the bytes that they have: these are new ones.
  ready.bytes = bytesToCache(`,${JSON.stringify(own).slice(1)}`, ready.bytes);
  // Exact length: an array that is pushed to reserves room for sixteen more, and most have one way.
  ready.ends = ready.ends.concat(ready.bytes.byteLength);
  ready.ways = ready.ways.concat(money);
  return ready.ways.length - 1;
}

/** The shared part with one buyer's own part, which nothing keeps. */
function ownText({ bytes, head }: CachedEntry<unknown>, own: object): CachedText {
  const text = Buffer.from(`,${JSON.stringify(own).slice(1)}`);
  const all = Buffer.concat([bytes.subarray(0, head), text]);
  return { bytes: all, head, from: head, to: all.byteLength };
}

function textOf({ bytes, head, ends }: CachedEntry<unknown>, way: number): CachedText {
  const from = ends[way - 1] ?? head;
  return { bytes, head, from, to: ends[way] ?? from };
}

/** What was made of one item. */
export interface MadeAnswer<T, Basis> {
  /** The answer for this buyer alone. */
  whole: () => T;
  /** Its two parts, where other buyers share the first; null where it is this buyer's own. */
  shared: { common: () => object; own: object; basis: Basis } | null;
}

/**
 * The answers of these items for one buyer: those that are cached, and the rest as `make` makes them, which is cached
 * where others may share it. The only place that opens the cache; the setting WITHOUT=cached-json goes around it.
 * @param holds True while the other source of an answer besides the item's row is unchanged.
 */
export function readThrough<T extends object, Basis>(
  cache: CachedAnswers<T, Basis>,
  { facts, account, now }: { facts: OfferFacts; account: Account | null; now: EpochMs },
  ids: readonly number[],
  holds: (id: number, basis: Basis) => boolean,
  make: (rows: readonly PublicRow[]) => ReadonlyMap<number, MadeAnswer<T, Basis>>,
): Map<number, T> {
  const keyOf = account === null || isWithout('cached-json') ? null : cacheKeys(facts, account, now);
  const found = new Map<number, T>();
  const others: { id: number; row: PublicRow; key: CacheKey | null }[] = [];
  for (const id of new Set(ids)) {
    const row = facts.publicRows.get(id);
    if (row === undefined) continue;
    const key = keyOf?.(row) ?? null;
    const answer = key && cache.find(row.goods, key, (basis) => holds(id, basis));
    if (answer) found.set(id, answer);
    else others.push({ id, row, key });
  }
  const made = make(others.map(({ row }) => row));
  for (const { id, row, key } of others) {
    const answer = made.get(id);
    if (answer === undefined) continue;
    const { whole, shared } = answer;
    if (key === null || shared === null) found.set(id, whole());
    else {
      const { common, own, basis } = shared;
      found.set(id, cache.add(row.goods, key, common, own, { basis, holds: (other) => holds(id, other) }));
    }
  }
  return found;
}

/**
 * The cache key under which an item is the same for this buyer as for others: their class, the effect of activities,
 * and the effect of their coupons and region. Null where its terms are their own.
 */
function cacheKeys(
  facts: OfferFacts,
  account: Account,
  now: EpochMs,
): (row: Pick<PublicRow, 'goods'>) => CacheKey | null {
  const { own, subjects } = facts;
  const touched = new Set<number>(own.favorites);
  for (const part of [own.alerts, own.inCart, own.bought]) for (const id of part.keys()) touched.add(id);
  const money = moneyFactsOf(facts, account, new Date(now));
  const moneyOf = couponKeys(money, now);
  const beside = cartBeside(facts, account, new Date(now));
  const isPlatform = beside !== null && hasPlatformCoupon(money, now);
  const buyers = buyerClass(account, now);
  return ({ goods }) => {
    if (own.prices.has(goods.id) || own.grants.has(goods.id)) return null;
    const activities = subjects.get(goods.id) ?? [];
    const played = activitiesKey(activities, now);
    if (played === null || hasUsed(goods.id, activities, own.used, now)) return null;
    const isOwn = touched.has(goods.id) || (beside !== null && isTouched(beside, goods, isPlatform));
    return { kind: `${buyers}${played}`, money: isOwn ? null : moneyOf(goods) };
  };
}
