import { type ButtonSize, buttonClass } from '#islands/ui/Button.tsx';
import { balanceProvider } from '#lib/contract/constants.ts';
import type { OrderWire } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  order: Pick<OrderWire, 'trade_no' | 'trade'>;
  size: ButtonSize;
  className?: string;
}

/** 找人代付, next to the payment of the trade: opens the page that makes its link. */
export function PayOthers({ order, size, className }: Props) {
  if (order.trade.may_link === 0) return null;
  return (
    <a className={buttonClass('plain', size, className)} href={payOthersPath(order.trade_no)}>
      找人代付
    </a>
  );
}

/** With a way to pay, because otherwise a begun transfer would be continued. */
export function payOthersPath(tradeNo: string): string {
  return `${path('/cart/step3/[id]', { id: tradeNo }, { provider: balanceProvider })}#pay-link`;
}
