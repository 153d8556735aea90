import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Price } from '#islands/ui/Price.tsx';
import type { Offer } from '#lib/contract/offers/schema.ts';
import { faceClasses, type RowProps } from './views.ts';

const VariantDialog = lazy(() =>
  import('./VariantDialog.tsx').then((module) => ({ default: module.VariantDialog })),
);

/** A card's face for goods that the merchant sells in several specs: 选择规格 opens them all (rules 10). */
export function VariantCard({ offer, Row }: { offer: Offer; Row: ComponentType<RowProps> }) {
  const [isOpen, setOpen] = useState(false);
  const face = faceClasses.card;
  return (
    <div className={face.root}>
      <div>
        <div className={face.price}>
          <Price yuan={offer.price ?? ''} />
          {offer.ori_price && <Price yuan={offer.ori_price} struck />}
        </div>
        <p className={face.line}>{offer.djg}个规格可选</p>
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
