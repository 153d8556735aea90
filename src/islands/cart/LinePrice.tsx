import { showYuan } from '#lib/rules/money/money.ts';
import { ladderTexts } from '#lib/rules/promotions/pricing.ts';
import { priceName } from '#lib/rules/terms/price-names.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { PriceChange } from './PriceChange.tsx';

interface Props {
  quoted: QuotedLine;
  terms: GoodsTerms | undefined;
  /** How far it has moved since it was added. */
  change: string | undefined;
}

/** 会员价 with the price that it is lower than struck beside it; below in one line what made it, and what would help. */
export function LinePrice({ quoted, terms, change }: Props) {
  const [first] = quoted.segments;
  if (!first) return null;
  const facts = [...hints(quoted, terms), priceName(first.rule)].filter((text) => text !== undefined);
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
      <p
        className="flex lg:justify-end gap-x-1 text-note leading-16px text-ink-2 lg:(whitespace-nowrap overflow-hidden)"
        title={facts.join('，')}
      >
        {change !== undefined && <PriceChange change={change} />}
        <span className={`truncate ${facts.length > 1 ? 'text-promo-ink' : ''}`}>{facts.join('，')}</span>
      </p>
    </>
  );
}

/** What more pieces would bring, and what comes back. */
function hints(quoted: QuotedLine, terms: GoodsTerms | undefined): string[] {
  const ladder = quoted.kind === 'normal' ? terms?.ladder : null;
  const tiers =
    terms && ladder
      ? ladderTexts(ladder, quoted.quantity, terms.unit, quoted.segments[0].rule === 'ladder')
      : [];
  return [
    ...tiers.filter((tier) => tier.state !== 'available').map((tier) => tier.text),
    ...(quoted.freeShippingText ? [quoted.freeShippingText] : []),
    ...(quoted.rebate > 0 ? [`返利 ¥${showYuan(quoted.rebate)}`] : []),
  ];
}
