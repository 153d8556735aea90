import { useCallback, useState } from 'react';
import { useNews } from '#islands/shell/use-news.ts';
import { PictureList } from '#islands/ui/files/PictureList.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { loadOrder } from '#lib/client/stores/orders/orders.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import type { OrderVerb } from '#lib/rules/orders/order-state.ts';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderHead } from './OrderHead.tsx';
import { OrderLines } from './OrderLines.tsx';
import { Shipments } from './Shipments.tsx';

/** One order: state, items, amounts, parcels. */
export function OrderPage({ initial }: { initial: OrderDetail }) {
  const [order, setOrder] = useState(initial);
  const { no } = initial;
  const reload = useCallback(async () => {
    await loadOrder(no).then(setOrder, () => undefined);
  }, [no]);
  useNews('order', () => void reload());

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

/** Everything that happened to the order, the newest first. */
function Timeline({ order }: { order: OrderDetail }) {
  return (
    <section className="panel" aria-labelledby="timeline">
      <h2 id="timeline" className="panel-title">
        订单动态
      </h2>
      <ol className="grid gap-2.5 px-4 py-3 text-small">
        {order.timeline.toReversed().map((event, at) => (
          <li
            key={`${event.at}-${event.text}-${event.note}`}
            className="grid grid-cols-[8px_minmax(0,1fr)] md:grid-cols-[8px_130px_90px_minmax(0,1fr)] gap-x-3 items-baseline"
          >
            <span
              aria-hidden="true"
              className={`w-8px h-8px rounded-full ${at === 0 ? 'bg-primary' : 'bg-line-strong'}`}
            />
            <time dateTime={event.at} className="text-note text-ink-2 num">
              {momentText(event.at)}
            </time>
            <b className="font-500 max-md:col-start-2">{event.text}</b>
            <div className="text-ink-2 max-md:col-start-2 break-all">
              {event.note}
              <PictureList files={event.files} label="图片" />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Money that came back, or is on its way, and where to; what vouchers had paid goes back onto them. */
function Refunds({ order }: { order: OrderDetail }) {
  const onVouchers = order.refunds.reduce((sum, refund) => sum + (parseYuan(refund.voucher_amount) ?? 0), 0);
  return (
    <section className="panel" aria-labelledby="refunds">
      <h2 id="refunds" className="panel-title">
        退款记录
        <span className="text-small font-400 text-ink-2 num">
          合计 ¥{showYuan(order.refunded_amount)}
          {onVouchers > 0 && `，另退回现金券 ¥${showYuan(onVouchers)}`}
        </span>
      </h2>
      <ul>
        {order.refunds.map((refund) => (
          <li
            key={refund.no}
            className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2.5 border-b border-b-solid border-line last:border-b-0 text-small"
          >
            {refund.amount !== '0.00' && (
              <span className="num">
                {refund.place_text} <b>¥{showYuan(refund.amount)}</b>
              </span>
            )}
            {refund.voucher_amount !== '0.00' && (
              <span className="num">
                退回现金券 <b>¥{showYuan(refund.voucher_amount)}</b>
              </span>
            )}
            <Tag kind="info">{refund.status_text}</Tag>
            {refund.reason !== '' && <span>{refund.reason}</span>}
            <span className="text-note text-ink-2 num md:ml-auto">
              {refund.no} · <time dateTime={refund.at}>{momentText(refund.at)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
