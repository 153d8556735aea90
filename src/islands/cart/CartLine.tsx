import { memo } from 'react';
import { Tick } from '#islands/ui/Tick.tsx';
import { deleteLines, selectLines } from '#lib/client/stores/cart/cart.ts';
import { keepForLater } from '#lib/client/stores/cart/cart-later.ts';
import type { CartLineWire } from '#lib/contract/cart/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import type { NetOfLine } from '#lib/rules/quote/net-lines.ts';
import { atCapMessage } from '#lib/rules/terms/quantity.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { columns } from './columns.ts';
import { LineExpiry, LineFacts, LinePicture } from './LineFacts.tsx';
import { below, LineNotes } from './LineNotes.tsx';
import { LineNumber } from './LineNumber.tsx';
import { LinePrice } from './LinePrice.tsx';
import { TraceButton } from './PriceTrace.tsx';

interface Props {
  line: CartLineWire;
  /** Undefined where no price may be shown. */
  quoted: QuotedLine | undefined;
  terms: GoodsTerms | undefined;
  /** Price of a piece including freight; undefined where the line does not count. */
  net?: NetOfLine | undefined;
  mayOrder: boolean;
  /** Where lines are not grouped by merchant, each shows its own. */
  isMerchantShown?: boolean;
}

/** One line: its item, price, quantity, and why it does not count if it does not. */
export const CartLine = memo(function CartLine({
  line,
  quoted,
  terms,
  net,
  mayOrder,
  isMerchantShown = false,
}: Props) {
  const refusal = quoted ? quoted.refusal : line.refusal;
  const next = refusal && line.refusal?.code === refusal.code ? line.refusal.door : null;
  const isFixable = quoted !== undefined && !quoted.bounds.disabled;
  const isFull = isFixable && line.number >= quoted.bounds.max;
  const unit = line.goods?.bzdw ?? '套';
  const name = line.goods?.name ?? line.combination?.name ?? '已失效的商品';
  return (
    <li
      className={`cart-line grid grid-cols-[20px_64px_minmax(0,1fr)] ${columns} gap-x-3 gap-y-2 lg:gap-y-0 items-center px-3 md:px-4 py-3 lg:py-0.5 border-t border-t-solid border-line ${refusal ? 'bg-card-dim' : ''}`}
    >
      <Tick
        label={`选中${name}`}
        isOn={line.is_wanted === 1 && refusal === null}
        isDisabled={refusal !== null || !mayOrder}
        onChange={(isOn) => void selectLines([line.id], isOn)}
      />
      <LinePicture line={line} isDim={refusal !== null && !isFixable} />
      <div className="min-w-0">
        <LineFacts line={line} name={name} isMerchantShown={isMerchantShown} />
        {isFull && <p className="lg:hidden text-note text-promo-ink">{atCapMessage}</p>}
      </div>
      <LineExpiry line={line} isFull={isFull} />
      {/* Three columns of the table; on a narrow screen they share the room below the name. */}
      <div className="col-start-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 lg:contents">
        <div className="min-w-0 lg:text-right">
          {quoted && hasPrice(line) && <LinePrice quoted={quoted} terms={terms} change={line.price_change} />}
        </div>
        <div className="flex items-center gap-1.5 max-lg:(order-2 w-160px [&_fieldset]:h-tool)">
          {quoted && (
            <>
              <LineNumber
                id={line.id}
                label={`${name}数量`}
                number={line.number}
                bounds={quoted.bounds}
                isDisabled={!mayOrder}
                size="small"
              />
              <span className="text-note text-ink-2 whitespace-nowrap">{unit}</span>
            </>
          )}
        </div>
        <div className="text-right leading-16px">
          {quoted && hasPrice(line) && (
            <>
              <b className={`block num text-lead leading-20px ${refusal ? 'text-ink-2' : 'text-price'}`}>
                ¥{showYuan(quoted.gross)}
              </b>
              <TraceButton quoted={quoted} name={name} net={net} unit={unit} />
            </>
          )}
        </div>
      </div>
      <LineButtons id={line.id} name={name} isDisabled={!mayOrder} />
      {refusal && (
        <p className={`${below} items-center text-small text-promo-ink`}>
          <span className="i-lucide-circle-alert text-body" aria-hidden="true" />
          {refusal.reason}
          {next && (
            <a className="link" href={next.link}>
              {next.text}
            </a>
          )}
        </p>
      )}
      {quoted && !refusal && <LineNotes quoted={quoted} unit={unit} number={line.number} />}
    </li>
  );
}, isSame);

/** A quote creates all lines again; only lines with a visible difference render again. */
function isSame(a: Props, b: Props): boolean {
  return (
    a.line === b.line &&
    a.terms === b.terms &&
    a.mayOrder === b.mayOrder &&
    a.net?.price === b.net?.price &&
    a.net?.freight === b.net?.freight &&
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

/** A line with a hidden price has none on the wire. */
function hasPrice(line: CartLineWire): boolean {
  return line.price !== undefined;
}

interface LineButtonsProps {
  id: number;
  name: string;
  isDisabled: boolean;
}

/** 稍后再买 and 删除 of a line. */
function LineButtons({ id, name, isDisabled }: LineButtonsProps) {
  return (
    <div className="flex flex-col max-lg:(col-start-1 row-start-2 -mx-2) items-center lg:justify-center">
      <button
        type="button"
        className="icon-button lg:(w-auto h-auto px-1 text-note leading-16px)"
        aria-label={`${name}稍后再买`}
        title="稍后再买"
        disabled={isDisabled}
        onClick={() => void keepForLater(id)}
      >
        <span className="i-lucide-archive text-title lg:hidden" aria-hidden="true" />
        <span className="max-lg:hidden">稍后再买</span>
      </button>
      <button
        type="button"
        className="icon-button lg:(w-auto h-auto px-1 text-note leading-16px)"
        aria-label={`删除${name}`}
        title="删除"
        disabled={isDisabled}
        onClick={() => void deleteLines([id])}
      >
        <span className="i-lucide-trash-2 text-title lg:hidden" aria-hidden="true" />
        <span className="max-lg:hidden">删除</span>
      </button>
    </div>
  );
}
