import { useStore } from '@nanostores/react';
import { Button } from '#islands/ui/Button.tsx';
import { $asked, askForStock, endAlert } from '#lib/client/stores/goods/alerts.ts';

interface Props {
  id: number;
  /** It was set before this page was opened. */
  isKnown: boolean;
  className: string;
}

/** 到货通知: sets an alert for an item being back in stock; a second click ends it. */
export function StockBell({ id, isKnown, className }: Props) {
  const isAsked = useStore($asked, { ssr: 'initial' }).get(`stock:${id}`) ?? isKnown;
  return (
    <Button
      kind="ghost"
      className={`${className} ${isAsked ? 'border-line text-ink-2 bg-card' : ''}`}
      aria-pressed={isAsked}
      title={isAsked ? '再按一次取消到货通知' : '到货时通知我'}
      onClick={() => void (isAsked ? endAlert(id, 'stock') : askForStock(id))}
    >
      {isAsked ? '已登记到货通知' : '到货通知'}
    </Button>
  );
}
