import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { MerchantBox } from '#islands/ui/MerchantBox.tsx';
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
  /** Left out for 该补货了, which has no search. */
  search?: { keywords: string; merchant: number | undefined; merchants: { id: number; name: string }[] };
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
export function BoughtList({ list, order, search, now }: Props) {
  const { keywords = '', merchant } = search ?? {};
  const isNarrowed = keywords !== '' || merchant !== undefined;
  if (list.length === 0 && order !== 'due' && !isNarrowed)
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
          path('/zzfw/kjcg', undefined, {
            tab: 'bought',
            order: key === 'times' ? undefined : key,
            ...(key !== 'due' && { keywords, merchant }),
          })
        }
      />
      {search && <Search search={search} order={order} isNarrowed={isNarrowed} />}
      {list.length > 0 ? (
        <GoodsRows list={list} now={now} />
      ) : isNarrowed ? (
        <Empty icon="i-lucide-search-x" title="没有买过这样的商品" text="换一个名称、厂家或商家再找找" />
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

interface SearchProps {
  search: NonNullable<Props['search']>;
  order: BoughtOrder;
  isNarrowed: boolean;
}

/** Finds former purchases by name or maker, and by merchant; a plain form, so that the address contains the search. */
function Search({ search: { keywords, merchant, merchants }, order, isNarrowed }: SearchProps) {
  return (
    <search>
      <form action={path('/zzfw/kjcg')} className="flex flex-wrap items-center gap-2 px-3 md:px-4 py-2">
        <input type="hidden" name="tab" value="bought" />
        {order !== 'times' && <input type="hidden" name="order" value={order} />}
        <input
          type="search"
          name="keywords"
          defaultValue={keywords}
          maxLength={100}
          aria-label="在历史采购里找"
          placeholder="商品名称或厂家"
          className="input flex-1 md:flex-none md:w-240px min-w-160px"
        />
        <MerchantBox merchants={merchants} merchant={merchant} className="input px-2 w-140px" />
        <button type="submit" className={buttonClass('ghost')}>
          查询
        </button>
        {isNarrowed && (
          <a
            className={buttonClass('text')}
            href={path('/zzfw/kjcg', undefined, {
              tab: 'bought',
              order: order === 'times' ? undefined : order,
            })}
          >
            清除
          </a>
        )}
      </form>
    </search>
  );
}
