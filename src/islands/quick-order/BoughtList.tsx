import { useEffect, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import { serverNow } from '#lib/client/clock.ts';
import type { BoughtGoods, BoughtOrder } from '#lib/contract/quick-order/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { amountOf } from './amounts.ts';
import { BoughtRow } from './BoughtRow.tsx';
import { useBought } from './use-bought.ts';

interface Props {
  list: BoughtGoods[];
  order: BoughtOrder;
  /** Server time of the page, ISO: the same days on both sides. */
  now: string;
}

const orderTexts: Record<BoughtOrder, string> = { times: '购买次数', last: '最近购买', due: '该补货了' };

/** What was bought before, each with its quantity beside it: one press puts a usual order together. */
export function BoughtList({ list, order, now }: Props) {
  const { numbers, ticks, isBusy, buyable, change, add } = useBought(list);
  // At first what the server rendered; a promo that ends while the page is open ends in the rows too.
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const at = isLive ? serverNow() : Date.parse(now);
  if (list.length === 0)
    return (
      <Empty
        icon="i-lucide-history"
        title="还没有买过的商品"
        text="付款后的商品会列在这里，下次按上次的数量一键加购。也可以直接粘贴采购单。"
      >
        <a className={buttonClass()} href={path('/zzfw/kjcg', undefined, { tab: 'paste' })}>
          粘贴采购单
        </a>
        <a className={buttonClass('plain')} href={path('/list')}>
          去选购药品
        </a>
      </Empty>
    );
  const ticked = buyable.filter(({ id }) => ticks.has(id));
  const wanted = ticked.length > 0 ? ticked : buyable;
  const sum = ticked.reduce((total, goods) => total + (amountOf(goods, numbers.get(goods.id) ?? 0) ?? 0), 0);
  return (
    <>
      <nav aria-label="排序" className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 h-touch text-small">
        {keysOf(orderTexts).map((key) => (
          <a
            key={key}
            href={path('/zzfw/kjcg', undefined, { order: key === 'times' ? undefined : key })}
            aria-current={key === order ? 'true' : undefined}
            className={key === order ? 'text-primary font-600' : 'text-ink-2 hover:text-primary'}
          >
            {orderTexts[key]}
          </a>
        ))}
      </nav>
      <ul className="border-t border-t-solid border-line">
        {list.map((goods) => (
          <BoughtRow
            key={goods.id}
            goods={goods}
            now={now}
            at={at}
            number={numbers.get(goods.id) ?? 0}
            isChosen={ticks.has(goods.id)}
            onChoose={(isOn, withShift) => ticks.set(goods.id, isOn, withShift)}
            onChange={(asked) => change(goods, asked)}
          />
        ))}
      </ul>
      <SelectionBar
        ticks={ticks}
        count={`已选${ticked.length}种${ticked.length > 0 ? ` · ¥${formatYuan(sum)}` : ''}`}
      >
        <Button busy={isBusy} disabled={wanted.length === 0} onClick={() => void add(wanted)}>
          {ticked.length > 0 ? `加入购物车（${ticked.length}）` : '全部加入购物车'}
        </Button>
      </SelectionBar>
    </>
  );
}
