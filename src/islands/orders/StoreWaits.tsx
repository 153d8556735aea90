import { buttonClass } from '#islands/ui/Button.tsx';
import type { OrderList } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  waits: OrderList['store_waits'];
  mayApprove: boolean;
}

/** A head office's list has only its own orders: stores with orders waiting for approval are shown above it. */
export function StoreWaits({ waits, mayApprove }: Props) {
  if (waits.length === 0) return null;
  return (
    <p className="panel flex flex-wrap items-center gap-3 mt-3 px-4 py-2 text-small">
      <span className="i-lucide-user-round-check text-title text-primary" aria-hidden="true" />
      门店订单待审核：{waits.map(({ name, trades }) => `${name}${trades}笔`).join('、')}
      {mayApprove && (
        <a className={buttonClass('primary', 'small', 'ml-auto')} href={path('/order/sp')}>
          去审核
        </a>
      )}
    </p>
  );
}
