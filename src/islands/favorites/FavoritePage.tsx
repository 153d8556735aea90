import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { OrderLinks } from '#islands/ui/OrderLinks.tsx';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
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
import { FavoriteCard } from './FavoriteCard.tsx';
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
    if (!(await ask({ title: '温馨提示', text, confirm: '确定', cancel: '取消' }))) return;
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
