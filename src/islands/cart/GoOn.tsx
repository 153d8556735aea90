import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { $cartPending, $cartResting, selectLines } from '#lib/client/stores/cart/cart.ts';
import type { CartView } from '#lib/client/stores/cart/cart-view.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  state: CartState;
  view: CartView;
  /** Lines that count. */
  count: number;
}

/** Merchants whose minimum is not reached by what is ticked. */
function shortOf(view: CartView) {
  return view.quote.groups.filter((group) => group.minimumGap > 0);
}

/** Why the checkout is closed just now; null when it is open. */
function findObstacle(state: CartState, view: CartView, count: number): string | null {
  if (state.may_order === 0) return '您的角色不能下单，请联系企业管理员';
  if (state.offers === null) return state.data[0]?.refusal?.reason ?? '暂不能下单';
  if (count === 0) return '请选择要结算的商品';
  const [short] = shortOf(view);
  if (!short) return null;
  const name = state.merchants.find((merchant) => merchant.id === short.merchantId)?.name ?? '商家';
  return `${name}起订还差 ¥${showYuan(short.minimumGap)}`;
}

/** The way to the confirm page, or the reason why it is closed. */
export function GoOn({ state, view, count }: Props) {
  const pending = useStore($cartPending) + useStore($cartResting);
  const [isGoing, setGoing] = useState(false);
  const obstacle = findObstacle(state, view, count);
  const short = state.may_order === 1 && state.offers !== null ? shortOf(view) : [];

  /** The others can be bought meanwhile. */
  function leaveOut() {
    const ids = new Set(short.flatMap((group) => group.lineIds));
    void selectLines(
      state.data.filter((line) => ids.has(line.id) && line.is_wanted === 1).map((line) => line.id),
      false,
    );
  }

  // Leaves when the last change has arrived, so that the next page sees it.
  useEffect(() => {
    if (isGoing && pending === 0) location.assign(path('/cart/step2'));
  }, [isGoing, pending]);
  // The browser's back button restores the page as it was left. The first pageshow comes at the end of loading, which
  // may be after the click.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setGoing(false);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  return (
    <div className="flex-none grid justify-items-end gap-0.5 md:max-w-280px max-md:(flex-1 min-w-0 justify-items-stretch)">
      <Button
        size="big"
        busy={isGoing}
        disabled={obstacle !== null}
        aria-describedby={obstacle ? 'cart-obstacle' : undefined}
        onClick={() => setGoing(true)}
      >
        去结算{count > 0 && <span className="num">（{count}）</span>}
      </Button>
      {obstacle && (
        <span id="cart-obstacle" className="text-note text-promo-ink text-center md:text-right">
          {obstacle}
          {short.length > 0 && (
            <Button kind="text" size="small" className="ml-1" onClick={leaveOut}>
              {short.length === 1 ? '暂不结算该商家' : `暂不结算起订不足的${short.length}家`}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}
