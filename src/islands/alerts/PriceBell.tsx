import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { $asked } from '#lib/client/stores/goods/alerts.ts';

/** Loaded on demand: few use it. */
const PriceDialog = lazy(async () => ({ default: (await import('./PriceDialog.tsx')).PriceDialog }));

interface Props {
  id: number;
  /** The buyer's current price, yuan. */
  price: string;
  /** It was set before this page was opened. */
  isKnown: boolean;
  /** True: with text, on the item's own page. */
  isWide?: boolean;
  className: string;
}

/** 降价通知: sets an alert for a price of this buyer below a chosen one; a second click changes or ends it. */
export function PriceBell({ id, price, isKnown, isWide = false, className }: Props) {
  const isAsked = useStore($asked, { ssr: 'initial' }).get(`price:${id}`) ?? isKnown;
  const [isOpen, setOpen] = useState(false);
  const label = isAsked ? '已登记降价通知' : '降价通知';
  return (
    <>
      <button
        type="button"
        className={`${className} ${isAsked ? 'text-primary' : 'text-ink-3 hover:text-primary'}`}
        aria-label={isWide ? undefined : label}
        title={isAsked ? '改价或取消降价通知' : '降价时通知我'}
        onClick={() => setOpen(true)}
      >
        <span
          className={`${isAsked ? 'i-lucide-bell-ring' : 'i-lucide-bell-plus'} text-head`}
          aria-hidden="true"
        />
        {isWide && label}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <PriceDialog id={id} now={price} isAsked={isAsked} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
