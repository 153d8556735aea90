import { useStore } from '@nanostores/react';
import { HintButton } from '#islands/cart/HintButton.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { $cart } from '#lib/client/stores/cart/cart.ts';
import { $later, bringBack } from '#lib/client/stores/cart/cart-later.ts';
import { viewCart } from '#lib/client/stores/cart/cart-view.ts';
import { $chatAim, noAim } from '#lib/client/stores/chat/aim.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import type { CartState, LaterList } from '#lib/contract/cart/calls.ts';
import { missingOf } from './missing.ts';

/** Beside the cart page, which shows its lines itself: what is missing to each reduction, kept for later, service. */
export function CartAside() {
  const state = useStore($cart, { ssr: 'initial' });
  const later = useStore($later, { ssr: 'initial' });
  return (
    <div className="grid content-start gap-4 p-3 text-small">
      {state && <MissingList state={state} />}
      {later && state && <KeptLines later={later} mayOrder={state.may_order === 1} />}
      <ServiceButton />
    </div>
  );
}

/** The chat where the shop has one, else the contacts. */
function ServiceButton() {
  const user = useStore($user, { ssr: 'initial' });
  const opens =
    user?.is_can_chat === 1 ? { onClick: () => $chatAim.set(noAim) } : { popoverTarget: 'service' };
  return (
    <button type="button" className="btn-plain btn-small justify-self-start" {...opens}>
      <span className="i-lucide-headset text-body" aria-hidden="true" />
      联系客服
    </button>
  );
}

function MissingList({ state }: { state: CartState }) {
  const missing = state.offers === null ? [] : missingOf(viewCart(state).quote, state.merchants);
  return (
    <section aria-labelledby="missing-title">
      <h3 id="missing-title" className="mb-1 text-body font-600">
        还差多少
      </h3>
      {missing.length === 0 ? (
        <p className="text-ink-2">勾选的商品没有差一点就能享受的优惠</p>
      ) : (
        <ul>
          {missing.map(({ key, of, name, text, input }) => (
            <li
              key={key}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-2 border-t border-t-solid border-line first:border-t-0"
            >
              <p className="text-note text-ink-2 truncate" title={`${of} ${name}`}>
                {[of, name].filter(Boolean).join(' · ')}
              </p>
              <span className="row-span-2">
                <HintButton input={input} label={`${of}${name}`} />
              </span>
              <p className="num text-promo-ink">{text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function KeptLines({ later: { list }, mayOrder }: { later: LaterList; mayOrder: boolean }) {
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="later-aside-title">
      <h3 id="later-aside-title" className="mb-1 text-body font-600">
        稍后再买 <span className="text-note font-400 text-ink-2 num">{list.length}种</span>
      </h3>
      <ul>
        {list.map((line) => {
          const name = line.goods?.name ?? line.combination?.name ?? '已失效的商品';
          return (
            <li
              key={line.id}
              className="flex items-center gap-2 py-1.5 border-t border-t-solid border-line first:border-t-0"
            >
              <span className="flex-1 min-w-0 truncate" title={name}>
                {name} <span className="text-note text-ink-2">{line.goods?.ypgg}</span>
              </span>
              <Button
                kind="ghost"
                size="small"
                disabled={!mayOrder}
                aria-label={`${name}放回购物车`}
                onClick={() => void bringBack(line.id)}
              >
                放回
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
