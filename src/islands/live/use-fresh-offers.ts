import { useEffect, useRef } from 'react';
import { loadOffers, renewOffers } from '#lib/client/stores/goods/offers.ts';
import type { LiveGoodsWire } from '#lib/contract/live/schema.ts';

/** A tab that was hidden for so long has old prices and stock, ms. */
const staleMs = 60_000;
/** About so often those of the pinned goods are loaded again, ms: they sell while the host speaks. */
const pinnedMs = 60_000;
/** All viewers see a pin at one moment of the picture: each waits a part of this before it loads again, ms. */
const spreadMs = 10_000;

/** A minute, more or less: viewers who began together do not stay so. */
const aboutPinnedMs = () => pinnedMs * (0.8 + 0.4 * Math.random());

/** Loads known offers again, and those that did not come before. */
function freshen(ids: readonly number[]): void {
  void loadOffers(ids);
  void renewOffers(ids);
}

/**
 * Prices and stock of a room's goods: loaded with the page, again for what is pinned, about every minute while it is, and
 * all of them after a while out of sight.
 */
export function useFreshOffers(goods: readonly LiveGoodsWire[], pinned: readonly number[]): void {
  const loadedAt = useRef(0);

  useEffect(() => {
    const ids = goods.map(({ id }) => id);
    loadedAt.current = Date.now();
    void loadOffers(ids);
    let hiddenAt = 0;
    const follow = () => {
      if (document.hidden) hiddenAt = Date.now();
      else if (hiddenAt > 0 && Date.now() - hiddenAt >= staleMs) freshen(ids);
    };
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [goods]);

  const told = pinned.join(' ');
  useEffect(() => {
    if (told === '') return;
    const ids = told.split(' ').map(Number);
    void loadOffers(ids);
    // The page brings the offers of items that are pinned when it opens.
    const isFresh = Date.now() - loadedAt.current <= 5_000;
    let timer = setTimeout(renew, isFresh ? aboutPinnedMs() : spreadMs * Math.random());
    function renew(): void {
      if (!document.hidden) freshen(ids);
      timer = setTimeout(renew, aboutPinnedMs());
    }
    return () => clearTimeout(timer);
  }, [told]);
}
