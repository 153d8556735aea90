/** Loaded by every page with items: their prices are requested before hydration. */
import { $offers, loadPageOffers } from '#lib/client/stores/goods/offers.ts';

void loadPageOffers();

$offers.listen((offers) => {
  const found = Object.values(offers);
  if (found.some((offer) => offer?.goods_image))
    void import('./guarded-pictures.ts').then(
      ({ showGuardedPictures }) => showGuardedPictures(found),
      // The line was cut: drawn pictures stay.
      () => undefined,
    );
});
