import { expiryText, tagWord } from '#islands/goods/words.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { findOtcTag } from '#islands/ui/tag-kinds.ts';
import type { CartGoods, CartLineWire } from '#lib/contract/cart/calls.ts';
import { placeholderPath } from '#lib/contract/goods/pictures.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { atCapMessage } from '#lib/rules/terms/quantity.ts';
import { expiryMonth } from '#lib/rules/terms/shelf-life.ts';

/** The goods of a line, or the first one of a set; dim where nothing can be done about its refusal. */
export function LinePicture({ line, isDim }: { line: CartLineWire; isDim: boolean }) {
  const goods = line.goods ?? line.combination?.parts[0]?.goods;
  return (
    <span className="grid place-items-center w-64px h-bar lg:(w-40px h-control) rounded-tag bg-card-dim overflow-hidden">
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

/** The subject of a line: an item, or a set with its parts. */
export function LineFacts({
  line,
  name,
  isMerchantShown,
}: {
  line: CartLineWire;
  name: string;
  isMerchantShown: boolean;
}) {
  if (line.goods) return <GoodsFacts goods={line.goods} type={line.type} isMerchantShown={isMerchantShown} />;
  return line.combination ? <SetFacts line={line} /> : <p className="text-ink-2">{name}</p>;
}

/** Expiry and stock; on a narrow screen they are among the facts of the item. */
export function LineExpiry({ line: { goods }, isFull }: { line: CartLineWire; isFull: boolean }) {
  if (goods === null) return <span className="max-lg:hidden" />;
  return (
    <div className="max-lg:hidden text-note num whitespace-nowrap">
      <p className="leading-20px">{expiryMonth(goods.expires_on)}</p>
      <p className={`leading-16px ${isFull ? 'text-promo-ink' : 'text-ink-2'}`}>
        {isFull ? atCapMessage : `库存 ${goods.number_label}`}
      </p>
    </div>
  );
}

function GoodsFacts({
  goods,
  type,
  isMerchantShown,
}: {
  goods: CartGoods;
  type: number;
  isMerchantShown: boolean;
}) {
  const otc = findOtcTag(goods.otc);
  const { last } = goods;
  const facts = [
    ...(last ? [`上次¥${showYuan(last.price)}`] : []),
    goods.ypgg,
    // Before the maker: what has no room is cut at its end, and the number goes by this.
    ...(goods.zbz > 1 ? [`中包装${goods.zbz}${goods.bzdw}`] : []),
    goods.sccj,
    ...(isMerchantShown ? [goods.sjly.remarks] : []),
  ].join(' · ');
  return (
    <>
      {/* Overflow wraps to a second line, which is hidden on a wide screen: no tag is cut in the middle. */}
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 leading-20px lg:(h-20px overflow-hidden)">
        <a
          className="font-600 hover:text-primary lg:(max-w-full truncate)"
          href={path('/list/info/[id]', { id: goods.id })}
        >
          {goods.name}
        </a>
        {otc && <Tag kind={otc.kind}>{otc.text}</Tag>}
        {type === lineTypes.add_on && <Tag>换购</Tag>}
        {goods.tags.map((tag) => (
          <Tag key={tag.name} title={tag.describe}>
            {tagWord(tag.name)}
          </Tag>
        ))}
        {goods.is_cold_chain === 1 && <Tag kind="info">冷链</Tag>}
        {goods.is_jxq === 1 && <Tag kind="warn">近效期</Tag>}
        {goods.with_coupon === 0 && <Tag kind="plain">不可用券</Tag>}
      </p>
      <p className="text-note leading-16px text-ink-2 truncate" title={facts}>
        {facts}
      </p>
      <p className="lg:hidden text-note text-ink-2 num">
        {expiryText(goods)} · 库存 {goods.number_label}
      </p>
    </>
  );
}

function SetFacts({ line }: { line: CartLineWire }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-1.5 leading-20px">
        <b className="font-600">{line.combination?.name}</b>
        <Tag>组合</Tag>
      </p>
      <ul className="text-note leading-16px text-ink-2">
        {line.combination?.parts.map(({ goods, quantity }) => (
          <li key={goods.id} className="truncate">
            <a className="hover:text-primary" href={path('/list/info/[id]', { id: goods.id })}>
              {goods.name}
            </a>{' '}
            {goods.ypgg} ×{' '}
            <span className="num">
              {quantity}
              {goods.bzdw}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
