import { Tag } from '#islands/ui/Tag.tsx';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';

/** Every promotion of an item in full, with its price, on the item's own page. */
export function PromoList({ offer }: { offer: Offer }) {
  const { promo_facts: facts = [], market_price } = offer;
  return (
    <ul className="grid gap-1 text-small text-ink-2" aria-label="优惠">
      {facts.map(({ label, text }) => (
        <li key={label}>
          <Tag>{label}</Tag> {text}
        </li>
      ))}
      {market_price && <li className="num">建议零售价 ¥{showYuan(market_price)}</li>}
    </ul>
  );
}
