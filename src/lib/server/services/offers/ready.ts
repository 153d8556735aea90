/**
 * What is sent of goods of which nothing is the asker's own, as bytes: made once for all to whom it is the same, and put
 * into their answers as it is. It takes a third of what the objects take, and is read only when somebody looks into it.
 */
import { LRUCache } from 'lru-cache';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import { asWritten, bytesToKeep, type KeptText } from '../../process/json-text.ts';
import type { Account } from '../../repos/accounts.ts';
import type { PublicRow } from '../../repos/offers.ts';
import { activitiesKey } from './activities-key.ts';
import { buyerClass } from './buyer-class.ts';
import type { OfferFacts } from './loaded.ts';
import { moneyFactsOf } from './made-offers.ts';
import { moneyClasses } from './money-class.ts';
import { hasUsed } from './terms.ts';

/** Bytes of texts, of each kind of answer. */
const mostBytes = 64_000_000;
/** What stands around a piece of bytes in memory, and around each way in it. */
const aroundPiece = 500;
const aroundWay = 60;
/** Kinds of askers for whom one goods is kept, and of each ways in which coupons and freight are to it. */
const mostKinds = 16;
const mostWays = 64;

/** To whom a goods is the same: by class and activities; and among them, by what their coupons and region are to it. */
export interface ReadyKey {
  kind: string;
  money: string;
}

/**
 * A goods for one kind of askers. All of it is one piece of memory, and what is looked through is short lists: there are
 * tens of thousands of these, and what stands around each piece and in each map is as much as a tenth of the texts.
 */
interface Ready<Basis> {
  kind: string;
  basis: Basis;
  /** What is the same for the whole kind, without its last brace; after it each way's own part, from the comma on. */
  bytes: Buffer;
  /** Where the part of the kind ends. */
  head: number;
  /** The ways, by what their coupons and region are to the goods, and where the part of each ends. */
  ways: string[];
  ends: number[];
}

/** Ready answers of one sort, by the row of the goods: another object as soon as anything of it changes. */
export class ReadyAnswers<T extends object, Basis> {
  private readonly kept = new LRUCache<object, Ready<Basis>[]>({
    maxSize: mostBytes,
    sizeCalculation: (kinds) =>
      kinds.reduce(
        (sum, { bytes, ways }) => sum + bytes.byteLength + aroundPiece + ways.length * aroundWay,
        0,
      ),
  });

  /** What is kept of a goods for askers like this one, if what it was made of beside the row still holds. */
  find(row: object, { kind, money }: ReadyKey, holds: (basis: Basis) => boolean): T | undefined {
    const found = this.kept.get(row)?.find((one) => one.kind === kind);
    if (found === undefined || !holds(found.basis)) return undefined;
    const way = found.ways.indexOf(money);
    // Another object for each answer: what somebody has looked into is read as long as that object lives.
    return way < 0 ? undefined : asWritten<T>(textOf(found, way));
  }

  /** Keeps what is the same for a kind with what is the asker's own, and answers both as they will be found. */
  keep(
    row: object,
    { kind, money }: ReadyKey,
    common: object,
    own: object,
    { basis, holds }: { basis: Basis; holds: (basis: Basis) => boolean },
  ): T {
    const kinds = this.kept.get(row) ?? [];
    const known = kinds.find((one) => one.kind === kind);
    const isGood = known !== undefined && holds(known.basis) && known.ways.length < mostWays;
    const ready = isGood ? known : newKind(kind, basis, common);
    if (!isGood) {
      const others = kinds.length < mostKinds ? kinds.filter((one) => one !== known) : [];
      kinds.splice(0, kinds.length, ...others, ready);
    }
    const way = addWay(ready, money, own);
    // Anew, for its size is another.
    this.kept.delete(row);
    this.kept.set(row, kinds);
    return asWritten<T>(textOf(ready, way));
  }
}

function newKind<Basis>(kind: string, basis: Basis, common: object): Ready<Basis> {
  const bytes = bytesToKeep(JSON.stringify(common).slice(0, -1));
  return { kind, basis, bytes, head: bytes.byteLength, ways: [], ends: [] };
}

/** The place of a way, whose own part is added where another call has not just done so. */
function addWay(ready: Ready<unknown>, money: string, own: object): number {
  const known = ready.ways.indexOf(money);
  if (known >= 0) return known;
  // What was answered before goes on with the bytes that it has: these are others.
  ready.bytes = bytesToKeep(`,${JSON.stringify(own).slice(1)}`, ready.bytes);
  // Of just their length: a list that is pushed to has room for sixteen more, and most have one way.
  ready.ends = ready.ends.concat(ready.bytes.byteLength);
  ready.ways = ready.ways.concat(money);
  return ready.ways.length - 1;
}

function textOf({ bytes, head, ends }: Ready<unknown>, way: number): KeptText {
  const from = ends[way - 1] ?? head;
  return { bytes, head, from, to: ends[way] ?? from };
}

/**
 * Under which key a goods is the same for this asker as for others: by their class, what its activities make of it, and
 * what their coupons and their region are to it. Null where something of it is their own.
 */
export function readyKeys(
  facts: OfferFacts,
  account: Account,
  now: EpochMs,
): (row: Pick<PublicRow, 'goods'>) => ReadyKey | null {
  const { own, subjects } = facts;
  const touched = new Set<number>(own.favorites);
  for (const part of [own.prices, own.grants, own.alerts, own.inCart, own.bought])
    for (const id of part.keys()) touched.add(id);
  const moneyOf = moneyClasses(moneyFactsOf(facts, account, new Date(now)), now);
  const buyers = buyerClass(account, now);
  return ({ goods }) => {
    if (touched.has(goods.id)) return null;
    const activities = subjects.get(goods.id) ?? [];
    const played = activitiesKey(activities, now);
    if (played === null || hasUsed(goods.id, activities, own.used, now)) return null;
    return { kind: `${buyers}${played}`, money: moneyOf(goods) };
  };
}
