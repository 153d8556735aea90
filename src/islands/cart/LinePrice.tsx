import { PriceSegments } from '#islands/ui/PriceSegments.tsx';
import { formatYuan } from '#lib/rules/money/money.ts';
import { ladderTexts } from '#lib/rules/promotions/pricing.ts';
import { priceName } from '#lib/rules/terms/price-names.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';

/** 会员价 large, 原价 struck beside it; beyond a promo's limit each price with its pieces. */
export function LinePrice({ quoted, terms }: { quoted: QuotedLine; terms: GoodsTerms | undefined }) {
  const [first] = quoted.segments;
  if (!first) return null;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <b className="num">¥{formatYuan(first.unitPrice)}</b>
        {quoted.originalPrice > first.unitPrice && (
          <s className="num text-note text-ink-3">
            <span className="sr-only">原价</span>¥{formatYuan(quoted.originalPrice)}
          </s>
        )}
      </p>
      <p className="text-note text-ink-2">
        {quoted.segments.length > 1 ? (
          <PriceSegments
            segments={quoted.segments.map(({ quantity, unitPrice }) => ({
              number: quantity,
              price: formatYuan(unitPrice),
            }))}
          />
        ) : (
          priceName(first.rule)
        )}
      </p>
      {terms?.ladder &&
        quoted.kind === 'normal' &&
        ladderTexts(terms.ladder, quoted.quantity, terms.unit, first.rule === 'ladder')
          .filter((tier) => tier.state !== 'available')
          .map((tier) => (
            <p key={tier.number} className="text-note text-promo-ink num">
              {tier.text}
            </p>
          ))}
      {quoted.freeShippingText && <p className="text-note text-primary-ink">{quoted.freeShippingText}</p>}
      {quoted.rebate > 0 && <p className="text-note text-promo-ink num">返利 ¥{formatYuan(quoted.rebate)}</p>}
    </>
  );
}
