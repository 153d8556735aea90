import { useEffect, useState } from 'react';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Empty, Failed, Loading } from '#islands/ui/Faces.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { addCombination } from '#lib/client/stores/activities/activities.ts';
import { loadRebuy } from '#lib/client/stores/orders/orders.ts';
import { addLines } from '#lib/client/stores/quick-order/quick-order.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { RebuyRow, RebuySet } from '#lib/contract/orders/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { RebuyLine } from './RebuyLine.tsx';

interface Props {
  /** The order that is bought again. */
  no: string;
  onClose: () => void;
}

/** 再次购买: what is different since then, and only then into the cart. */
export function RebuyDialog({ no, onClose }: Props) {
  const [rows, setRows] = useState<RebuyRow[] | null>(null);
  const [sets, setSets] = useState<RebuySet[]>([]);
  const [chosenSets, setChosenSets] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [numbers, setNumbers] = useState<ReadonlyMap<number, number>>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    let isGone = false;
    setFailure(null);
    loadRebuy(no).then(
      ({ sets, rows: found }) => {
        if (isGone) return;
        setSets(sets);
        setChosenSets(new Set(sets.map((set) => set.activity_id)));
        setRows(found);
        setNumbers(new Map(found.map((row) => [row.goods_id, row.number])));
        // What another merchant or maker would stand in for is the buyer's own choice.
        setChosen(new Set(found.filter(isAsBefore).map((row) => row.goods_id)));
      },
      (error: unknown) => {
        if (!isGone) setFailure(error instanceof AppError ? error.message : '网络不通，请稍后再试');
      },
    );
    return () => {
      isGone = true;
    };
  }, [no, attempt]);

  const wanted = (rows ?? []).flatMap(({ goods, goods_id, number }) =>
    goods !== null && number > 0 && chosen.has(goods_id) ? [{ goods, goods_id }] : [],
  );

  const wantedSets = sets.filter((set) => chosenSets.has(set.activity_id));
  const count = wanted.length + wantedSets.length;

  async function add() {
    setBusy(true);
    try {
      const lines = await addLines(
        wanted.map(({ goods, goods_id }) => ({
          goods_id: goods.id,
          ck_id: goods.ck_id,
          number: numbers.get(goods_id) ?? 0,
        })),
      );
      // The goods are in by now: a set that is refused is named, it does not undo them.
      const refused = [...lines.refused.values()];
      for (const { activity_id, number } of wantedSets)
        await addCombination(activity_id, number).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          refused.push(error.message);
        });
      const added = lines.added + count - wanted.length - (refused.length - lines.refused.size);
      const [reason] = refused;
      showToast(
        reason ? 'warning' : 'success',
        reason ? `已加入${added}种，${refused.length}种未加入：${reason}` : `已将${added}种商品加入购物车`,
        { link: { text: '去购物车', href: path('/cart') } },
      );
      onClose();
    } catch (error) {
      reactToRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      title="再次购买"
      width="wide"
      open
      onClose={onClose}
      footer={
        rows !== null && (
          <>
            <Button kind="plain" onClick={onClose}>
              取消
            </Button>
            <Button busy={isBusy} disabled={count === 0} onClick={() => void add()}>
              加入购物车（{count}）
            </Button>
          </>
        )
      }
    >
      {failure !== null ? (
        <Failed text={failure} onRetry={() => setAttempt(attempt + 1)} />
      ) : rows === null ? (
        <Loading text="正在核对现在的价格和库存…" rows={4} />
      ) : rows.length + sets.length === 0 ? (
        <Empty title="这个订单没有可以再买的商品" />
      ) : (
        <>
          {rows.length > 0 && <p className="mb-3 text-small text-ink-2">{summary(rows)}</p>}
          <ul className="border border-solid border-line rounded">
            {sets.map(({ activity_id, name, number, price_now, parts }) => (
              <li
                key={`set-${activity_id}`}
                aria-label={name}
                className="grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-3 items-center px-3 py-2.5 border-t border-t-solid border-line first:border-t-0"
              >
                <Tick
                  label={`选中${name}`}
                  isOn={chosenSets.has(activity_id)}
                  isDisabled={false}
                  onChange={(isOn) => setChosenSets(toggled(chosenSets, activity_id, isOn))}
                />
                <div className="min-w-0">
                  <p className="font-600">{name}</p>
                  <p className="text-note text-ink-2">组合购：{parts.join('＋')}</p>
                </div>
                <p className="text-note num">
                  现在 <b className="text-body text-price">¥{price_now}</b> × {number}套
                </p>
              </li>
            ))}
            {rows.map((row) => (
              <RebuyLine
                key={row.goods_id}
                row={row}
                number={numbers.get(row.goods_id) ?? 0}
                isChosen={chosen.has(row.goods_id)}
                onChoose={(isOn) => setChosen(toggled(chosen, row.goods_id, isOn))}
                onNumber={(number) => setNumbers(new Map(numbers).set(row.goods_id, number))}
              />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
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

function summary(rows: readonly RebuyRow[]): string {
  const same = rows.filter((row) => row.changes.length === 0).length;
  const dead = rows.filter((row) => row.number === 0).length;
  const parts = [`共${rows.length}种`];
  if (same > 0) parts.push(`${same}种与上次一样`);
  if (rows.length - same - dead > 0) parts.push(`${rows.length - same - dead}种有变化`);
  if (dead > 0) parts.push(`${dead}种暂时买不到`);
  return parts.join('，');
}
