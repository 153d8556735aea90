import { useStore } from '@nanostores/react';
import { Button } from '#islands/ui/Button.tsx';
import { $asked, askForStock } from '#lib/client/stores/goods/alerts.ts';

/** 到货通知: asks to be told when a goods is back. */
export function StockBell({ id, className }: { id: number; className: string }) {
  const isAsked = useStore($asked, { ssr: 'initial' }).has(`stock:${id}`);
  return (
    <Button
      kind="ghost"
      className={`${className} aria-[disabled=true]:(border-line text-ink-3 bg-card)`}
      // Not `disabled`: the focus stays where it was pressed.
      aria-disabled={isAsked || undefined}
      title={isAsked ? '到货后会在“我的消息”里通知您' : '到货时通知我'}
      onClick={isAsked ? undefined : () => void askForStock(id)}
    >
      {isAsked ? '已登记到货通知' : '到货通知'}
    </Button>
  );
}
