import { atom, map } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import { maxOfferIds } from '#lib/contract/constants.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { call } from '../../api.ts';
import { isProbablyLoggedIn } from '../../hint.ts';

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
