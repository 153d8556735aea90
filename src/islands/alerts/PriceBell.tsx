import { useStore } from '@nanostores/react';
import { $asked, askForPrice } from '#lib/client/stores/alerts.ts';

interface Props {
  id: number;
  /** True: with its words, on the goods' own page. */
  isWide?: boolean;
  className: string;
}

/** 降价通知: asks to be told when this buyer would pay less than now. */
export function PriceBell({ id, isWide = false, className }: Props) {
  const isAsked = useStore($asked, { ssr: 'initial' }).has(`price:${id}`);
  const label = isAsked ? '已登记降价通知' : '降价通知';
  return (
    <button
      type="button"
      className={`${className} ${isAsked ? 'text-primary' : 'text-ink-3'} hover:text-primary`}
      aria-label={isWide ? undefined : label}
      title={isAsked ? '降价后会在“我的消息”里通知您' : '降价时通知我'}
      disabled={isAsked}
      onClick={() => void askForPrice(id)}
    >
      <span
        className={`${isAsked ? 'i-lucide-bell-ring' : 'i-lucide-bell-plus'} text-18px`}
        aria-hidden="true"
      />
      {isWide && label}
    </button>
  );
}
