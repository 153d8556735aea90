import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Price } from '#islands/ui/Price.tsx';
import { lineTypes } from '#lib/contract/numbers.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { Buy } from './Buy.tsx';
import { GroupCard, joinable } from './GroupBuyLink.tsx';
import { NetLine } from './NetLine.tsx';
import { Refused } from './Refused.tsx';
import type { AddType } from './use-add.ts';
import { faceClasses, type RowProps, type View } from './views.ts';

export interface BuyerFaceProps {
  offer: Offer;
  view: View;
  type: AddType;
  /** Draws the rows of the other specs. */
  Row: ComponentType<RowProps>;
}

/** The face of an item for a buyer with a loaded offer: price and button, or why it cannot be bought. */
export function BuyerFace({ offer, view, type, Row }: BuyerFaceProps) {
  if (!offer.terms || offer.price === undefined || offer.is_buy !== 1)
    return <Refused offer={offer} view={view} />;
  const terms = fromWire<GoodsTerms>(offer.terms);
  // On a card what is joined or chosen first has its own button (rules 1); rows and its own page sell it at once.
  const isPlain = view !== 'card' || type !== lineTypes.normal;
  if (!isPlain && joinable(terms)) return <GroupCard offer={offer} terms={terms} price={offer.price} />;
  if (!isPlain && offer.djg > 1) return <VariantCard offer={offer} unit={terms.unit} Row={Row} />;
  return <Buy key={offer.id} offer={offer} terms={terms} view={view} type={type} />;
}

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
function VariantCard({ offer, unit, Row }: Props) {
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
          {offer.net && <NetLine offer={offer} quantity={null} unit={unit} view="card" />}
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
