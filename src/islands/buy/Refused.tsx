import { StockBell } from '#islands/alerts/StockBell.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { wayOn } from '#lib/contract/goods/ways-on.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { faceClasses, priceSizes, type View } from './views.ts';
import { WayOnButton } from './WayOnButton.tsx';

/**
 * Replaces the buy controls when an item cannot be bought: the reason, and how to continue. The price only where the
 * state shows it.
 */
export function Refused({ offer, view }: { offer: Offer; view: View }) {
  const { code, text, reason } = offer.buy_state;
  const face = faceClasses[view];
  const { waits } = wayOn(code, offer.id);
  return (
    // On the item's page the room of a price panel is reserved, between the reason and the actions.
    <div className={`${face.root} ${view === 'detail' ? 'md:content-between' : ''}`}>
      <div className={view === 'row' ? 'contents' : 'grid gap-1'}>
        {offer.price === undefined ? (
          <p className={face.note} title={reason}>
            {text}
          </p>
        ) : (
          <div>
            <div className={face.price}>
              <Price yuan={offer.price} size={priceSizes[view]} />
            </div>
            <p className={face.line} title={reason}>
              {text}
            </p>
          </div>
        )}
        {/* A card reserves the room of a price too; where no item has one, each shows only this. */}
        {view === 'card' && (
          <p className="text-note leading-18px text-ink-2 line-clamp-2 [[data-unpriced]_&]:hidden">
            {reason}
          </p>
        )}
        {view === 'detail' && <p className="text-small text-ink-2">{reason}</p>}
      </div>
      <div className={face.controls}>
        {waits && (
          <StockBell
            id={offer.id}
            isKnown={offer.alerts?.includes('stock') ?? false}
            className={view === 'detail' ? 'btn-big' : 'col-span-full h-tool'}
          />
        )}
        {(!waits || view === 'detail') && (
          <WayOnButton state={offer.buy_state} goodsId={offer.id} className={face.button} />
        )}
      </div>
    </div>
  );
}
