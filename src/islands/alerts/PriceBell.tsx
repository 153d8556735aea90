import { useStore } from '@nanostores/react';
import { $asked, askForPrice } from '#lib/client/stores/goods/alerts.ts';

interface Props {
  id: number;
  /** True: with its words, on the goods' own page. */
  isWide?: boolean;
  className: string;
}

/** 降价通知: asks to be told when this buyer would pay less than now. */
export function PriceBell({ id, isWide = false, className }: Props) {
  const isAsked = useStore($asked, { ssr: 'initial' }).has(`price:${id}`);
  const tone = !isAsked
    ? 'text-ink-3 hover:text-primary'
    : isWide
      ? 'aria-[disabled=true]:(border-line text-ink-3)'
      : 'text-primary cursor-not-allowed';
  const label = isAsked ? '已登记降价通知' : '降价通知';
  return (
    <button
      type="button"
      className={`${className} ${tone}`}
      aria-label={isWide ? undefined : label}
      title={isAsked ? '降价后会在“我的消息”里通知您' : '降价时通知我'}
      // Not `disabled`: the focus stays where it was pressed.
      aria-disabled={isAsked || undefined}
      onClick={isAsked ? undefined : () => void askForPrice(id)}
    >
      <span
        className={`${isAsked ? 'i-lucide-bell-ring' : 'i-lucide-bell-plus'} text-head`}
        aria-hidden="true"
      />
      {isWide && label}
    </button>
  );
}
