/** The selection of items to buy again, and adding them to the cart. */
import { useEffect, useState } from 'react';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { type FillLine, fillCart, filledText } from '#lib/client/stores/cart/fill.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { RebuyPreview, RebuyRow } from '#lib/contract/orders/calls.ts';
import { path } from '#lib/contract/routes.ts';

/** The content of a rebuy: rows, and combinations if any. */
export type Shown = Pick<RebuyPreview, 'rows' | 'sets'>;
export type Rebuy = ReturnType<typeof useRebuy>;

/**
 * Loads by `load` whenever `key` changes. `last` is the newest result, shown while another is loaded; `onDone` is
 * called when the items are in the cart; `put` adds them.
 */
export function useRebuy<T extends Shown>(
  key: string,
  load: () => Promise<T>,
  onDone: () => void,
  put: (lines: readonly FillLine[]) => ReturnType<typeof fillCart> = fillCart,
) {
  const [found, setFound] = useState<{ key: string; preview: T } | null>(null);
  const [chosenSets, setChosenSets] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [numbers, setNumbers] = useState<ReadonlyMap<number, number>>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    let isGone = false;
    setFailure(null);
    load().then(
      (preview) => {
        if (isGone) return;
        setFound({ key, preview });
        setChosenSets(new Set(preview.sets.map((set) => set.activity_id)));
        setNumbers(new Map(preview.rows.map((row) => [row.goods_id, row.number])));
        // A replacement by another merchant or maker must be the buyer's own choice.
        setChosen(new Set(preview.rows.filter(isAsBefore).map((row) => row.goods_id)));
      },
      (error: unknown) => {
        if (!isGone) setFailure(error instanceof AppError ? error.message : '网络不通，请稍后再试');
      },
    );
    return () => {
      isGone = true;
    };
  }, [key, attempt]);

  const last = found?.preview ?? null;
  const shown = found?.key === key ? found.preview : null;
  const wanted = (shown?.rows ?? []).flatMap(({ goods, goods_id, number }) =>
    goods !== null && number > 0 && chosen.has(goods_id) ? [{ goods, goods_id }] : [],
  );
  const wantedSets = (shown?.sets ?? []).filter((set) => chosenSets.has(set.activity_id));

  async function add() {
    setBusy(true);
    try {
      const filled = await put([
        ...wanted.map(({ goods, goods_id }) => ({
          goods_id: goods.id,
          ck_id: goods.ck_id,
          number: numbers.get(goods_id) ?? 0,
        })),
        ...wantedSets.map(({ activity_id, number }) => ({ activity_id, number })),
      ]);
      showToast(filled.refused.length > 0 ? 'warning' : 'success', filledText(filled), {
        link: { text: '去购物车', href: path('/cart') },
      });
      onDone();
    } catch (error) {
      reactToRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    shown,
    last,
    failure,
    isBusy,
    chosen,
    chosenSets,
    numbers,
    count: wanted.length + wantedSets.length,
    /** Selected items, each with its quantity. */
    wanted: wanted.map(({ goods, goods_id }) => ({ goods_id: goods.id, number: numbers.get(goods_id) ?? 0 })),
    add,
    retry: () => setAttempt(attempt + 1),
    choose: (id: number, isOn: boolean) => setChosen(toggled(chosen, id, isOn)),
    chooseSet: (id: number, isOn: boolean) => setChosenSets(toggled(chosenSets, id, isOn)),
    setNumber: (id: number, number: number) => setNumbers((now) => new Map(now).set(id, number)),
  };
}

function toggled(chosen: ReadonlySet<number>, id: number, isOn: boolean): Set<number> {
  const next = new Set(chosen);
  if (isOn) next.add(id);
  else next.delete(id);
  return next;
}

function isAsBefore(row: RebuyRow): boolean {
  return row.goods !== null && row.number > 0 && row.goods.id === row.goods_id;
}

/** Summarizes how much is unchanged. */
export function summaryOf(rows: readonly RebuyRow[]): string {
  const isSame = (row: RebuyRow) => row.changes.every(({ kind }) => kind === 'in_cart');
  const same = rows.filter((row) => row.number > 0 && isSame(row)).length;
  const dead = rows.filter((row) => row.number === 0).length;
  const parts = [`共${rows.length}种`];
  if (same > 0) parts.push(`${same}种与上次一样`);
  if (rows.length - same - dead > 0) parts.push(`${rows.length - same - dead}种有变化`);
  if (dead > 0) parts.push(`${dead}种暂时买不到`);
  return parts.join('，');
}
