import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { MessageBadge } from '#islands/messages/MessageBadge.tsx';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty, Failed, Loading } from '#islands/ui/Faces.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { $cart, loadCart } from '#lib/client/stores/cart/cart.ts';
import { viewCart } from '#lib/client/stores/cart/cart-view.ts';
import { $chatAim, noAim } from '#lib/client/stores/chat/aim.ts';
import { followCart } from '#lib/client/stores/live/cart-news.ts';
import { closeDrawer, isBesideCart } from '#lib/client/stores/shell/drawer.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { CartAside } from './CartAside.tsx';
import { DrawerLine } from './DrawerLine.tsx';

const DrawerChat = lazy(async () => ({ default: (await import('#islands/chat/DrawerChat.tsx')).DrawerChat }));

/** The content of the open drawer: the cart, or the chat. */
export function DrawerBody() {
  const aim = useStore($chatAim, { ssr: 'initial' });
  // Opened again by its own button it shows the cart.
  useEffect(() => () => $chatAim.set(null), []);
  return aim === null ? (
    <DrawerCart />
  ) : (
    <Suspense fallback={<Loading rows={5} />}>
      <DrawerChat aim={aim} />
    </Suspense>
  );
}

/**
 * The short cart, the button to continue, and the links to chat and messages. Beside the cart page what that has not.
 */
function DrawerCart() {
  const state = useStore($cart, { ssr: 'initial' });
  const [hasFailed, setFailed] = useState(false);

  function load() {
    setFailed(false);
    loadCart().catch(() => setFailed($cart.get() === null));
  }

  useEffect(() => {
    const stop = followCart();
    if ($cart.get() === null) load();
    return stop;
  }, []);

  const isAside = isBesideCart();
  return (
    <>
      <header className="flex items-center gap-3 pl-3 pr-1 h-title border-b border-b-solid border-line">
        <h2 className="text-lead">
          {isAside ? '凑单和稍后再买' : '购物车'}{' '}
          {state && !isAside && (
            <span className="text-note font-400 text-ink-2 num">{state.data.length}种</span>
          )}
        </h2>
        <ChatButton />
        <a href={path('/zhzx/wdxx')} className="flex items-center gap-1 text-small text-ink-2">
          <span className="i-lucide-bell" aria-hidden="true" />
          消息
          <MessageBadge />
        </a>
        <button type="button" className="icon-button" aria-label="收起购物车" onClick={closeDrawer}>
          <span
            className="i-lucide-panel-right-close max-lg:i-lucide-chevron-down text-head"
            aria-hidden="true"
          />
        </button>
      </header>
      <div className="flex-1 min-h-0 overflow-y-auto overscroll-contain">
        {isAside ? (
          <CartAside />
        ) : state ? (
          <Lines state={state} />
        ) : hasFailed ? (
          <Failed onRetry={load} />
        ) : (
          <Loading rows={5} />
        )}
      </div>
      {state && state.data.length > 0 && !isAside && <Foot state={state} />}
    </>
  );
}

/** Shows the chat in this place. */
function ChatButton() {
  const user = useStore($user, { ssr: 'initial' });
  if (user?.is_can_chat !== 1) return <span className="ml-auto" />;
  return (
    <button
      type="button"
      className="flex items-center gap-1 ml-auto p-0 border-0 bg-transparent text-small text-ink-2 cursor-pointer hover:text-primary"
      onClick={() => $chatAim.set(noAim)}
    >
      客服
      <MessageBadge of="chat" />
    </button>
  );
}

function Lines({ state }: { state: CartState }) {
  const { quoted } = viewCart(state);
  if (state.data.length === 0)
    return (
      <Empty icon="i-lucide-shopping-cart" title="购物车还是空的">
        <a className={buttonClass('primary', 'small')} href={path('/list')}>
          去选购药品
        </a>
      </Empty>
    );
  return (
    <ul>
      {state.data.map((line) => (
        <DrawerLine
          key={line.id}
          line={line}
          quoted={state.offers === null ? undefined : quoted.get(line.id)}
          mayOrder={state.may_order === 1}
        />
      ))}
    </ul>
  );
}

function Foot({ state }: { state: CartState }) {
  const view = viewCart(state);
  const counting = view.quote.lines.filter((line) => line.counts).length;
  return (
    <footer className="grid gap-2 p-3 border-t border-t-solid border-line">
      {state.offers !== null && (
        <p className="flex items-baseline justify-between text-small">
          <span className="text-ink-2 num">已选{counting}种</span>
          <span aria-live="polite">
            应付 <Price yuan={view.total.pay_amount} />
          </span>
        </p>
      )}
      <a className={buttonClass('primary', 'normal', 'w-full')} href={path('/cart')}>
        去购物车结算
      </a>
    </footer>
  );
}
