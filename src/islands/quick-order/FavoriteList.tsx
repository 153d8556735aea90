import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import type { GoodsItem } from '#lib/contract/goods/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { GoodsRows } from './GoodsRows.tsx';

/** The user's favourites as rows to order from; they are looked after on their own page. */
export function FavoriteList({ list, now }: { list: GoodsItem[]; now: string }) {
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
