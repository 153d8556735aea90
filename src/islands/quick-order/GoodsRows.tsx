import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import { serverNow } from '#lib/client/clock.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { amountOf } from './amounts.ts';
import { BoughtRow } from './BoughtRow.tsx';
import { type UsualGoods, useBought } from './use-bought.ts';

interface Props {
  list: readonly UsualGoods[];
  /** Server time of the page, ISO: the same days on both sides. */
  now: string;
}

/** Regularly bought items, each with its quantity next to it: one press adds them to the cart. */
export function GoodsRows({ list, now }: Props) {
  const { numbers, ticks, isBusy, buyable, change, add } = useBought(list);
  // At first what the server rendered; a promo that ends while the page is open ends in the rows too.
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const at = isLive ? serverNow() : Date.parse(now);
  const ticked = buyable.filter(({ id }) => ticks.has(id));
  const sumOf = (rows: readonly UsualGoods[]) =>
    rows.reduce((sum, goods) => sum + (amountOf(goods, numbers.get(goods.id) ?? 0) ?? 0), 0);
  return (
    <>
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
        count={`已选${ticked.length}种${ticked.length > 0 ? ` · ¥${showYuan(sumOf(ticked))}` : ''}`}
      >
        {ticked.length === 0 && buyable.length > 1 && (
          <Button kind="ghost" busy={isBusy} onClick={() => void add(buyable)}>
            {buyable.length}种全部加入 ¥{showYuan(sumOf(buyable))}
          </Button>
        )}
        <Button busy={isBusy} disabled={ticked.length === 0} onClick={() => void add(ticked)}>
          加入购物车{ticked.length > 0 && `（${ticked.length}）`}
        </Button>
      </SelectionBar>
    </>
  );
}
