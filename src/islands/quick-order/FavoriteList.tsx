import { favoriteOrderTexts } from '#islands/favorites/orders.ts';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { OrderLinks } from '#islands/ui/OrderLinks.tsx';
import type { FavoriteOrder } from '#lib/contract/favorites.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { GoodsRows } from './GoodsRows.tsx';

interface Props {
  list: GoodsItem[];
  order: FavoriteOrder;
  /** Server time of the page, ISO. */
  now: string;
}

/** The user's favourites as rows to order from; they are looked after on their own page. */
export function FavoriteList({ list, order, now }: Props) {
  if (list.length === 0)
    return (
      <Empty icon="i-lucide-star" title="还没有收藏商品" text="点商品卡片右上角的星，常用的商品就收在这里">
        <a className={buttonClass()} href={path('/list')}>
          去选购药品
        </a>
      </Empty>
    );
  return (
    <>
      <OrderLinks
        texts={favoriteOrderTexts}
        current={order}
        hrefOf={(key) =>
          path('/zzfw/kjcg', undefined, { tab: 'favorites', order: key === 'new' ? undefined : key })
        }
      />
      <p className="flex flex-wrap items-center justify-between gap-x-4 px-4 h-touch text-small text-ink-2">
        数量为起购数量，可以改
        <a className="link" href={path('/zzfw/star')}>
          管理收藏
        </a>
      </p>
      <GoodsRows list={list} now={now} />
    </>
  );
}
