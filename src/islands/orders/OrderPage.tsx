import { useCallback, useEffect, useState } from 'react';
import { onNews } from '#lib/client/stores/live/events.ts';
import { loadOrder } from '#lib/client/stores/orders/orders.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';
import type { OrderVerb } from '#lib/rules/orders/order-state.ts';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderHead } from './OrderHead.tsx';
import { OrderLines } from './OrderLines.tsx';
import { Refunds } from './Refunds.tsx';
import { Shipments } from './Shipments.tsx';
import { Timeline } from './Timeline.tsx';

/** One order: state, items, amounts, parcels. */
export function OrderPage({ initial }: { initial: OrderDetail }) {
  const [order, setOrder] = useState(initial);
  const { no } = initial;
  const reload = useCallback(async () => {
    await loadOrder(no).then(setOrder, () => undefined);
  }, [no]);
  useEffect(() => onNews('order', () => void reload()), [reload]);

  function onChanged(verb: OrderVerb) {
    if (verb === 'hide') location.assign(path('/order'));
    else void reload();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <OrderHead order={order} onChanged={onChanged} />
      {order.shipments.length > 0 && <Shipments no={no} shipments={order.shipments} lines={order.lines} />}
      <OrderFacts order={order} />
      <OrderLines order={order} />
      {order.refunds.length > 0 && <Refunds order={order} />}
      <Timeline order={order} />
    </div>
  );
}
