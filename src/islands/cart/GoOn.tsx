import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { $cartPending, $cartResting } from '#lib/client/stores/cart/cart.ts';
import type { CartView } from '#lib/client/stores/cart/cart-view.ts';
import type { CartState } from '#lib/contract/cart/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { formatYuan } from '#lib/rules/money/money.ts';

interface Props {
  state: CartState;
  view: CartView;
  /** Lines that count. */
  count: number;
}

/** Why the checkout is closed just now; null when it is open. */
function findObstacle(state: CartState, view: CartView, count: number): string | null {
  if (state.may_order === 0) return '您的角色不能下单，请联系企业管理员';
  if (state.offers === null) return state.data[0]?.refusal?.reason ?? '暂不能下单';
  if (count === 0) return '请选择要结算的商品';
  const short = view.quote.groups.find((group) => group.minimumGap > 0);
  if (!short) return null;
  const name = state.merchants.find((merchant) => merchant.id === short.merchantId)?.name ?? '商家';
  return `${name}起订还差 ¥${formatYuan(short.minimumGap)}`;
}

/** The way to the confirm page, or the reason why it is closed. */
export function GoOn({ state, view, count }: Props) {
  const pending = useStore($cartPending) + useStore($cartResting);
  const [isGoing, setGoing] = useState(false);
  const obstacle = findObstacle(state, view, count);

  // Leaves when the last change has arrived, so that the next page sees it.
  useEffect(() => {
    if (isGoing && pending === 0) location.assign(path('/cart/step2'));
  }, [isGoing, pending]);
  // Coming back by the browser's button finds the page as it was left.
  useEffect(() => {
    const onShow = () => setGoing(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  return (
    <div className="grid justify-items-end gap-0.5 only-of-type:ml-auto max-md:(w-full justify-items-stretch)">
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
        <span id="cart-obstacle" className="text-note text-promo-ink text-center">
          {obstacle}
        </span>
      )}
    </div>
  );
}
