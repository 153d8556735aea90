import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { CartBadge } from '#islands/shell/CartBadge.tsx';
import { isProbablyLoggedIn } from '#lib/client/hint.ts';
import { $cartTotal } from '#lib/client/stores/cart/cart-total.ts';
import {
  $isDrawerOpen,
  closeDrawer,
  hasDrawerRoom,
  isBesideCart,
  openDrawer,
} from '#lib/client/stores/shell/drawer.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  /** rail: in the bar at the right edge · float: over the page of a tablet, when the cart is not empty. */
  look: 'rail' | 'float';
}

/** The button that opens and closes the cart drawer; a visitor is led to the login page. */
export function CartButton({ look }: Props) {
  const isOpen = useStore($isDrawerOpen, { ssr: 'initial' }) === true;
  const total = useStore($cartTotal, { ssr: 'initial' });
  const user = useStore($user, { ssr: 'initial' });
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

  function toggle() {
    if (!isProbablyLoggedIn()) location.assign(path('/cart'));
    // The cart is on the page already, and the drawer would cover it: scrolls to its top.
    else if (isBesideCart() && !hasDrawerRoom()) window.scrollTo({ top: 0 });
    else if (isOpen) closeDrawer();
    else openDrawer();
  }

  if (look === 'float') {
    const count = isMounted ? (total ?? user?.cart ?? 0) : 0;
    if (count === 0 || ownBars.some((one) => location.pathname.startsWith(one))) return null;
  }
  return (
    <button
      type="button"
      data-drawer-button
      aria-expanded={isOpen}
      aria-controls="cart-drawer"
      className={looks[look]}
      onClick={toggle}
    >
      <span
        className={`i-lucide-shopping-cart ${look === 'rail' ? 'text-head' : 'text-section'}`}
        aria-hidden="true"
      />
      {look === 'rail' ? '购物车' : <span className="sr-only">打开购物车</span>}
      <span
        className={
          look === 'rail' ? 'absolute right-0 top-0 scale-80 origin-top-right' : 'absolute -right-1 -top-1'
        }
      >
        <CartBadge />
      </span>
    </button>
  );
}

// Its HTML before hydration is cached (server/fast/pages/cached-islands.ts).
CartButton.isStill = true;

/**
 * Nothing floats there: in the checkout the cart is the previous page, and the bar of the quick purchase, with its cart
 * button, occupies the same corner.
 */
const ownBars = [path('/cart'), path('/zzfw/kjcg')];

const looks = {
  rail: 'relative grid place-content-center justify-items-center gap-1 w-full h-bar p-0 border-0 bg-transparent text-note leading-14px text-center whitespace-nowrap text-ink-2 hover:(bg-primary-wash text-primary) aria-expanded:(bg-primary text-white)',
  // A phone has its cart in the bar at the bottom.
  float:
    'max-md:hidden lg:hidden fixed right-3 bottom-[calc(68px+env(safe-area-inset-bottom))] z-29 grid place-items-center w-48px h-head p-0 border border-solid border-line rounded-full bg-card text-primary shadow-float',
} as const;
