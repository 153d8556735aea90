import { buttonClass } from '#islands/ui/Button.tsx';
import type { OrderWire } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';
import type { OrderVerb } from '#lib/rules/orders/order-state.ts';
import { paidTogether } from './OrderActions.tsx';
import { OrderCard } from './OrderCard.tsx';
import { PayOthers } from './PayOthers.tsx';

interface Props {
  /** Of one trade. */
  orders: OrderWire[];
  /** The server's clock, ISO 8601. */
  now: string;
  onChanged: (verb: OrderVerb) => void;
}

/** The orders that were placed together, under one line that pays them together. */
export function TradeOrders({ orders, now, onChanged }: Props) {
  const [first] = orders;
  if (first === undefined) return null;
  const { trade_no, trade } = first;
  const mayPay = trade.orders > 1 && orders.some(({ actions }) => actions.includes('pay'));
  const cards = orders.map((order) => (
    <OrderCard key={order.no} order={order} now={now} isPaidAbove={mayPay} onChanged={onChanged} />
  ));
  if (orders.length === 1 && !mayPay) return cards;
  const merchants = [...new Set(orders.map(({ merchant }) => merchant))];
  return (
    <section
      aria-label={`交易${trade_no}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 p-2 rounded-panel bg-primary-wash"
    >
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-1 md:px-2 text-small">
        <b className="font-600">
          一起提交的{trade.placed}个订单
          {orders.length < trade.placed && `，本页${orders.length}个`}
        </b>
        <span className="flex-1 min-w-0 truncate text-ink-2">{merchants.join('、')}</span>
        {mayPay && (
          <a
            className={buttonClass('primary', 'small', 'max-md:w-full')}
            href={path('/cart/step3/[id]', { id: trade_no })}
          >
            付款{paidTogether(first)}
          </a>
        )}
        {mayPay && <PayOthers order={first} size="small" className="max-md:w-full" />}
      </p>
      {cards}
    </section>
  );
}

/** The list in order, with adjacent orders of a trade grouped. */
export function byTrade(list: readonly OrderWire[]): OrderWire[][] {
  return [...Map.groupBy(list, ({ trade_no }) => trade_no).values()];
}
