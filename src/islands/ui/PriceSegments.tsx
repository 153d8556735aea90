import { Fragment } from 'react';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  /** Pieces, and yuan for each of them with two decimals. */
  segments: readonly { number: number; price: string }[];
  unit: string;
}

/** A line whose pieces cost different prices: each price with its pieces, none broken across lines. */
export function PriceSegments({ segments, unit }: Props) {
  return segments.map(({ number, price }, at) => (
    <Fragment key={`${number}-${price}`}>
      {at > 0 && ' + '}
      <span className="num whitespace-nowrap">
        {number}
        {unit} ¥{showYuan(price)}
      </span>
    </Fragment>
  ));
}
