import { useEffect, useState } from 'react';
import { loadNet } from '#lib/client/stores/goods/offers.ts';
import { quantityDelay } from '#lib/contract/constants.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { NetPrice } from './NetPrice.tsx';
import { faceClasses, type View } from './views.ts';

interface Props {
  /** The same object as long as it is the same offer. */
  offer: Pick<Offer, 'id' | 'net' | 'last'>;
  /** The number in the box; null before it was touched: then the offer's own counts. */
  quantity: number | null;
  /** The number that the box shows. */
  shown?: number;
  unit: string;
  view: View;
  /** Next to the price of another way to buy it: this is the price of the item without that. */
  isAlone?: boolean;
}

/** 到手单价 for the number of pieces that counts, and 上次买价 where the company has bought it before. */
export function NetLine({ offer, quantity, shown, unit, view, isAlone = false }: Props) {
  const { last } = offer;
  const net = useNet(offer, quantity);
  const number = quantity ?? offer.net?.number;
  const isOther = shown !== undefined && shown !== number;
  return (
    <p className={faceClasses[view].net}>
      {offer.net && (
        <NetPrice
          net={net}
          number={quantity ?? offer.net.number}
          isOther={isOther}
          {...{ unit, view, isAlone }}
        />
      )}
      {last && (
        <span className="num whitespace-nowrap" title={`${last.day}买过${last.number}${unit}`}>
          上次 ¥{showYuan(last.price)}
          {view === 'detail' && `（${last.day}，${last.number}${unit}）`}
        </span>
      )}
      {/* In a table only where there is room left; its title always says it. */}
      {view === 'row' && isOther && offer.net && (
        <span className="num whitespace-nowrap">
          买{number}
          {unit}
        </span>
      )}
    </p>
  );
}

type Net = NonNullable<Offer['net']>;

/** The offer's own figure, or the server's for another number; undefined while it is loading, null where there is none. */
function useNet(offer: Props['offer'], quantity: number | null): Net | null | undefined {
  const own = offer.net ?? null;
  const isOwn = own === null || quantity === null || quantity === own.number;
  const [found, setFound] = useState<{ offer: object; quantity: number; net: Net | null } | null>(null);
  useEffect(() => {
    if (isOwn) return;
    let isGone = false;
    const take = (net: Net | null) => !isGone && setFound({ offer, quantity, net });
    // The box rests first: presses in a row ask once.
    const timer = setTimeout(() => loadNet(offer.id, quantity).then(take, () => take(null)), quantityDelay);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [offer, quantity, isOwn]);
  if (isOwn) return own;
  return found?.offer === offer && found.quantity === quantity ? found.net : undefined;
}
