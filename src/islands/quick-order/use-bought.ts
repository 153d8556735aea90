import { useState } from 'react';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { withoutDoubles } from '#lib/client/stores/cart/doubles.ts';
import { fillCart, filledText } from '#lib/client/stores/cart/fill.ts';
import { addLines } from '#lib/client/stores/quick-order/quick-order.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import type { ReplenishGoods } from '#lib/contract/replenish.ts';
import { path } from '#lib/contract/routes.ts';
import { settleBox } from '#lib/rules/terms/quantity.ts';
import { boundsOf } from './amounts.ts';

/** An item with the facts of its orders; a favourite may have none. */
export type UsualGoods = GoodsItem & Partial<ReplenishGoods>;

const toCart = { link: { text: '去购物车', href: path('/cart') } };

/** Numbers and ticks of such a list. A number starts at that of the last order, else at the least quantity. */
export function useBought(list: readonly UsualGoods[]) {
  const [numbers, setNumbers] = useState<ReadonlyMap<number, number>>(
    () =>
      new Map(
        list.map((goods) => {
          const bounds = boundsOf(goods);
          return [goods.id, settleBox(goods.suggested ?? goods.last_number ?? bounds.min, bounds).value];
        }),
      ),
  );
  const [isBusy, setBusy] = useState(false);
  const buyable = list.filter((goods) => goods.is_buy === 1 && (numbers.get(goods.id) ?? 0) > 0);
  // Goods that are due are all ticked at first; of former purchases and favourites the buyer ticks some.
  const isProposal = list.every((goods) => goods.suggested !== undefined);
  const all = buyable.map(({ id }) => id);
  const ticks = useTicks(all, isProposal ? all : []);

  function change(goods: UsualGoods, number: number) {
    setNumbers((now) => new Map(now).set(goods.id, number));
  }

  async function add(wanted: readonly UsualGoods[]) {
    setBusy(true);
    try {
      const lines = wanted.map(({ id, ck_id }) => ({ goods_id: id, ck_id, number: numbers.get(id) ?? 0 }));
      // A suggestion is the target quantity in the cart: pressed twice it is there once.
      if (isProposal) {
        const filled = await fillCart(lines);
        showToast(filled.refused.length > 0 ? 'warning' : 'success', filledText(filled), toCart);
        ticks.clear();
        return;
      }
      const chosen = await withoutDoubles(lines);
      if (chosen.length === 0) return;
      const { added, refused } = await addLines(chosen);
      const [reason] = refused.values();
      if (reason) showToast('warning', `已加入${added}种，${refused.size}种未加入：${reason}`);
      else showToast('success', `已将${added}种商品加入购物车`, toCart);
      ticks.clear();
    } catch (error) {
      reactToRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return { numbers, ticks, isBusy, buyable, change, add };
}
