import { Price } from '#islands/ui/Price.tsx';
import { serverNow } from '#lib/client/clock.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { formatYuan, showYuan } from '#lib/rules/money/money.ts';
import { priceNames } from '#lib/rules/terms/price-names.ts';
import { type GoodsTerms, type GroupBuy, isRunning } from '#lib/rules/terms/terms.ts';
import { NetLine } from './NetLine.tsx';
import { faceClasses } from './views.ts';

/** The group-buy of an item that can be joined now, or null. */
export function joinable({ groupBuy }: Pick<GoodsTerms, 'groupBuy'>): GroupBuy | null {
  return groupBuy && isRunning(groupBuy, serverNow()) && groupBuy.leftNumber > 0 ? groupBuy : null;
}

/** 去拼团, next to the big button that buys an item alone; nothing without a group-buy. A row says it by its tag. */
export function GroupBuyLink({ terms }: { terms: GoodsTerms }) {
  const groupBuy = joinable(terms);
  if (!groupBuy) return null;
  return (
    <a className="btn-ghost btn-big num" href={path('/list/info-pt/[id]', { id: terms.id })}>
      去拼团 ¥{showYuan(groupBuy.price)}
    </a>
  );
}

interface CardProps {
  offer: Offer;
  terms: GoodsTerms;
  /** For a piece bought alone, yuan. */
  price: string;
}

/** A card's face for goods that can be bought together: both prices, what a piece comes to alone, and the way to join. */
export function GroupCard({ offer, terms, price }: CardProps) {
  const groupBuy = joinable(terms);
  const face = faceClasses.card;
  if (!groupBuy) return null;
  const { minQuantity, goal, joined } = groupBuy;
  const missing = Math.max(0, goal - joined);
  return (
    <div className={face.root}>
      <div>
        <div className={face.price}>
          <Price yuan={formatYuan(groupBuy.price)} />
          <span className="tag-warn">{priceNames.group_buy}</span>
          <span className="text-note text-ink-2 num">单买 ¥{showYuan(price)}</span>
        </div>
        <div className={face.facts} data-facts>
          {offer.net && <NetLine offer={offer} quantity={null} unit={terms.unit} view="card" isAlone />}
          <p className={face.line}>
            {minQuantity}
            {terms.unit}起拼 · {missing > 0 ? `还差${missing}${terms.unit}成团` : '已成团'}
          </p>
        </div>
      </div>
      <div className={face.controls}>
        <a className="btn col-span-full h-tool" href={path('/list/info-pt/[id]', { id: terms.id })}>
          去拼团
        </a>
      </div>
    </div>
  );
}
