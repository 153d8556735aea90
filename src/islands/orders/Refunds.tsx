import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';

/** Money that came back, or is on its way, and where to; what vouchers had paid goes back onto them. */
export function Refunds({ order }: { order: OrderDetail }) {
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
