import { useEffect, useState } from 'react';
import { serverNow } from '#lib/client/clock.ts';
import { loadPriceTerms, type PriceBasis } from '#lib/client/stores/goods/price-terms.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { netAfterClaim, netPrice } from '#lib/rules/promotions/net-price.ts';
import { NetPrice } from './NetPrice.tsx';
import type { View } from './views.ts';

// By the shown offer: a reloaded one loads again.
const asked = new WeakMap<Pick<Offer, 'id'>, Promise<PriceBasis>>();

function basisOf(offer: Pick<Offer, 'id'>): Promise<PriceBasis> {
  const known = asked.get(offer);
  if (known) return known;
  const wanted = loadPriceTerms(offer.id);
  asked.set(offer, wanted);
  wanted.catch(() => asked.delete(offer));
  return wanted;
}

interface Props {
  offer: Pick<Offer, 'id'>;
  number: number;
  unit: string;
  view: View;
  hasLast: boolean;
  isAlone: boolean;
}

/** 到手单价 of any quantity, by the server's rule; the terms are loaded once an item. */
export function NetAt({ offer, number, ...shown }: Props) {
  const [basis, setBasis] = useState<PriceBasis | null | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    basisOf(offer).then(
      (found) => !isGone && setBasis(found),
      () => !isGone && setBasis(null),
    );
    return () => {
      isGone = true;
    };
  }, [offer]);
  const found = basis && netOf(basis, offer.id, number);
  return (
    <NetPrice
      price={basis === undefined ? undefined : found ? formatYuan(found.price) : null}
      freight={found ? formatYuan(found.freight) : undefined}
      claim={found?.claim && { price: formatYuan(found.claim.price), coupons: found.claim.couponIds.length }}
      number={number}
      {...shown}
    />
  );
}

function netOf({ offers, claimable, region }: PriceBasis, id: number, number: number) {
  const terms = offers.goods.find((one) => one.id === id);
  const merchant = offers.merchants.find((one) => one.id === terms?.merchantId);
  if (terms === undefined || merchant === undefined) return null;
  const { activities, coupons } = offers;
  const facts = { activities, coupons, freight: merchant.freight, region };
  const now = serverNow();
  const found = netPrice(terms, number, facts, now);
  return found && { ...found, claim: netAfterClaim(terms, number, facts, claimable, now) ?? undefined };
}
