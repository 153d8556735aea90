import { useState } from 'react';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { Button } from '#islands/ui/Button.tsx';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { BuyerHome } from '#lib/contract/home.ts';
import { path } from '#lib/contract/routes.ts';
import { panel, panelEmpty, panelHead, panelRow, panelRows } from './panel.ts';

interface Props {
  due: BuyerHome['due'];
  mayOrder: boolean;
}

/** A message with a number, a reason and a link takes longer to read than others, in ms. */
const readDuration = 6_000;

/** Rows on a wide window. */
const most = 7;

/** 该补货: one press puts all of it into the cart, in the usual quantities. */
export function DuePanel({ due: { total, list }, mayOrder }: Props) {
  const { isBusy, isDone, fill } = useFill();
  return (
    <section className={`${panel} home-due`} aria-label="该补货">
      <h2 className={panelHead}>
        该补货
        {total > 0 && <span className="font-400 text-small text-ink-2 num">{total}种</span>}
        <span className="flex items-center gap-2 ml-auto">
          {isDone ? (
            <a className="link text-small" href={path('/cart')}>
              已加入，去购物车
            </a>
          ) : (
            <a
              className="link text-small font-400"
              href={path('/zzfw/kjcg', undefined, { tab: 'bought', order: 'due' })}
            >
              看全部
            </a>
          )}
          {mayOrder && list.length > 0 && (
            <Button size="small" busy={isBusy} onClick={() => void fill(list)}>
              一键加入{list.length}种
            </Button>
          )}
        </span>
      </h2>
      {list.length === 0 ? (
        <p className={panelEmpty}>
          {total > 0
            ? `有${total}种该补货，现在都买不到。`
            : '现在没有该补货的商品。同一品种半年内买过3次以上，就按您的采购间隔提醒。'}
        </p>
      ) : (
        <ul className={panelRows}>
          {list.slice(0, most).map(({ id, name, ypgg, number, bzdw, reason }) => (
            <li key={id} className={panelRow} title={reason}>
              <a
                className="flex-1 min-w-0 truncate hover:text-primary"
                href={path('/list/info/[id]', { id })}
              >
                <b className="font-500">{name}</b> <span className="text-note text-ink-2">{ypgg}</span>
              </a>
              <span className="flex-none num">
                {number}
                {bzdw}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The quantities are targets in the cart: pressed twice, nothing is there twice. */
export function useFill() {
  const [isBusy, setBusy] = useState(false);
  /** All of it is in the cart. */
  const [isDone, setDone] = useState(false);
  async function fill(lines: readonly { id: number; ck_id: number; number: number }[]) {
    setBusy(true);
    try {
      const { fillCart, filledText } = await import('#lib/client/stores/cart/fill.ts');
      const filled = await fillCart(lines.map(({ id, ck_id, number }) => ({ goods_id: id, ck_id, number })));
      const isWhole = filled.refused.length === 0;
      setDone(isWhole);
      showToast(isWhole ? 'success' : 'warning', filledText(filled), {
        link: { text: '去购物车', href: path('/cart') },
        duration: readDuration,
      });
    } catch (error) {
      reactToRefusal(error);
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, isDone, fill };
}
