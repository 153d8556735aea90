import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import type { BoughtGoods, BoughtOrder } from '#lib/contract/quick-order/schema.ts';
import type { ReplenishGoods } from '#lib/contract/replenish/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { GoodsRows } from './GoodsRows.tsx';

interface Props {
  /** Of 该补货了 with amount and reason. */
  list: (BoughtGoods | ReplenishGoods)[];
  order: BoughtOrder;
  /** Server time of the page, ISO: the same days on both sides. */
  now: string;
}

const orderTexts: Record<BoughtOrder, string> = { times: '购买次数', last: '最近购买', due: '该补货了' };

/** What was bought before, each with its quantity beside it: one press puts a usual order together. */
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
      <nav aria-label="排序" className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 h-touch text-small">
        {keysOf(orderTexts).map((key) => (
          <a
            key={key}
            href={path('/zzfw/kjcg', undefined, { tab: 'bought', order: key === 'times' ? undefined : key })}
            aria-current={key === order ? 'true' : undefined}
            className={key === order ? 'text-primary font-600' : 'text-ink-2 hover:text-primary'}
          >
            {orderTexts[key]}
          </a>
        ))}
      </nav>
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
