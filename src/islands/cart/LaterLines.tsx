import { useStore } from '@nanostores/react';
import { useLayoutEffect } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { $later, bringBack, deleteLater } from '#lib/client/stores/cart/cart-later.ts';
import type { CartLineWire, LaterList } from '#lib/contract/cart/calls.ts';
import { placeholderPath } from '#lib/contract/goods/pictures.ts';
import { path } from '#lib/contract/routes.ts';
import { PriceChange } from './PriceChange.tsx';

interface Props {
  /** As rendered with the page. */
  initial: LaterList;
  mayOrder: boolean;
}

/** 稍后再买: out of the cart, and one click away from it. */
export function LaterLines({ initial, mayOrder }: Props) {
  const { list } = useStore($later, { ssr: 'initial' }) ?? initial;
  // An empty and a filled cart mount it again: the page's initial list is older then than the store.
  useLayoutEffect(() => {
    if ($later.get() === null) $later.set(initial);
  }, [initial]);
  if (list.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="later-title">
      <h2 id="later-title" className="panel-title">
        稍后再买 <span className="text-small font-400 text-ink-2 num">{list.length}种</span>
      </h2>
      <ul className="grid md:grid-cols-2">
        {list.map((line) => (
          <LaterLine key={line.id} line={line} mayOrder={mayOrder} />
        ))}
      </ul>
    </section>
  );
}

function LaterLine({ line, mayOrder }: { line: CartLineWire; mayOrder: boolean }) {
  const goods = line.goods ?? line.combination?.parts[0]?.goods;
  const name = line.goods?.name ?? line.combination?.name ?? '已失效的商品';
  return (
    <li className="grid grid-cols-[56px_minmax(0,1fr)_auto] items-center gap-x-3 px-3 md:px-4 py-2.5 border-b border-b-solid border-line">
      <img
        src={goods?.image ?? placeholderPath}
        alt=""
        width="56"
        height="48"
        loading="lazy"
        className="w-56px h-head rounded-tag object-contain bg-card-dim"
        onError={(event) => {
          if (!event.currentTarget.src.endsWith(placeholderPath)) event.currentTarget.src = placeholderPath;
        }}
      />
      <div className="min-w-0">
        {line.goods ? (
          <a
            className="block truncate font-500 hover:text-primary"
            href={path('/list/info/[id]', { id: line.goods.id })}
          >
            {name}
          </a>
        ) : (
          <p className="truncate font-500">{name}</p>
        )}
        <p className="text-note text-ink-2 truncate">{goods && `${goods.ypgg} · ${goods.sccj}`}</p>
        <p className="flex flex-wrap items-baseline gap-x-2 text-note text-ink-2 num">
          {line.price !== undefined && <Price yuan={line.price} size="small" />}
          <span>
            {line.number}
            {line.goods?.bzdw ?? '套'}
          </span>
          {line.price_change && <PriceChange change={line.price_change} />}
          {line.refusal && <span className="text-promo-ink">{line.refusal.reason}</span>}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button
          kind="ghost"
          size="small"
          disabled={!mayOrder}
          aria-label={`${name}放回购物车`}
          onClick={() => void bringBack(line.id)}
        >
          放回购物车
        </Button>
        <button
          type="button"
          className="icon-button"
          disabled={!mayOrder}
          aria-label={`不再保留${name}`}
          title="删除"
          onClick={() => void deleteLater(line.id)}
        >
          <span className="i-lucide-trash-2 text-title" aria-hidden="true" />
        </button>
      </div>
    </li>
  );
}
