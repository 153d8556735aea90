import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { OrderLinks } from '#islands/ui/OrderLinks.tsx';
import { priceOrderTexts } from '#lib/contract/goods/price-order.ts';
import type { BoughtGoods, BoughtOrder } from '#lib/contract/quick-order/calls.ts';
import type { ReplenishGoods } from '#lib/contract/replenish.ts';
import { path } from '#lib/contract/routes.ts';
import { GoodsRows } from './GoodsRows.tsx';

interface Props {
  /** For 该补货了 with quantity and reason. */
  list: (BoughtGoods | ReplenishGoods)[];
  order: BoughtOrder;
  /** Server time of the page, ISO: the same days on both sides. */
  now: string;
}

const orderTexts: Record<BoughtOrder, string> = {
  times: '购买次数',
  last: '最近购买',
  due: '该补货了',
  ...priceOrderTexts,
};

/** Former purchases, each with its quantity next to it: one press adds a usual order to the cart. */
export function BoughtList({ list, order, now }: Props) {
  if (list.length === 0 && order !== 'due')
    return (
      <Empty
        icon="i-lucide-history"
        title="还没有买过的商品"
        text="付款后的商品会列在这里，下次按上次的数量一键加购。也可以直接粘贴清单。"
      >
        <a className={buttonClass()} href={path('/zzfw/kjcg')}>
          粘贴清单
        </a>
        <a className={buttonClass('plain')} href={path('/list')}>
          去选购药品
        </a>
      </Empty>
    );
  return (
    <>
      <OrderLinks
        texts={orderTexts}
        current={order}
        hrefOf={(key) =>
          path('/zzfw/kjcg', undefined, { tab: 'bought', order: key === 'times' ? undefined : key })
        }
      />
      {list.length > 0 ? (
        <GoodsRows list={list} now={now} />
      ) : (
        <Empty
          icon="i-lucide-circle-check-big"
          title="现在没有该补货的商品"
          text="同一品种半年内买过3次以上，就会按您自己的采购间隔提醒数量。"
        />
      )}
    </>
  );
}
