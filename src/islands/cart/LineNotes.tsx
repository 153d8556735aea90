import { PriceSegments } from '#islands/ui/PriceSegments.tsx';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';

/** A line of its own below the columns; the page knows by `cart-note` that the row is higher. */
export const below = 'cart-note col-start-3 lg:col-end-[-1] flex flex-wrap gap-x-2 text-note leading-18px';
/** Facts that a wide row has in its columns. */
const narrow = 'lg:hidden col-start-3 flex flex-wrap gap-x-2 text-note leading-18px';

interface Props {
  quoted: QuotedLine;
  unit: string;
  number: number;
}

/** Notes of few lines: a promo's limit with both prices, and on a narrow screen the end of the stock. */
export function LineNotes({ quoted, unit, number }: Props) {
  const { bounds, overLimit, segments } = quoted;
  const isFull = !bounds.disabled && number >= bounds.max;
  const isLong = overLimit !== null || segments.length > 1;
  if (!isFull && !isLong) return null;
  return (
    <p className={isLong ? below : narrow}>
      {overLimit && <span className="text-promo-ink">{overLimit.text}</span>}
      {segments.length > 1 && (
        <span className="text-ink-2">
          <PriceSegments
            unit={unit}
            segments={segments.map(({ quantity, unitPrice }) => ({
              number: quantity,
              price: formatYuan(unitPrice),
            }))}
          />
        </span>
      )}
      {isFull && (
        <span className="lg:hidden text-ink-2">
          最多可购买{bounds.max}
          {unit}
        </span>
      )}
    </p>
  );
}
