import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Price } from '#islands/ui/Price.tsx';
import { $offers, $offersPhase } from '#lib/client/stores/goods/offers.ts';

/** The prices of all items in showcases of the page, each in its place (`data-showcase`): one island instead of 54. */
export function ShowcasePrices() {
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  useEffect(() => setPlaces([...document.querySelectorAll<HTMLElement>('[data-showcase]')]), []);
  return (
    <>
      {/* Something to be seen: an island wakes when it is. */}
      <span className="block" aria-hidden="true" />
      {places.map((place) => {
        const id = Number(place.dataset.showcase);
        return createPortal(<ShowcasePrice id={id} />, place, String(id));
      })}
    </>
  );
}

/** The price of an item, with the original one struck; or why there is none. */
function ShowcasePrice({ id }: { id: number }) {
  const offer = useStore($offers, { keys: [String(id)], ssr: 'initial' })[id];
  const phase = useStore($offersPhase, { ssr: 'initial' });
  if (offer?.price !== undefined) {
    return (
      <span className="inline-flex items-baseline gap-1.5 h-small overflow-hidden">
        <Price yuan={offer.price} />
        {offer.base_price !== undefined && offer.base_price !== offer.price && (
          <Price yuan={offer.base_price} struck />
        )}
      </span>
    );
  }
  const text = offer ? offer.buy_state.text : phase === 'failed' ? '价格加载失败' : '';
  return (
    <span
      className="block h-small leading-28px text-small text-promo-ink truncate"
      title={offer?.buy_state.reason}
    >
      {text}
    </span>
  );
}
