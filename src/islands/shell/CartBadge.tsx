import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $cartTotal } from '#lib/client/stores/cart/cart-total.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import { badgeText } from '#lib/contract/constants.ts';

/**
 * The number of lines in the cart, at most 99; nothing for an empty or unknown cart. Its place is reserved around it.
 */
export function CartBadge() {
  const total = useStore($cartTotal, { ssr: 'initial' });
  const user = useStore($user, { ssr: 'initial' });
  // The server's HTML shows no number; a known one appears right after hydration.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const count = isMounted ? (total ?? user?.cart ?? 0) : 0;
  if (count === 0) return null;
  return (
    <span className="badge">
      {badgeText(count)}
      <span className="sr-only">种商品</span>
    </span>
  );
}

// Its HTML before hydration is cached (server/fast/pages/cached-islands.ts).
CartBadge.isStill = true;
