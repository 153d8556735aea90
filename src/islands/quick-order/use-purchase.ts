import { useRef, useState } from 'react';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import {
  addLines,
  isReady,
  matchPurchase,
  type PurchaseItem,
  rematch,
  remember,
} from '#lib/client/stores/quick-order/quick-order.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { settleQuantity } from '#lib/rules/terms/quantity.ts';
import { boundsOf } from './amounts.ts';

/** The purchase list on its way from text to cart. */
export function usePurchase() {
  const [items, setItems] = useState<readonly PurchaseItem[] | null>(null);
  const [work, setWork] = useState<'match' | 'add' | null>(null);
  const [error, setError] = useState<string | null>(null);
  // What runs for a row answers into the list as it is then.
  const latest = useRef(items);
  function hold(next: readonly PurchaseItem[] | null) {
    latest.current = next;
    setItems(next);
  }
  function put(key: number, change: Partial<PurchaseItem>) {
    hold(latest.current?.map((item) => (item.key === key ? { ...item, ...change } : item)) ?? null);
  }

  async function match(input: { text: string } | { file: File }): Promise<boolean> {
    setWork('match');
    setError(null);
    try {
      hold(await matchPurchase(input));
      return true;
    } catch (thrown) {
      // What is wrong with the list stands beside it; everything else as everywhere.
      if (thrown instanceof AppError && (thrown.code === 422 || thrown.code === 413))
        setError(firstFieldMessage(thrown.data) ?? thrown.message);
      else react(thrown);
      return false;
    } finally {
      setWork(null);
    }
  }

  async function mend(item: PurchaseItem, change: { text?: string; productId?: number }) {
    put(item.key, { isBusy: true });
    try {
      const made = await rematch(item, change);
      put(item.key, { ...made, isSettled: change.productId !== undefined });
    } catch (thrown) {
      put(item.key, { isBusy: false });
      react(thrown);
    }
  }

  function change(item: PurchaseItem, asked: number) {
    if (item.goods === null) return;
    put(item.key, { number: settleQuantity(asked, boundsOf(item.goods)).value, refusal: null });
  }

  async function add() {
    const ready = (latest.current ?? []).filter(isReady);
    setWork('add');
    try {
      const { added, refused } = await addLines(
        ready.map(({ goods, number }) => ({ goods_id: goods.id, ck_id: goods.ck_id, number })),
      );
      await remember(ready);
      const isAdded = (item: PurchaseItem) => isReady(item) && !refused.has(item.goods.id);
      const rest = (latest.current ?? []).filter((item) => !isAdded(item));
      hold(
        rest.map((item) => ({
          ...item,
          refusal: isReady(item) ? (refused.get(item.goods.id) ?? null) : item.refusal,
          isSettled: false,
        })),
      );
      showToast(
        added > 0 ? 'success' : 'warning',
        rest.length === 0 ? `${added}种商品已全部加入购物车` : `已加入${added}种，还有${rest.length}行待处理`,
        { link: { text: '去购物车', href: path('/cart') } },
      );
    } catch (thrown) {
      reactToRefusal(thrown);
    } finally {
      setWork(null);
    }
  }

  return {
    items,
    work,
    error,
    match,
    /** Says beside the box why a file was not taken; null: nothing is wrong. */
    refuse: setError,
    mend,
    change,
    add,
    settle: (item: PurchaseItem) => put(item.key, { isSettled: true, refusal: null }),
    drop: (item: PurchaseItem) => hold(latest.current?.filter(({ key }) => key !== item.key) ?? null),
    clear: () => hold(null),
  };
}

export type Purchase = ReturnType<typeof usePurchase>;
