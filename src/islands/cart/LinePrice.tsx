import { showYuan } from '#lib/rules/money/money.ts';
import { ladderTexts, nextTier } from '#lib/rules/promotions/pricing.ts';
import { priceName } from '#lib/rules/terms/price-names.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { PriceChange } from './PriceChange.tsx';

interface Props {
  quoted: QuotedLine;
  terms: GoodsTerms | undefined;
  /** Its change since it was added. */
  change: string | undefined;
}

/** The price, next to it the struck higher one; below, its most important fact. */
export function LinePrice({ quoted, terms, change }: Props) {
  const [first] = quoted.segments;
  if (!first) return null;
  const hint = hintOf(quoted, terms);
  return (
    <>
      <p className="flex lg:justify-end items-baseline gap-x-1.5 whitespace-nowrap leading-20px">
        {quoted.originalPrice > first.unitPrice && (
          <s className="num text-note text-ink-3 max-lg:order-1">
            <span className="sr-only">原价</span>¥{showYuan(quoted.originalPrice)}
          </s>
        )}
        <b className="num">¥{showYuan(first.unitPrice)}</b>
      </p>
      <p className="flex lg:justify-end text-note leading-16px whitespace-nowrap">
        {change !== undefined ? (
          <PriceChange change={change} />
        ) : (
          <span className={`num ${hint ? 'text-promo-ink' : 'text-ink-2'}`}>
            {hint ?? priceName(first.rule)}
          </span>
        )}
      </p>
    </>
  );
}

/** The gain of a few more pieces, else the promises; 为什么是这个价 has them all. */
function hintOf(quoted: QuotedLine, terms: GoodsTerms | undefined): string | undefined {
  const [first] = quoted.segments;
  const ladder = quoted.kind === 'normal' ? terms?.ladder : null;
  const tier =
    first && terms && ladder
      ? nextTier(ladderTexts(ladder, quoted.quantity, terms.unit, first.rule === 'ladder'), first.unitPrice)
      : undefined;
  if (tier?.state === 'gap') return tier.text;
  if (quoted.freeShippingText !== null) return quoted.freeShippingText;
  if (quoted.rebate > 0) return `返利 ¥${showYuan(quoted.rebate)}`;
  return tier?.text;
}
