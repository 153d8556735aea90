import { useRef, useState } from 'react';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { call } from '#lib/client/api.ts';
import { withoutDoubles } from '#lib/client/stores/cart/doubles.ts';
import type { LineToBuy } from '#lib/client/stores/quick-order/candidates.ts';
import { draftOf, itemsOf, restoreDraft } from '#lib/client/stores/quick-order/draft.ts';
import {
  addLines,
  isReady,
  type PurchaseItem,
  rematch,
  remember,
} from '#lib/client/stores/quick-order/quick-order.ts';
import { type RepeatWay, withoutRepeats } from '#lib/client/stores/quick-order/repeats.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { api } from '#lib/contract/api.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import type { PurchaseDraft } from '#lib/contract/quick-order/calls.ts';
import type { Candidate } from '#lib/contract/quick-order/candidates.ts';
import { path } from '#lib/contract/routes.ts';
import { mayConfirmTogether } from '#lib/rules/purchase/confirm-all.ts';
import { withOwnNumber } from '#lib/rules/purchase/doubt-kinds.ts';
import { useDraft } from './use-draft.ts';
import { useMatch } from './use-match.ts';

/** The purchase list from text to cart; changes to it are saved. `start` is its saved state. */
export function usePurchase(start: PurchaseDraft, phone: string) {
  const [items, setItems] = useState<readonly PurchaseItem[]>(() => itemsOf(start, (at) => -1 - at));
  const [text, setText] = useState(start.text);
  const [hasLast, setHasLast] = useState(start.has_last === 1);
  const [work, setWork] = useState<'match' | 'add' | 'restore' | null>(null);
  const [isDone, setDone] = useState(false);
  const draft = useDraft(start);
  // A row's response is applied to the list of that moment.
  const latest = useRef({ items, text });
  function hold(next: { items?: readonly PurchaseItem[]; text?: string }, keepsLast = false) {
    latest.current = { ...latest.current, ...next };
    setItems(latest.current.items);
    setText(latest.current.text);
    if (keepsLast) setHasLast(true);
    draft.save(draftOf(latest.current.text, latest.current.items), keepsLast);
  }
  function put(key: number, change: Partial<PurchaseItem>) {
    hold({ items: latest.current.items.map((item) => (item.key === key ? { ...item, ...change } : item)) });
  }
  const {
    error,
    table,
    refuse,
    match,
    choose: chooseColumns,
    forget,
  } = useMatch({
    latest,
    hold,
    onWork(isOn) {
      setWork(isOn ? 'match' : null);
      if (isOn) setDone(false);
    },
  });
  /** Shows a list of the server. */
  function take(next: PurchaseDraft) {
    latest.current = { items: itemsOf(next), text: next.text };
    setItems(latest.current.items);
    setText(next.text);
    setHasLast(next.has_last === 1);
    forget();
    draft.follow(next);
  }

  async function rewrite(item: PurchaseItem, words: string) {
    put(item.key, { isBusy: true });
    try {
      put(item.key, await rematch(item, words));
    } catch (thrown) {
      put(item.key, { isBusy: false });
      react(thrown);
    }
  }

  /** Chooses another offer, or another item, for the row. */
  function choose(item: PurchaseItem, { goods, number }: Candidate) {
    const named = (one: GoodsItem) => ({
      product_id: one.product_id,
      name: one.name,
      ypgg: one.ypgg,
      sccj: one.sccj,
      note: '',
    });
    const before =
      item.goods === null || item.goods.product_id === goods.product_id ? [] : [named(item.goods)];
    put(item.key, {
      goods,
      number,
      grade: 'check',
      confidence: 100,
      reason: '您选定的商品',
      kinds: [],
      ways: [],
      others: [...before, ...item.others.filter(({ product_id }) => product_id !== goods.product_id)],
      isSettled: true,
      isOwn: true,
      refusal: null,
    });
  }

  /** Takes one of the numbers that the line may mean; what else is asked stays. */
  function takeWay(item: PurchaseItem, number: number) {
    const kinds = item.kinds.filter((kind) => kind !== 'inner');
    put(item.key, { number, kinds, ways: [], isSettled: kinds.length === 0, refusal: null });
  }

  /** Confirms rows together, which teaches nothing. */
  function settleRows(keys: ReadonlySet<number>) {
    hold({
      items: latest.current.items.map((item) =>
        keys.has(item.key) ? { ...item, isSettled: true, refusal: null } : item,
      ),
    });
  }

  /** The other rows to be bought. */
  function basketWithout({ key }: PurchaseItem): LineToBuy[] {
    return items
      .filter((one) => one.key !== key)
      .filter(isReady)
      .map(({ goods, number }) => ({ goods_id: goods.id, number }));
  }

  /** `number` is in whole packs: the box rounds down, only what was pasted goes up. */
  function change(item: PurchaseItem, number: number) {
    const own = withOwnNumber(item.reason, item.kinds);
    const isAnswered = item.kinds.length > 0 && own.kinds.length === 0;
    put(item.key, { number, refusal: null, ways: [], ...own, ...(isAnswered && { isSettled: true }) });
  }

  /** Sends a request for an item that nothing matches; the same line twice on one day is one request. */
  async function want(item: PurchaseItem) {
    put(item.key, { isBusy: true });
    try {
      // The names of drugs that it reads by are loaded with the first request.
      const { wantedOf } = await import('#lib/rules/purchase/wanted-of.ts');
      const { unit, ...asked } = wantedOf(item.text, item.given);
      await call(api.askFor, {
        ...asked,
        bzdw: unit,
        phone,
        note: `采购清单：${item.text}`.slice(0, 300),
      });
      put(item.key, { isBusy: false, isSettled: true, reason: '已发布求购，结果发到“我的消息”' });
    } catch (thrown) {
      put(item.key, { isBusy: false });
      react(thrown);
    }
  }

  async function add() {
    setWork('add');
    // Undo returns to the current list.
    await draft.flush();
    const ready = latest.current.items.filter(isReady);
    try {
      const chosen = await withoutDoubles(
        ready.map(({ goods, number }) => ({ goods_id: goods.id, ck_id: goods.ck_id, number })),
      );
      if (chosen.length === 0) return;
      const { added, refused } = await addLines(chosen);
      const isAsked = new Set(chosen.map(({ goods_id }) => goods_id));
      for (const { goods } of ready)
        if (!isAsked.has(goods.id)) refused.set(goods.id, '购物车已有，没有再加');
      await remember(ready);
      const isAdded = (item: PurchaseItem) => isReady(item) && !refused.has(item.goods.id);
      const left = latest.current.items.filter((item) => !isAdded(item));
      const answered = left.map((item) =>
        isReady(item)
          ? { ...item, refusal: refused.get(item.goods.id) ?? null, isSettled: false }
          : { ...item, isSettled: item.goods === null && item.isSettled },
      );
      hold({ items: answered }, true);
      setDone(left.length === 0);
      void draft.flush();
      showToast(
        added > 0 ? 'success' : 'warning',
        left.length === 0 ? `${added}种商品已全部加入购物车` : `已加入${added}种，还有${left.length}行待处理`,
        { link: { text: '去购物车', href: path('/cart') } },
      );
    } catch (thrown) {
      reactToRefusal(thrown);
    } finally {
      setWork(null);
    }
  }

  async function restore() {
    setWork('restore');
    try {
      await draft.flush();
      take(await restoreDraft(draft.version.current));
    } catch (thrown) {
      react(thrown);
    } finally {
      setWork(null);
    }
  }

  return {
    items,
    text,
    hasLast,
    /** Everything was just added to the cart. */
    isDone,
    work,
    error,
    draft,
    match,
    /** How the columns of the last table were read; null without one. */
    table,
    chooseColumns,
    /** Shows next to the input why a file was refused; null: nothing is wrong. */
    refuse,
    write: (next: string) => hold({ text: next }),
    rewrite,
    choose,
    basketWithout,
    change,
    want,
    add,
    restore,
    take,
    settle: (item: PurchaseItem) => put(item.key, { isSettled: true, isOwn: true, refusal: null }),
    takeWay,
    settleRows,
    settleAll: () =>
      settleRows(new Set(latest.current.items.filter(mayConfirmTogether).map(({ key }) => key))),
    merge: (way: RepeatWay) => hold({ items: withoutRepeats(latest.current.items, way) }),
    drop: (item: PurchaseItem) =>
      hold(
        { items: latest.current.items.filter(({ key }) => key !== item.key) },
        latest.current.items.length === 1,
      ),
    async clear() {
      await draft.flush();
      forget();
      hold({ items: [] }, true);
    },
  };
}

export type Purchase = ReturnType<typeof usePurchase>;
