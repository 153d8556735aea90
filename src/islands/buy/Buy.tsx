import { lazy, Suspense } from 'react';
import { WhyButton } from '#islands/trace/WhyButton.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { serverNow } from '#lib/client/clock.ts';
import { piecesInCart } from '#lib/client/stores/cart/cart-queue.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { basePrice, ladderTexts, nextTier, pricePieces, promoLeft } from '#lib/rules/promotions/pricing.ts';
import { priceName } from '#lib/rules/terms/price-names.ts';
import { leastPurchase } from '#lib/rules/terms/quantity.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { GroupBuyLink } from './GroupBuyLink.tsx';
import { InCart, InCartNote } from './InCart.tsx';
import { NetLine } from './NetLine.tsx';
import { type AddType, useAdd } from './use-add.ts';
import { useQuantity } from './use-quantity.ts';
import { faceClasses, priceSizes, type View } from './views.ts';

// Only an item's own page shows it, and few items have one.
const PromoList = lazy(() => import('./PromoList.tsx').then((module) => ({ default: module.PromoList })));
const LadderTable = lazy(() =>
  import('./LadderTable.tsx').then((module) => ({ default: module.LadderTable })),
);

interface Props {
  offer: Offer;
  terms: GoodsTerms;
  view: View;
  type: AddType;
}

/** Price, ladder, quantity and button of an item that this buyer may buy; the price follows the quantity. */
export function Buy({ offer, terms, view, type }: Props) {
  const { value, isTouched, bounds, change, leave, settle, settleAdd } = useQuantity(terms);
  const { isAdding, add } = useAdd();
  const face = faceClasses[view];
  const now = serverNow();
  const { segments } = pricePieces(terms, Math.max(value, 1), promoLeft(terms.promo, now), now);
  const [first, rest] = segments;
  if (first === undefined) return null;
  const original = basePrice({ ...terms, memberPrice: null, customerPrice: null }).price;
  const isBig = view === 'detail';
  const ladder =
    terms.ladder === null ? [] : ladderTexts(terms.ladder, value, terms.unit, first.rule === 'ladder');
  const line = rest
    ? `前${first.quantity}${terms.unit}¥${showYuan(first.unitPrice)}，其余¥${showYuan(rest.unitPrice)}`
    : (nextTier(ladder, first.unitPrice)?.text ?? '');
  // A price that needs more pieces is shown as a plain sentence.
  const afterCoupon = isLower(offer.qhj, first.unitPrice)
    ? `${value < (offer.qhj_number ?? 0) ? `满${offer.qhj_number}${terms.unit} ` : ''}券后${showYuan(offer.qhj)}`
    : '';
  const parts = [afterCoupon, isBig ? '' : line].filter(Boolean);
  const promotions = offer.promo_facts ?? [];
  const hasMore = offer.last !== undefined || offer.net?.claim !== undefined;
  // At first at most two; a table row has room for one, and so has a card with more price details. The item's own page
  // has them all.
  const room = view === 'row' || (view === 'card' && hasMore) ? 1 : 2;
  const words = parts.slice(0, room);
  const boxes = isBig ? [] : promotions.flatMap(({ short }) => short || []).slice(0, room - words.length);
  // A card reserves a second line: without price details it shows the packing.
  const packing =
    view === 'card' && offer.last === undefined && words.length + boxes.length === 0
      ? packingWords(offer, terms.unit)
      : [];
  const title = [
    ...new Set([...parts, ...ladder.map(({ text }) => text), ...promotions.map(({ text }) => text)]),
  ].join('；');

  async function put(number: number | null) {
    if (number !== null && number > 0) await add(terms.id, terms.warehouseId, number, type, terms.unit);
  }

  function submit() {
    // Who types 0 wants none: the box goes back to the least number, and the next press adds it.
    if (value === 0) return void settle();
    const number = settleAdd(() => piecesInCart(offer));
    // Synchronous where no question is asked: a page that is being left still sends the click.
    void (typeof number === 'number' ? put(number) : number.then(put));
  }

  const why = (
    <WhyButton
      id={terms.id}
      quantity={Math.max(value, 1)}
      kind={type === lineTypes.flash ? 'flash' : 'normal'}
      isWide={isBig}
    />
  );
  const struck = original > first.unitPrice && <Price yuan={formatYuan(original)} struck />;
  const net = (
    <NetLine offer={offer} quantity={isTouched ? value : null} shown={value} unit={terms.unit} view={view} />
  );
  return (
    <div className={face.root}>
      <div>
        <div className={face.price}>
          <Price yuan={formatYuan(first.unitPrice)} size={priceSizes[view]} />
          {!isBig && why}
          {isBig && first.rule !== 'list' && <span className="tag-warn">{priceName(first.rule)}</span>}
          {struck}
          {isBig && why}
        </div>
        <div className={face.facts} data-facts>
          {view === 'card' && net}
          {words.length + boxes.length > 0 && (
            <p className={face.line} title={title}>
              {words.map((word) => (
                <span key={word}>{word}</span>
              ))}
              {boxes.map((box) => (
                <span key={box} className="tag-promo">
                  {box}
                </span>
              ))}
            </p>
          )}
          {packing.length > 0 && (
            <p className={face.packing}>
              {packing.map((word) => (
                <span key={word}>{word}</span>
              ))}
            </p>
          )}
        </div>
      </div>
      {view !== 'card' && net}
      {isBig && (
        <Suspense>
          <PromoList offer={offer} />
          {(ladder.length > 0 || rest) && (
            <LadderTable unit={terms.unit} rows={ladder} note={rest ? line : ''} />
          )}
        </Suspense>
      )}
      <div className={face.controls}>
        {isBig && (
          <span className="mr-auto md:hidden">
            <Price yuan={formatYuan(first.unitPrice)} />
          </span>
        )}
        <Stepper
          value={value}
          min={bounds.min}
          max={bounds.max}
          step={bounds.step}
          label="购买数量"
          disabled={bounds.disabled}
          onChange={change}
          onEnter={submit}
          onLeave={leave}
        />
        <Button
          className={isBig ? 'relative btn-big max-md:px-4' : 'relative h-tool px-3'}
          aria-busy={isAdding || undefined}
          disabled={bounds.disabled}
          // The second press of a double click adds nothing, also where the answer of the first came between the two.
          onClick={({ detail }) => {
            if (detail === 0 || detail % 2 === 1) submit();
          }}
        >
          {/* A phone's table has room for the first word; the whole stays the button's name. */}
          <span>
            加入<span className="row-more">购物车</span>
          </span>
          <InCart id={terms.id} />
        </Button>
        {isBig && <InCartNote id={terms.id} unit={terms.unit} />}
        {isBig && <GroupBuyLink terms={terms} />}
      </div>
    </div>
  );
}

/** 10盒起订, and the limit or pack step of its quantities. */
function packingWords({ qg_number, zbz, xg_number }: Offer, unit: string): string[] {
  const least = `${leastPurchase({ minQuantity: qg_number, packStep: zbz })}${unit}起订`;
  if (xg_number > 0) return [least, `限购${xg_number}${unit}`];
  return zbz > 1 ? [least, `中包装${zbz}${unit}`] : [least];
}

/** A coupon's price is shown only where it is lower than the main price (a flash sale may be cheaper). */
function isLower(yuan: string | undefined, price: number): yuan is string {
  return yuan !== undefined && parseYuan(yuan) < price;
}
