import { useStore } from '@nanostores/react';
import { $cartNumbers } from '#lib/client/stores/cart/cart-total.ts';
import { $offers } from '#lib/client/stores/goods/offers.ts';

/** The pieces of an item in the cart, at the corner of its button; nothing for zero. */
export function InCart({ id }: { id: number }) {
  const count = usePieces(id);
  if (count === 0) return null;
  return (
    <span className="absolute -right-1 -top-2 badge">
      <span className="sr-only">，购物车中已有</span>
      {count}
    </span>
  );
}

/** 购物车已有, next to the button on the item's own page. */
export function InCartNote({ id, unit }: { id: number; unit: string }) {
  const count = usePieces(id);
  if (count === 0) return null;
  return (
    <span className="max-md:hidden self-center text-small text-ink-2 num">
      购物车已有{count}
      {unit}
    </span>
  );
}

function usePieces(id: number): number {
  const key = String(id);
  const own = useStore($cartNumbers, { keys: [key], ssr: 'initial' })[key];
  const offer = useStore($offers, { keys: [key], ssr: 'initial' })[key];
  return own ?? offer?.cart_num ?? 0;
}
