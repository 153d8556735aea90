import { Countdown } from '#islands/pay/Countdown.tsx';
import { buttonClass } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Price } from '#islands/ui/Price.tsx';
import { PriceSegments } from '#islands/ui/PriceSegments.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { OrderWire } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import type { OrderVerb } from '#lib/rules/orders/order-state.ts';
import { piecesText } from '#lib/rules/terms/pieces.ts';
import { CaseTags } from './CaseTags.tsx';
import { toneOf } from './faces.ts';
import { LineGoods } from './LineGoods.tsx';
import { OrderActions } from './OrderActions.tsx';

/** Lines shown in the list; the rest is on the order's page. */
const shownLines = 3;

interface Props {
  order: OrderWire;
  /** The server's clock, ISO 8601. */
  now: string;
  /** True: its trade is paid by the button above it. */
  isPaidAbove?: boolean;
  onChanged: (verb: OrderVerb) => void;
}

/** One order of the list: seller, items, amount, state, actions. */
export function OrderCard({ order, now, isPaidAbove = false, onChanged }: Props) {
  const href = path('/order/info/[id]', { id: order.no });
  const more = order.lines.length - shownLines;
  return (
    <article className="panel overflow-hidden" aria-label={`订单${order.no}`}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-3 md:px-4 py-2 bg-card-dim text-small">
        <b className="font-600 text-body">{order.merchant}</b>
        {order.is_cold_chain === 1 && <Tag kind="info">冷链</Tag>}
        <b className={`ml-auto md:hidden ${toneOf(order.status)}`}>{order.status_text}</b>
        <span className="flex flex-wrap gap-x-4 text-note text-ink-2 num max-md:w-full">
          <span>
            订单号{' '}
            <a className="hover:text-primary" href={href}>
              {order.no}
            </a>
          </span>
          <time dateTime={order.created_at}>{momentText(order.created_at)}</time>
        </span>
      </header>
      <div className="grid md:grid-cols-[minmax(0,1fr)_128px_132px] md:divide-x md:divide-solid md:divide-y-0 md:divide-line">
        <ul>
          {order.lines.slice(0, shownLines).map((line) => (
            <li
              key={line.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 px-3 md:px-4 py-1.5 border-t border-t-solid border-line md:first:border-t-0"
            >
              <LineGoods line={line} size="small" />
              <p className="text-right text-small num">
                {line.price_segments ? (
                  <PriceSegments segments={line.price_segments} unit={line.bzdw} />
                ) : (
                  line.price !== undefined && `¥${showYuan(line.price)}`
                )}
                <span className="block text-note text-ink-2">
                  ×{line.number}
                  {line.bzdw}
                </span>
              </p>
            </li>
          ))}
          {more > 0 && (
            <li className="px-3 md:px-4 py-2 border-t border-t-solid border-line">
              <a className="link text-small" href={href}>
                还有{more}种商品，查看全部
              </a>
            </li>
          )}
        </ul>
        <div className="flex md:grid md:place-content-center md:justify-items-center items-baseline justify-end gap-x-2 px-3 md:px-2 py-2 max-md:(border-t border-t-solid border-line)">
          <span className="text-note text-ink-2 num">
            共{piecesText(order.lines.map(({ bzdw, number }) => ({ unit: bzdw, quantity: number })))}
          </span>
          <Price yuan={order.pay_amount} />
          <span className="text-note text-ink-2 num">
            {order.shipping_amount === '0.00' ? '免运费' : `含运费¥${showYuan(order.shipping_amount)}`}
          </span>
          {order.refunded_amount !== '0.00' && (
            <span className="text-note text-info-ink num">退款¥{showYuan(order.refunded_amount)}</span>
          )}
        </div>
        <div className="flex flex-wrap md:flex-col items-center justify-end md:justify-center gap-2 px-3 md:px-2 pb-2.5 md:py-3 text-small">
          {/* No paragraph: the cases are a list, which a browser would put outside of one. */}
          <div className="grid md:justify-items-center max-md:mr-auto">
            <b className={`max-md:hidden ${toneOf(order.status)}`}>{order.status_text}</b>
            <CaseTags cases={order.cases} isOpen />
            {order.deadline_at && (
              <span className="text-note text-ink-2">
                剩余 <Countdown until={order.deadline_at} now={now} onEnd={() => onChanged('pay')} />
              </span>
            )}
            <a className="link max-md:hidden" href={href} aria-label={`订单详情 ${order.no}`}>
              订单详情
            </a>
          </div>
          <a
            className={buttonClass('plain', 'small', 'md:hidden')}
            href={href}
            aria-label={`详情 ${order.no}`}
          >
            详情
          </a>
          <OrderActions order={order} size="small" isPaidAbove={isPaidAbove} onChanged={onChanged} />
        </div>
      </div>
    </article>
  );
}
