import { memo } from 'react';
import { Tick } from '#islands/ui/Tick.tsx';
import { deleteLines, selectLines } from '#lib/client/stores/cart/cart.ts';
import { keepForLater } from '#lib/client/stores/cart/cart-later.ts';
import type { CartLineWire } from '#lib/contract/cart/schema.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { atCapMessage } from '#lib/rules/terms/quantity.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { LineFacts, LinePicture } from './LineFacts.tsx';
import { LineNumber } from './LineNumber.tsx';
import { LinePrice } from './LinePrice.tsx';
import { PriceChange } from './PriceChange.tsx';
import { TraceButton } from './PriceTrace.tsx';

interface Props {
  line: CartLineWire;
  /** Undefined where no price is to be shown. */
  quoted: QuotedLine | undefined;
  terms: GoodsTerms | undefined;
  mayOrder: boolean;
}

/** One line: what it is, what it costs, how many, and why it does not count if it does not. */
export const CartLine = memo(function CartLine({ line, quoted, terms, mayOrder }: Props) {
  const refusal = quoted ? quoted.refusal : line.refusal;
  const next = refusal && line.refusal?.code === refusal.code ? line.refusal.door : null;
  const isFixable = quoted !== undefined && !quoted.bounds.disabled;
  const name = line.goods?.name ?? line.combination?.name ?? '已失效的商品';
  return (
    <li
      className={`cart-line grid grid-cols-[20px_64px_minmax(0,1fr)] lg:grid-cols-[20px_76px_minmax(0,1fr)_136px_140px_124px_36px] gap-x-3 lg:gap-x-4 gap-y-2 items-center px-3 md:px-4 py-3.5 border-t border-t-solid border-line first:border-t-0 ${refusal ? 'bg-card-dim' : ''}`}
    >
      <Tick
        label={`选中${name}`}
        isOn={line.is_wanted === 1 && refusal === null}
        isDisabled={refusal !== null || !mayOrder}
        onChange={(isOn) => void selectLines([line.id], isOn)}
      />
      <LinePicture line={line} isDim={refusal !== null && !isFixable} />
      <div className="min-w-0">
        <LineFacts line={line} name={name} />
      </div>
      {/* Three columns of the table; on a narrow screen they share the room below the name. */}
      <div className="col-start-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 lg:contents">
        <div>
          {quoted && hasPrice(line) && <LinePrice quoted={quoted} terms={terms} />}
          {line.price_change && <PriceChange change={line.price_change} />}
        </div>
        <div className="w-132px lg:w-auto max-lg:order-2">
          {quoted && (
            <LineNumber
              id={line.id}
              label={`${name}数量`}
              number={line.number}
              bounds={quoted.bounds}
              isDisabled={!mayOrder}
            />
          )}
          {quoted && !quoted.bounds.disabled && line.number >= quoted.bounds.max && (
            <p className="mt-1 text-note text-ink-2 text-center">{atCapMessage}</p>
          )}
        </div>
        <div className="text-right">
          {quoted && hasPrice(line) && (
            <>
              <b className={`num text-title ${refusal ? 'text-ink-2' : 'text-price'}`}>
                ¥{formatYuan(quoted.gross)}
              </b>
              <TraceButton quoted={quoted} name={name} />
            </>
          )}
        </div>
      </div>
      <div className="flex flex-col items-center max-lg:(col-start-1 row-start-2 -mx-2)">
        <button
          type="button"
          className="icon-button"
          aria-label={`删除${name}`}
          title="删除"
          disabled={!mayOrder}
          onClick={() => void deleteLines([line.id])}
        >
          <span className="i-lucide-trash-2 text-title" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`${name}稍后再买`}
          title="稍后再买"
          disabled={!mayOrder}
          onClick={() => void keepForLater(line.id)}
        >
          <span className="i-lucide-archive text-title" aria-hidden="true" />
        </button>
      </div>
      {refusal && (
        <p className="col-start-3 lg:col-end-8 flex flex-wrap items-center gap-x-2 text-small text-promo-ink">
          <span className="i-lucide-circle-alert text-body" aria-hidden="true" />
          {refusal.reason}
          {next && (
            <a className="link" href={next.link}>
              {next.text}
            </a>
          )}
        </p>
      )}
      {quoted?.overLimit && !refusal && (
        <p className="col-start-3 lg:col-end-8 text-note text-promo-ink">{quoted.overLimit.text}</p>
      )}
    </li>
  );
}, isSame);

/** A quote makes all lines anew; only those draw themselves again that look different. */
function isSame(a: Props, b: Props): boolean {
  return (
    a.line === b.line &&
    a.terms === b.terms &&
    a.mayOrder === b.mayOrder &&
    looks(a.quoted) === looks(b.quoted)
  );
}

function looks(quoted: QuotedLine | undefined): string {
  if (!quoted) return '';
  const { quantity, counts, gross, paid, unitPrice, bounds, refusal, overLimit, freeShippingText } = quoted;
  return [
    quantity,
    counts,
    gross,
    paid,
    unitPrice,
    bounds.min,
    bounds.max,
    bounds.step,
    bounds.disabled,
    refusal?.reason,
    overLimit?.text,
    freeShippingText,
    quoted.segments.length,
    quoted.priceTrace.map((step) => step.amount).join(),
  ].join('|');
}

/** A line whose price may not be seen has none on the wire. */
function hasPrice(line: CartLineWire): boolean {
  return line.price !== undefined;
}
