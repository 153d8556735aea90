/** Of several products that match a line equally, picks the one for this company, and orders the rest. */
import type { PurchaseProduct } from '#lib/rules/purchase/product.ts';
import { differenceOf } from '#lib/rules/purchase/purchase-others.ts';
import type { PurchaseVerdict } from '#lib/rules/purchase/purchase-verdict.ts';
import type { Db } from '../db/client.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import type { Account } from '../people/account-rows.ts';
import { type Pick, pickOffers, type Want } from './pick.ts';

/** A candidate: its difference, and why it cannot be bought. */
export interface Other {
  product: PurchaseProduct;
  note: string;
}

/** A verdict for a company. */
export interface Chosen {
  verdict: PurchaseVerdict;
  pick: Pick | null;
  others: Other[];
}

/** Limit of candidates checked for buying, the likeliest ones. */
const mostLookedAt = 4;

/**
 * Offers for all verdicts, in a fixed number of queries. Where no maker was named: earlier purchases first, then
 * buyable ones, then the lowest price.
 */
export async function chooseAll(
  db: Db,
  account: Account,
  catalogue: Catalogue,
  verdicts: readonly PurchaseVerdict[],
  bought: ReadonlySet<number>,
  now: Date,
): Promise<Chosen[]> {
  const wants: Want[] = [];
  const asked = verdicts.map((verdict) => {
    const products = verdict.product === null ? [] : [verdict.product, ...lookedAt(verdict)];
    return products.map((product) => {
      const { quantity: pieces, cases } = verdict;
      return { product, at: wants.push({ productId: product.id, pieces, cases }) - 1 };
    });
  });
  const picks = wants.length === 0 ? [] : await pickOffers(db, account, catalogue, wants, now);
  return verdicts.map((verdict, at) => {
    const all = (asked[at] ?? []).map(({ product, at: place }) => ({ product, pick: picks[place] ?? null }));
    return choose(verdict, all, bought);
  });
}

function lookedAt({ others, peers }: PurchaseVerdict): PurchaseProduct[] {
  return others.slice(0, Math.max(mostLookedAt, peers.length));
}

type Picked = { product: PurchaseProduct; pick: Pick | null };

function choose(verdict: PurchaseVerdict, all: readonly Picked[], bought: ReadonlySet<number>): Chosen {
  const equal = all.filter(
    ({ product }, at) => at === 0 || verdict.peers.some((peer) => peer.id === product.id),
  );
  const [taken] = equal.toSorted(
    (a, b) =>
      Number(isRefused(a)) - Number(isRefused(b)) ||
      Number(bought.has(b.product.id)) - Number(bought.has(a.product.id)) ||
      Number(hasDoubt(a)) - Number(hasDoubt(b)) ||
      (a.pick?.unitGross ?? Infinity) - (b.pick?.unitGross ?? Infinity) ||
      0,
  );
  if (taken === undefined) return { verdict, pick: null, others: verdict.others.map(plain) };
  const known = new Map(all.map((one) => [one.product.id, one]));
  const others = [...(verdict.product ? [verdict.product] : []), ...verdict.others]
    .filter(({ id }) => id !== taken.product.id)
    .map((product) => ({ product, pick: known.get(product.id) }));
  // Products that this company may not buy go last.
  others.sort((a, b) => Number(isKnownRefused(a.pick)) - Number(isKnownRefused(b.pick)));
  return {
    verdict: { ...verdict, product: taken.product },
    pick: taken.pick,
    others: others.map(({ product, pick }) => ({
      product,
      note: [differenceOf(taken.product, product), ...refusalOf(pick)].join('，'),
    })),
  };
}

function plain(product: PurchaseProduct): Other {
  return { product, note: '' };
}

function isRefused({ pick }: Picked): boolean {
  return pick === null || pick.refusal !== null;
}

function hasDoubt({ pick }: Picked): boolean {
  return pick !== null && (pick.shortDays !== null || pick.change !== null);
}

function isKnownRefused(one: Picked | undefined): boolean {
  return one !== undefined && isRefused(one);
}

function refusalOf(one: Picked | undefined): string[] {
  if (one === undefined || !isRefused(one)) return [];
  return [one.pick?.refusal ?? '暂无商家在售'];
}
