import type { ComponentType } from 'react';
import { lineTypes } from '#lib/contract/numbers.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { Buy } from './Buy.tsx';
import { GroupCard, joinable } from './GroupBuyLink.tsx';
import { Refused } from './Refused.tsx';
import type { AddType } from './use-add.ts';
import { VariantCard } from './VariantCard.tsx';
import type { RowProps, View } from './views.ts';

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
