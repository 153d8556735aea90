import { atom, map } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import { maxOfferIds } from '#lib/contract/constants.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { call } from '../../api.ts';
import { isProbablyLoggedIn } from '../../hint.ts';
import { $cartNumbers } from '../cart/cart-total.ts';
import { onNews } from '../live/events.ts';

/** The buyer's prices and buy states by item id; null for a deleted item. */
export const $offers = map<Record<string, Offer | null>>({});

/** visitor: not logged in, nothing is requested. */
export type OffersPhase = 'visitor' | 'loading' | 'ready' | 'failed';
export const $offersPhase = atom<OffersPhase>('visitor');

const asked = new Set<number>();

/**
 * Loads the offers of items, each once a page, at most 200 in a call. Without the hint cookie nothing private is
 * requested. After a failure the next call requests them again.
 */
export async function loadOffers(ids: readonly number[]): Promise<void> {
  if (!isProbablyLoggedIn()) return;
  const wanted = [...new Set(ids)].filter((id) => !asked.has(id));
  if (wanted.length === 0) return;
  for (const id of wanted) asked.add(id);
  followCart();
  $offersPhase.set('loading');
  try {
    for (let from = 0; from < wanted.length; from += maxOfferIds) {
      const part = wanted.slice(from, from + maxOfferIds);
      const offers = await call(api.offers, { ids: part });
      const found = new Map(offers.map((offer) => [offer.id, offer]));
      $offers.set({ ...$offers.get(), ...Object.fromEntries(part.map((id) => [id, found.get(id) ?? null])) });
    }
    $offersPhase.set('ready');
  } catch {
    for (const id of wanted) if ($offers.get()[id] === undefined) asked.delete(id);
    $offersPhase.set('failed');
  }
}

/** 到手单价 of so many pieces of an item; null where they cannot be bought so. */
export async function loadNet(id: number, number: number): Promise<NonNullable<Offer['net']> | null> {
  const [offer] = await call(api.offers, { ids: [id], number });
  return offer?.net ?? null;
}

/** Items that are compared with each other, by id: 到手单价 of each is for the same number of pieces. */
const compared = new Map<number, number>();

/** Ids of items whose 到手单价 for that number is being loaded. */
const coming = new Set<number>();

/**
 * Compares items for one number of pieces, decided from their offers the first time, and loads their 到手单价 for it.
 * Answers the number; null before the 到手单价 of all of them have come or where none may be bought. An item that
 * stock, limits or packs keep from that number has one of another number.
 */
export function compareOffers(ids: readonly number[], numberOf: (offers: Offer[]) => number): number | null {
  const [first] = ids;
  const known = first === undefined ? undefined : compared.get(first);
  if (known !== undefined) return ids.some((id) => coming.has(id)) ? null : known;
  const offers = ids.flatMap((id) => $offers.get()[id] ?? []).filter(({ net }) => net !== undefined);
  if (offers.length === 0) return null;
  const number = numberOf(offers);
  for (const id of ids) compared.set(id, number);
  if (offers.every(({ net }) => net?.number === number)) return number;
  for (const id of ids) coming.add(id);
  void again([...ids], number).catch(() => undefined);
  return null;
}

async function again(ids: readonly number[], number?: number): Promise<void> {
  for (let from = 0; from < ids.length; from += maxOfferIds) {
    const part = ids.slice(from, from + maxOfferIds);
    const offers = await call(api.offers, { ids: part, ...(number !== undefined && { number }) });
    for (const id of part) coming.delete(id);
    $offers.set({ ...$offers.get(), ...Object.fromEntries(offers.map((offer) => [offer.id, offer])) });
  }
}

/** Changes of the cart within this time are followed together, ms. */
const restMs = 400;

let isFollowing = false;
let isStale = false;
let resting: ReturnType<typeof setTimeout> | undefined;

/** What the cart holds decides about prices beside it: once its changes rest, the shown offers are loaded again. */
function followCart(): void {
  if (isFollowing) return;
  isFollowing = true;
  const follow = () => {
    isStale = true;
    clearTimeout(resting);
    resting = setTimeout(() => void refresh(), restMs);
  };
  $cartNumbers.listen(follow);
  onNews('cart', follow);
  addEventListener('visibilitychange', () => {
    if (isStale) void refresh();
  });
}

async function refresh(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  isStale = false;
  await renewOffers(Object.keys($offers.get()).map(Number));
}

/** Loads known offers again while they are shown: prices and stock may have changed. What fails stays as it was. */
export async function renewOffers(ids: readonly number[]): Promise<void> {
  const known = ids.filter((id) => $offers.get()[id] != null);
  try {
    const groups = new Map<number | undefined, number[]>();
    for (const id of known) {
      const number = compared.get(id);
      groups.set(number, [...(groups.get(number) ?? []), id]);
    }
    for (const [number, ids] of groups) await again(ids, number);
  } catch {
    // The next change asks again; a later request for the same replaces this one.
  }
}

/** Loads offers again after a change. */
export function reloadOffers(ids: readonly number[]): Promise<void> {
  for (const id of ids) asked.delete(id);
  return loadOffers(ids);
}

/** Loads all items of the page in one call: every element with `data-goods`. */
export function loadPageOffers(): Promise<void> {
  const elements = document.querySelectorAll<HTMLElement>('[data-goods]');
  return loadOffers([...elements].map((element) => Number(element.dataset.goods)).filter((id) => id > 0));
}
