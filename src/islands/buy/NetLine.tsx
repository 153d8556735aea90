import { lazy, Suspense } from 'react';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { NetPrice } from './NetPrice.tsx';
import { faceClasses, type View } from './views.ts';

// The offer has it for the least purchase; for more it is calculated, and the code for that is loaded with the first
// change.
const NetAt = lazy(() => import('./NetAt.tsx').then((module) => ({ default: module.NetAt })));

interface Props {
  /** The same object as long as it is the same offer. */
  offer: Pick<Offer, 'id' | 'net' | 'last'>;
  quantity: number;
  unit: string;
  view: View;
  /** Next to the price of another way to buy it: this is the price of the item alone. */
  isAlone?: boolean;
}

/** 到手单价 for the quantity shown, and 上次买价 where the company has bought it before. */
export function NetLine({ offer, quantity, unit, view, isAlone = false }: Props) {
  const { net, last } = offer;
  const shown = { number: quantity, unit, view, hasLast: last !== undefined, isAlone };
  return (
    <p className={faceClasses[view].net}>
      {net &&
        (quantity === net.number ? (
          <NetPrice price={net.price} freight={net.freight} claim={net.claim} {...shown} />
        ) : (
          <Suspense fallback={<NetPrice price={undefined} {...shown} />}>
            <NetAt offer={offer} {...shown} />
          </Suspense>
        ))}
      {last && (
        <span className="num whitespace-nowrap" title={`${last.day}买过${last.number}${unit}`}>
          上次 ¥{showYuan(last.price)}
          {view === 'detail' && `（${last.day}，${last.number}${unit}）`}
        </span>
      )}
    </p>
  );
}
