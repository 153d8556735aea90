import { PriceBell } from '#islands/alerts/PriceBell.tsx';
import { FavoriteStar } from '#islands/buy/FavoriteStar.tsx';
import type { Offer } from '#lib/contract/offers/calls.ts';
import type { View } from './views.ts';

interface Props {
  id: number;
  offer: Offer | null | undefined;
  view: View;
}

// The card is the nearest positioned element: its upper right corner is theirs.
const places: Record<View, string> = {
  card: 'absolute right-1.5 top-1.5 grid gap-1',
  row: 'flex-none flex [flex-direction:var(--row-tools,row)]',
  detail: 'flex flex-wrap gap-3 mt-3',
};

const bells: Record<View, string> = {
  card: 'grid place-items-center w-36px h-36px p-0 border-0 rounded-full bg-card/85',
  row: 'icon-button',
  detail: 'btn-plain px-4',
};

/** Further actions on an item: 收藏 and, for buyers who see its price, 降价通知. */
export function GoodsTools({ id, offer, view }: Props) {
  return (
    <div className={places[view]} data-tools>
      <FavoriteStar id={id} view={view} />
      {offer?.price !== undefined && (
        <PriceBell
          id={id}
          price={offer.price}
          isKnown={offer.alerts?.includes('price') ?? false}
          isWide={view === 'detail'}
          className={bells[view]}
        />
      )}
    </div>
  );
}
