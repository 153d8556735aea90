import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Price } from '#islands/ui/Price.tsx';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { NetLine } from './NetLine.tsx';
import { faceClasses, type RowProps } from './views.ts';

const VariantDialog = lazy(() =>
  import('./VariantDialog.tsx').then((module) => ({ default: module.VariantDialog })),
);

interface Props {
  offer: Offer;
  unit: string;
  Row: ComponentType<RowProps>;
}

/**
 * A card's face for goods that the merchant sells in several specs: 选择规格 opens them all (rules 10). Its prices are
 * those of the spec that it shows.
 */
export function VariantCard({ offer, unit, Row }: Props) {
  const [isOpen, setOpen] = useState(false);
  const face = faceClasses.card;
  return (
    <div className={face.root}>
      <div>
        <div className={face.price}>
          <Price yuan={offer.price ?? ''} />
          {offer.ori_price && <Price yuan={offer.ori_price} struck />}
        </div>
        <div className={face.facts} data-facts>
          {offer.net && <NetLine offer={offer} quantity={offer.net.number} unit={unit} view="card" />}
          <p className={face.line}>{offer.djg}个规格可选</p>
        </div>
      </div>
      <div className={face.controls}>
        <button
          type="button"
          className="btn col-span-full h-tool"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {offer.buy_state.action}
        </button>
      </div>
      {isOpen && (
        <Suspense>
          <VariantDialog id={offer.id} onClose={() => setOpen(false)} Row={Row} />
        </Suspense>
      )}
    </div>
  );
}
