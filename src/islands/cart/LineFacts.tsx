import { expiryText } from '#islands/goods/words.ts';
import { findOtcTag, Tag } from '#islands/ui/Tag.tsx';
import type { CartGoods, CartLineWire } from '#lib/contract/cart/schema.ts';
import { placeholderPath } from '#lib/contract/goods/pictures.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';

/** The goods of a line, or the first one of a set; dim where nothing can be done about its refusal. */
export function LinePicture({ line, isDim }: { line: CartLineWire; isDim: boolean }) {
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

/** What a line is: a goods, or a set with its parts. */
export function LineFacts({ line, name }: { line: CartLineWire; name: string }) {
  if (line.goods) return <GoodsFacts goods={line.goods} type={line.type} />;
  return line.combination ? <SetFacts line={line} /> : <p className="text-ink-2">{name}</p>;
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
        {type === lineTypes.add_on && <Tag>换购</Tag>}
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
