import { useState } from 'react';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { addLines } from '#lib/client/stores/quick-order/quick-order.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { BoughtGoods } from '#lib/contract/quick-order/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { settleQuantity } from '#lib/rules/terms/quantity.ts';
import { boundsOf } from './amounts.ts';

/** Numbers and ticks of the list of what was bought before. A number starts at that of the last order. */
export function useBought(list: readonly BoughtGoods[]) {
  const [numbers, setNumbers] = useState<ReadonlyMap<number, number>>(
    () => new Map(list.map((goods) => [goods.id, settleQuantity(goods.last_number, boundsOf(goods)).value])),
  );
  const [isBusy, setBusy] = useState(false);
  const buyable = list.filter((goods) => goods.is_buy === 1 && (numbers.get(goods.id) ?? 0) > 0);
  const ticks = useTicks(buyable.map(({ id }) => id));

  function change(goods: BoughtGoods, asked: number) {
    const { value } = settleQuantity(asked, boundsOf(goods));
    setNumbers(new Map(numbers).set(goods.id, value));
  }

  async function add(wanted: readonly BoughtGoods[]) {
    setBusy(true);
    try {
      const lines = wanted.map(({ id, ck_id }) => ({ goods_id: id, ck_id, number: numbers.get(id) ?? 0 }));
      const { added, refused } = await addLines(lines);
      const [reason] = refused.values();
      if (reason) showToast('warning', `已加入${added}种，${refused.size}种未加入：${reason}`);
      else
        showToast('success', `已将${added}种商品加入购物车`, {
          link: { text: '去购物车', href: path('/cart') },
        });
      ticks.clear();
    } catch (error) {
      reactToRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return { numbers, ticks, isBusy, buyable, change, add };
}
