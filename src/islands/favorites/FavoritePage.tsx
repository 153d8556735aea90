import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { BuyRow } from '#islands/buy/BuyRow.tsx';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { expiryText, stockText } from '#islands/goods/words.ts';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { OrderLinks } from '#islands/ui/OrderLinks.tsx';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { findOtcTag } from '#islands/ui/tag-kinds.ts';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { addToCart } from '#lib/client/stores/cart/cart-queue.ts';
import { withoutDoubles } from '#lib/client/stores/cart/doubles.ts';
import { $favorites, cancelFavorites } from '#lib/client/stores/goods/favorites.ts';
import { $offers } from '#lib/client/stores/goods/offers.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { FavoriteOrder } from '#lib/contract/favorites.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';
import { favoriteOrderTexts } from './orders.ts';

interface Props {
  /** This page of them; prices come with the offers. */
  items: GoodsItem[];
  /** All that the user has. */
  total: number;
  order: FavoriteOrder;
}

/** The user's favourites: buy them one by one or several at once, or take them away. */
export function FavoritePage({ items, total, order }: Props) {
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState<'add' | 'cancel' | null>(null);
  const changes = useStore($favorites, { ssr: 'initial' });
  // An item removed by its own star stays visible, so that a mistake can be undone at once.
  const shown = items.filter(({ id }) => !gone.has(id));
  const taken = shown.filter(({ id }) => changes[id] === false).length;
  const ticks = useTicks(shown.map(({ id }) => id));
  const { ids } = ticks;

  async function add() {
    const offers = $offers.get();
    const lines = shown
      .filter(({ id }) => ticks.has(id) && offers[id]?.is_buy === 1)
      .map(({ id, ck_id }) => ({ goods_id: id, ck_id, type: lineTypes.normal }));
    if (lines.length === 0) return showToast('warning', '所选商品暂不可购买');
    setBusy('add');
    try {
      const wanted = await withoutDoubles(lines);
      if (wanted.length === 0) return;
      await addToCart(wanted);
      const left = ids.length - lines.length;
      showToast('success', `已将${wanted.length}种商品加入购物车${left > 0 ? `，${left}种暂不可购买` : ''}`, {
        link: { text: '去购物车', href: path('/cart') },
      });
      ticks.clear();
    } catch (error) {
      reactToRefusal(error);
    } finally {
      setBusy(null);
    }
  }

  async function cancel() {
    const text = `确定取消收藏这${ids.length}种商品吗？`;
    if (!(await ask({ title: '取消收藏', text, confirm: '确定', cancel: '取消' }))) return;
    setBusy('cancel');
    if (await cancelFavorites(ids)) {
      setGone(new Set([...gone, ...ids]));
      ticks.clear();
    }
    setBusy(null);
  }

  return (
    <section className="panel">
      <h1 className="panel-title">
        我的收藏
        <span className="text-small font-400 text-ink-2 num">{total - gone.size - taken}种</span>
      </h1>
      {shown.length === 0 ? (
        <Empty
          icon="i-lucide-star"
          title={total > gone.size ? '本页的收藏已全部取消' : '还没有收藏商品'}
          text="点商品卡片右上角的星，常用的商品就收在这里"
        >
          <a className={buttonClass()} href={total > gone.size ? path('/zzfw/star') : path('/list')}>
            {total > gone.size ? '查看其余收藏' : '去选购药品'}
          </a>
        </Empty>
      ) : (
        <>
          <OrderLinks
            texts={favoriteOrderTexts}
            current={order}
            hrefOf={(key) => path('/zzfw/star', undefined, { order: key === 'new' ? undefined : key })}
          />
          <SelectionBar place="top" ticks={ticks} count={`已选${ids.length}种`}>
            <Button
              kind="plain"
              size="small"
              busy={busy === 'cancel'}
              disabled={ids.length === 0 || busy !== null}
              onClick={() => void cancel()}
            >
              取消收藏
            </Button>
            <Button
              size="small"
              busy={busy === 'add'}
              disabled={ids.length === 0 || busy !== null}
              onClick={() => void add()}
            >
              加入购物车
            </Button>
          </SelectionBar>
          <ul className="goods-grid p-2 sm:p-4">
            {shown.map((item) => (
              <FavoriteCard
                key={item.id}
                item={item}
                isChosen={ticks.has(item.id)}
                onChoose={(isOn, withShift) => ticks.set(item.id, isOn, withShift)}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface FavoriteCardProps {
  item: GoodsItem;
  isChosen: boolean;
  onChoose: (isChosen: boolean, withShift: boolean) => void;
}

/** A favourite as a card, with a tick for what is done to several. */
function FavoriteCard({ item, isChosen, onChoose }: FavoriteCardProps) {
  const badge = findOtcTag(item.otc);
  const href = path('/list/info/[id]', { id: item.id });
  return (
    <li
      data-goods={item.id}
      className={`relative flex flex-col min-w-0 p-2.5 sm:p-3 rounded border border-solid bg-card ${isChosen ? 'border-primary' : 'border-line hover:border-primary'}`}
    >
      {/* The name's link reaches over the picture: one link, one place to press. */}
      <div className="relative">
        <div className="mb-2 rounded-tag bg-card-dim overflow-hidden">
          <img
            src={item.image}
            alt=""
            width="240"
            height="196"
            loading="lazy"
            decoding="async"
            className="block w-full h-auto aspect-[240/196] object-contain"
          />
        </div>
        <h2 className="h-40px text-body leading-20px font-600 line-clamp-2">
          {badge && <Tag kind={badge.kind}>{badge.text}</Tag>}{' '}
          <a href={href} className="hover:text-primary after:(content-empty absolute inset-0)">
            {item.name}
          </a>
        </h2>
      </div>
      <span className="absolute left-3.5 top-2 px-1 rounded-full bg-card/85">
        <Tick label={`选中${item.name}`} isOn={isChosen} onChange={onChoose} />
      </span>
      <p className="mt-0.5 text-note text-ink-2 truncate" title={`${item.ypgg} ${item.sccj}`}>
        {item.ypgg} · {item.sccj}
      </p>
      <p className="text-note text-ink-2 truncate">{item.sjly.remarks}</p>
      <p className="flex justify-between gap-2 mb-1.5 text-note text-ink-3 num whitespace-nowrap overflow-hidden">
        <span className={item.is_yj === 1 ? 'text-promo-ink' : ''}>{expiryText(item)}</span>
        <span>{stockText(item)}</span>
      </p>
      <BuyRow id={item.id} />
    </li>
  );
}
