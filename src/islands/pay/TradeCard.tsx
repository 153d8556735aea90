import { Price } from '#islands/ui/Price.tsx';
import type { TradeWire } from '#lib/contract/payments/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';

const looks = {
  wide: {
    row: 'grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[140px_minmax(0,1fr)_190px_110px]',
    goods: 'max-md:row-start-2',
    no: 'max-md:row-start-3 max-md:col-span-2',
    amount: 'max-md:row-start-1 max-md:col-start-2',
  },
  /** In a column beside the ways to pay. */
  narrow: {
    row: 'grid-cols-[minmax(0,1fr)_auto]',
    goods: 'row-start-2 col-span-2',
    no: 'row-start-3 col-span-2',
    amount: 'row-start-1 col-start-2',
  },
} as const;

/** The orders of a trade: who sells what, and what each asks for. */
export function TradeOrders({ trade, isNarrow = false }: { trade: TradeWire; isNarrow?: boolean }) {
  const look = looks[isNarrow ? 'narrow' : 'wide'];
  return (
    <ul className="grid">
      {trade.orders.map((order) => {
        // An order that was cancelled meanwhile is not part of the amount.
        const isApart = order.status_text !== trade.status_text;
        return (
          <li
            key={order.no}
            className={`grid ${look.row} items-center gap-x-4 gap-y-0.5 px-4 py-2 border-t border-t-solid border-line text-small`}
          >
            <span className="font-500 truncate">
              {order.merchant}
              {isApart && <span className="tag-plain ml-1.5">{order.status_text}</span>}
            </span>
            <span className={`${look.goods} text-ink-2 truncate`}>
              {order.goods}，共{order.pieces}
            </span>
            <a
              className={`${look.no} num text-note text-ink-2 hover:text-primary`}
              href={path('/order/info/[id]', { id: order.no })}
            >
              {order.no}
            </a>
            <span className={`${look.amount} text-right`}>
              {isApart ? (
                <s className="num text-ink-3">¥{showYuan(order.pay_amount)}</s>
              ) : (
                <Price yuan={order.pay_amount} size="small" />
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
