import { useEffect, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { isWaiting, watchPayment } from '#lib/client/stores/orders/pay.ts';
import type { PayStatus } from '#lib/contract/payments/schema.ts';
import { path } from '#lib/contract/routes.ts';

interface Face {
  icon: string;
  color: string;
  title: string;
  text: string;
}

const faces = {
  paid: {
    icon: 'i-lucide-circle-check-big',
    color: 'text-primary',
    title: '支付成功',
    text: '商家将尽快发货，可在订单中查看批号、效期和物流。',
  },
  pending: {
    icon: 'i-lucide-loader-circle animate-spin motion-reduce:animate-none',
    color: 'text-info',
    title: '正在确认支付结果',
    text: '已付款的请稍候，支付机构通知到达后本页自动更新，请勿重复付款。',
  },
  failed: {
    icon: 'i-lucide-circle-x',
    color: 'text-price',
    title: '支付失败',
    text: '订单仍为您保留，可在付款时限内重新支付。',
  },
  closed: {
    icon: 'i-lucide-circle-slash',
    color: 'text-ink-3',
    title: '支付已关闭',
    text: '该笔支付已被新的支付替代，或订单已取消；如已付款，款项将原路退回。',
  },
  refunded: {
    icon: 'i-lucide-undo-2',
    color: 'text-info',
    title: '款项已退回',
    text: '订单已取消或已支付，该笔款项已原路退回。',
  },
} satisfies Record<PayStatus['status'], Face>;

/** Step 4: what the server says about the payment, asked again while it is open. */
export function PayResult({ initial }: { initial: PayStatus }) {
  const [payment, setPayment] = useState(initial);
  useEffect(() => (isWaiting(initial) ? watchPayment(initial.pay_no, setPayment) : undefined), [initial]);
  const face = faces[payment.status];
  const orders = payment.trades.flatMap((trade) => trade.orders);
  const unpaid = payment.trades.filter((trade) => unpaidStates.has(trade.status));
  const [only] = orders;
  return (
    <section className="panel grid justify-items-center gap-2 px-4 py-12 text-center" aria-live="polite">
      <span className={`${face.icon} ${face.color} text-hero`} aria-hidden="true" />
      <h1 className="mt-1 text-large font-600">{face.title}</h1>
      <p className="text-ink-2 max-w-460px">{payment.reason || face.text}</p>
      <p className="mt-2">
        {payment.provider_text} <Price yuan={payment.amount} />
      </p>
      {payment.parts.length > 1 && (
        <p className="num text-small text-ink-2">
          {payment.parts.map((part) => `${part.provider_text} ¥${part.amount}`).join(' + ')}
        </p>
      )}
      <p className="num text-note text-ink-2">支付单号 {payment.pay_no}</p>
      <ul className="flex flex-wrap justify-center gap-x-5 gap-y-1 mt-1 text-small">
        {orders.map((order) => (
          <li key={order.no}>
            <a className="link num" href={path('/order/info/[id]', { id: order.no })}>
              {order.no}
            </a>{' '}
            <span className="text-ink-2">{order.status_text}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-center gap-3 mt-5">
        {isWaiting(payment) && (
          <Button kind="ghost" onClick={() => location.reload()}>
            刷新结果
          </Button>
        )}
        {unpaid[0] && (
          <a
            className={buttonClass(isWaiting(payment) ? 'plain' : 'primary')}
            href={unpaid.length > 1 ? path('/cart/hm') : path('/cart/step3/[id]', { id: unpaid[0].trade_no })}
          >
            {isWaiting(payment) ? '换一种方式支付' : '重新支付'}
          </a>
        )}
        <a
          className={buttonClass(unpaid[0] ? 'plain' : 'primary')}
          href={orders.length === 1 && only ? path('/order/info/[id]', { id: only.no }) : path('/order')}
        >
          查看订单
        </a>
        <a className={buttonClass('plain')} href={path('/list')}>
          继续采购
        </a>
      </div>
    </section>
  );
}

const unpaidStates: ReadonlySet<string> = new Set(['unpaid']);
