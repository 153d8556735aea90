import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Price } from '#islands/ui/Price.tsx';
import type { PayChoice, PayMethod, PayStatus, TradeWire } from '#lib/contract/payments/calls.ts';
import type { PayLink } from '#lib/contract/payments/links.ts';
import { path } from '#lib/contract/routes.ts';
import { Countdown } from './Countdown.tsx';
import { PayBox } from './PayBox.tsx';
import { PayLinkBox } from './PayLinkBox.tsx';
import { TradeOrders } from './TradeCard.tsx';

interface Props {
  /** With a payment of it that waits for a phone. */
  trade: TradeWire & { waiting: PayStatus | null };
  methods: PayMethod[];
  /** Null where nobody else could pay it. */
  link: PayLink | null;
  /** Number of trades that could be paid together with it. */
  others: number;
  /** The choice of the confirm page. */
  wanted: PayChoice;
  /** The server's clock, ISO 8601. */
  now: string;
}

/** Step 3: one trade, its deadline and the ways to pay it. */
export function PayPage({ trade, methods, link, others, wanted, now }: Props) {
  if (trade.can_pay === 0) return <CannotPay trade={trade} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px] gap-3 items-start">
      <section className="panel flex flex-wrap items-center gap-x-8 gap-y-2 px-4 md:px-6 py-4 lg:col-span-2">
        <p className="grid">
          <span className="text-small text-ink-2">应付金额</span>
          <Price yuan={trade.pay_amount} size="big" />
        </p>
        <div className="min-w-0">
          <h1 className="text-head font-600">订单已提交，请尽快付款</h1>
          <p className="mt-1 text-small text-ink-2">
            请在 <Countdown until={trade.deadline_at} now={now} onEnd={() => location.reload()} />{' '}
            内完成支付，超时订单自动取消
          </p>
          <Later trade={trade} />
        </div>
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <PayBox
          methods={methods}
          tradeNos={[trade.trade_no]}
          amount={trade.pay_amount}
          waiting={trade.waiting}
          wanted={wanted}
        />
        {link && <PayLinkBox tradeNo={trade.trade_no} initial={link} now={now} />}
        {others > 0 && (
          <p className="text-small text-ink-2">
            另有{others}笔交易待付款，可以
            <a className="link underline" href={path('/cart/hm')}>
              合并支付
            </a>
          </p>
        )}
      </div>
      <section className="panel lg:(sticky top-17)" aria-labelledby="summary">
        <h2 id="summary" className="panel-title">
          共{trade.orders.length}个订单
        </h2>
        <TradeOrders trade={trade} isNarrow />
        <p className="px-4 py-2.5 border-t border-t-solid border-line text-note text-ink-2">
          收货 {trade.receiver}
          <span className="block num">交易号 {trade.trade_no}</span>
        </p>
      </section>
    </div>
  );
}

/** Where only some orders, those of a flash sale, expire at the time shown above. */
function Later({ trade: { orders, deadline_at } }: Pick<Props, 'trade'>) {
  const hasty = orders.filter((order) => order.deadline_at === deadline_at);
  if (!orders.some((order) => order.deadline_at > deadline_at)) return null;
  return (
    <p className="mt-0.5 text-small text-promo-ink">
      只有含秒杀商品的{hasty.length}个订单（{hasty.map(({ merchant }) => merchant).join('、')}
      ）到时取消，其余订单另有15分钟
    </p>
  );
}

const reasons = {
  paid: '该交易已支付，无需重复付款。',
  cancelled: '交易已取消或超时，占用的库存已退回。可在订单中再来一单。',
  unpaid: '订单需企业内审核，通过后即可付款。',
} satisfies Record<TradeWire['status'], string>;

function CannotPay({ trade }: { trade: TradeWire }) {
  return (
    <section className="panel">
      <h1 className="sr-only">支付订单</h1>
      <Empty icon="i-lucide-receipt-text" title={`交易${trade.status_text}`} text={reasons[trade.status]}>
        <a className={buttonClass()} href={path('/order')}>
          查看我的订单
        </a>
        <a className={buttonClass('plain')} href={path('/list')}>
          继续采购
        </a>
      </Empty>
    </section>
  );
}
