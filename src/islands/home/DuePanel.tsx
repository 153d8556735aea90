import { useState } from 'react';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { Button } from '#islands/ui/Button.tsx';
import { fillCart, filledText } from '#lib/client/stores/cart/fill.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { BuyerHome } from '#lib/contract/home.ts';
import { path } from '#lib/contract/routes.ts';
import { panel, panelEmpty, panelHead, panelRow, panelRows } from './panel.ts';

interface Props {
  due: BuyerHome['due'];
  mayOrder: boolean;
}

/** Rows on a wide window. */
const most = 7;

/** 该补货: one press puts all of it into the cart, in the usual quantities. */
export function DuePanel({ due: { total, list }, mayOrder }: Props) {
  const { isBusy, fill } = useFill();
  return (
    <section className={`${panel} home-due`} aria-label="该补货">
      <h2 className={panelHead}>
        该补货
        {total > 0 && <span className="font-400 text-small text-ink-2 num">{total}种</span>}
        <span className="flex items-center gap-2 ml-auto">
          <a
            className="link text-small font-400"
            href={path('/zzfw/kjcg', undefined, { tab: 'bought', order: 'due' })}
          >
            看全部
          </a>
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
  async function fill(lines: readonly { id: number; ck_id: number; number: number }[]) {
    setBusy(true);
    try {
      const filled = await fillCart(lines.map(({ id, ck_id, number }) => ({ goods_id: id, ck_id, number })));
      showToast(filled.refused.length > 0 ? 'warning' : 'success', filledText(filled), {
        link: { text: '去购物车', href: path('/cart') },
      });
    } catch (error) {
      reactToRefusal(error);
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, fill };
}
