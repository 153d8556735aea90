/**
 * What is sent of goods of which nothing is the asker's own, as bytes: made once for all to whom it is the same, and put
 * into their answers as it is. It takes a third of what the objects take, and is read only when somebody looks into it.
 */
import { LRUCache } from 'lru-cache';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import { asWritten, bytesToKeep } from '../../process/json-text.ts';
import type { Account } from '../../repos/accounts.ts';
import type { PublicRow } from '../../repos/offers.ts';
import { activitiesKey } from './activities-key.ts';
import { buyerClass } from './buyer-class.ts';
import type { OfferFacts } from './loaded.ts';
import { moneyFactsOf } from './made-offers.ts';
import { moneyClasses } from './money-class.ts';
import { hasUsed } from './terms.ts';

/** Bytes of texts, of each kind of answer. */
const mostBytes = 32_000_000;
/** What stands around a text in memory. */
const aroundBytes = 250;
/** Kinds of askers for whom one goods is kept, and of each ways in which coupons and freight are to it. */
const mostKinds = 16;
const mostWays = 64;

/** To whom a goods is the same: by class and activities; and among them, by what their coupons and region are to it. */
export interface ReadyKey {
  kind: string;
  money: string;
}

interface Ready<Basis> {
  basis: Basis;
  /** What is the same for the whole kind: its text without the last brace. */
  head: Buffer;
  /** What is the asker's own, by their coupons and region: its text from the comma on. */
  ways: Map<string, Buffer>;
}

/** Ready answers of one sort, by the row of the goods: another object as soon as anything of it changes. */
export class ReadyAnswers<T extends object, Basis> {
  private readonly kept = new LRUCache<object, Map<string, Ready<Basis>>>({
    maxSize: mostBytes,
    sizeCalculation: (kinds) =>
      [...kinds.values()].reduce(
        (sum, { head, ways }) =>
          [...ways.values()].reduce((all, own) => all + own.byteLength + aroundBytes, sum + head.byteLength),
        aroundBytes,
      ),
  });

  /** What is kept of a goods for askers like this one, if what it was made of beside the row still holds. */
  find(row: object, { kind, money }: ReadyKey, holds: (basis: Basis) => boolean): T | undefined {
    const found = this.kept.get(row)?.get(kind);
    if (found === undefined || !holds(found.basis)) return undefined;
    const own = found.ways.get(money);
    // Another object for each answer: what somebody has looked into is read as long as that object lives.
    return own && asWritten<T>(found.head, own);
  }

  /** Keeps what is the same for a kind with what is the asker's own, and answers both as they will be found. */
  keep(
    row: object,
    { kind, money }: ReadyKey,
    common: object,
    own: object,
    { basis, holds }: { basis: Basis; holds: (basis: Basis) => boolean },
  ): T {
    const kinds = this.kept.get(row) ?? new Map<string, Ready<Basis>>();
    let ready = kinds.get(kind);
    if (ready === undefined || !holds(ready.basis)) {
      if (kinds.size >= mostKinds) kinds.clear();
      ready = { basis, head: bytesToKeep(JSON.stringify(common).slice(0, -1)), ways: new Map() };
      kinds.set(kind, ready);
    }
    if (ready.ways.size >= mostWays) ready.ways.clear();
    const ofAsker = bytesToKeep(`,${JSON.stringify(own).slice(1)}`);
    ready.ways.set(money, ofAsker);
    // Anew, for its size is another.
    this.kept.delete(row);
    this.kept.set(row, kinds);
    return asWritten<T>(ready.head, ofAsker);
  }
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
