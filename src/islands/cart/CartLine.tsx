import { memo } from 'react';
import { expiryText } from '#islands/goods/words.ts';
import { PriceSegments } from '#islands/ui/PriceSegments.tsx';
import { findOtcTag, Tag } from '#islands/ui/Tag.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { deleteLines, selectLines } from '#lib/client/stores/cart/cart.ts';
import { keepForLater } from '#lib/client/stores/cart/cart-later.ts';
import type { CartGoods, CartLineWire } from '#lib/contract/cart/schema.ts';
import { placeholderPath } from '#lib/contract/goods/pictures.ts';
import { path } from '#lib/contract/routes.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { ladderTexts } from '#lib/rules/promotions/pricing.ts';
import { atCapMessage } from '#lib/rules/terms/quantity.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { LineNumber } from './LineNumber.tsx';
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
  const door = refusal && line.refusal?.code === refusal.code ? line.refusal.door : null;
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
      <Picture line={line} isDim={refusal !== null && !isFixable} />
      <div className="min-w-0">
        {line.goods && <GoodsFacts goods={line.goods} type={line.type} />}
        {line.combination && <SetFacts line={line} />}
        {!line.goods && !line.combination && <p className="text-ink-2">{name}</p>}
      </div>
      {/* Three columns of the table; on a narrow screen they share the room below the name. */}
      <div className="col-start-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 lg:contents">
        <div>
          {quoted && hasPrice(line) && <UnitPrice quoted={quoted} terms={terms} />}
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
          {door && (
            <a className="link" href={door.link}>
              {door.text}
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

function Picture({ line, isDim }: { line: CartLineWire; isDim: boolean }) {
  const goods = line.goods ?? line.combination?.parts[0]?.goods;
  return (
    <span className="grid place-items-center w-64px h-bar lg:(w-76px h-64px) rounded-tag bg-card-dim overflow-hidden">
      <img
        src={goods?.image ?? placeholderPath}
        alt=""
        width="76"
        height="64"
        loading="lazy"
        decoding="async"
        className={`w-full h-full object-contain ${isDim ? 'opacity-55 grayscale' : ''}`}
        onError={(event) => {
          if (!event.currentTarget.src.endsWith(placeholderPath)) event.currentTarget.src = placeholderPath;
        }}
      />
    </span>
  );
}

function GoodsFacts({ goods, type }: { goods: CartGoods; type: number }) {
  const otc = findOtcTag(goods.otc);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <a className="font-600 hover:text-primary" href={path('/list/info/[id]', { id: goods.id })}>
          {goods.name}
        </a>
        {otc && <Tag kind={otc.kind}>{otc.text}</Tag>}
        {type === 4 && <Tag>换购</Tag>}
        {goods.tags.map((tag) => (
          <Tag key={tag.name} title={tag.describe}>
            {tag.name}
          </Tag>
        ))}
        {goods.is_cold_chain === 1 && <Tag kind="info">冷链</Tag>}
        {goods.is_jxq === 1 && <Tag kind="warn">近效期</Tag>}
        {goods.with_coupon === 0 && <Tag kind="plain">不可用券</Tag>}
      </p>
      <p className="mt-0.5 text-note text-ink-2 truncate">
        {goods.ypgg} · {goods.sccj}
      </p>
      <p className="text-note text-ink-2 num">
        {expiryText(goods)} · 中包装 {goods.zbz}
        {goods.bzdw} · 库存 {goods.number_label}
      </p>
    </>
  );
}

function SetFacts({ line }: { line: CartLineWire }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-1.5">
        <b className="font-600">{line.combination?.name}</b>
        <Tag>组合</Tag>
      </p>
      <ul className="mt-0.5 text-note text-ink-2">
        {line.combination?.parts.map(({ goods, quantity }) => (
          <li key={goods.id} className="truncate">
            <a className="hover:text-primary" href={path('/list/info/[id]', { id: goods.id })}>
              {goods.name}
            </a>{' '}
            {goods.ypgg} × <span className="num">{quantity}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const ruleLabels: Partial<Record<QuotedLine['segments'][number]['rule'], string>> = {
  list: '原价',
  member: '会员价',
  customer: '协议价',
  flash: '秒杀价',
  special: '特价',
  ladder: '阶梯价',
  combination: '组合价',
  add_on: '换购价',
  group_buy: '拼团价',
};

/** 会员价 large, 原价 struck beside it; beyond a promo's limit each price with its pieces. */
function UnitPrice({ quoted, terms }: { quoted: QuotedLine; terms: GoodsTerms | undefined }) {
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
          ruleLabels[first.rule]
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
