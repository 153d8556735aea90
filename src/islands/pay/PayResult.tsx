import { useEffect, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Price } from '#islands/ui/Price.tsx';
import { isWaiting, watchPayment } from '#lib/client/stores/orders/pay.ts';
import type { PayStatus, PayTransfer } from '#lib/contract/payments/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { resultStepText } from '#lib/rules/orders/payment-state.ts';
import { TransferPanel } from './TransferPanel.tsx';

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
    text: '商家按下面的时间发货，超时可以催发货；发货后在订单中查看批号、效期和物流。',
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

/** Step 4: the server's state of the payment, polled while it is open. */
export function PayResult({ initial }: { initial: PayStatus }) {
  const [payment, setPayment] = useState(initial);
  useEffect(() => (isWaiting(initial) ? watchPayment(initial.pay_no, setPayment) : undefined), [initial]);
  const { transfer, status } = payment;
  // The step bar belongs to the page around it.
  useEffect(() => {
    const step = document.querySelector('[aria-current=step] [data-step-name]');
    if (step) step.textContent = resultStepText(status, transfer !== null);
  }, [status, transfer]);
  const isSent = transfer !== null && isWaiting(payment);
  const isShort = isSent && transfer.state === 'short';
  const face = isSent ? transferFaces[transfer.state] : faces[payment.status];
  const orders = payment.trades.flatMap((trade) => trade.orders);
  const unpaid = payment.trades.filter((trade) => unpaidStates.has(trade.status));
  const [only] = orders;
  return (
    <section className="panel grid justify-items-center gap-2 px-4 py-8 text-center" aria-live="polite">
      <span className={`${face.icon} ${face.color} text-hero`} aria-hidden="true" />
      <h1 className="mt-1 text-large font-600">{face.title}</h1>
      <p className="text-ink-2 max-w-460px">{payment.reason || face.text}</p>
      {isSent && transfer.reason !== '' && (
        <p className="max-w-640px px-3 py-2 rounded bg-promo-wash text-promo-ink text-small">
          {transfer.state === 'refused' && '驳回原因：'}
          {transfer.reason}
        </p>
      )}
      <p className="mt-2">
        {isShort ? '还差' : payment.provider_text} <Price yuan={isShort ? transfer.lacks : payment.amount} />
      </p>
      {payment.parts.length > 1 && (
        <p className="num text-small text-ink-2">
          {payment.parts.map((part) => `${part.provider_text} ¥${showYuan(part.amount)}`).join(' + ')}
        </p>
      )}
      {/* A transfer's panel names it as what is to be written on the transfer. */}
      {!isSent && <p className="num text-note text-ink-2">支付单号 {payment.pay_no}</p>}
      <PaidOrders orders={orders} />
      {isSent && <TransferPanel payment={payment} transfer={transfer} onPayment={setPayment} />}
      <div className="flex flex-wrap justify-center gap-3 mt-5">
        {isWaiting(payment) && !isSent && (
          <Button kind="ghost" onClick={() => location.reload()}>
            刷新结果
          </Button>
        )}
        {unpaid[0] && !(isSent && transfer.until === '') && (
          <a
            className={buttonClass(isWaiting(payment) ? 'plain' : 'primary')}
            href={
              unpaid.length > 1
                ? path('/cart/hm')
                : path('/cart/step3/[id]', { id: unpaid[0].trade_no }, isSent ? { provider: 'balance' } : {})
            }
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

/** The orders of a payment: of whom, how much, and what comes next; the end of a number tells two apart. */
function PaidOrders({ orders }: { orders: PayStatus['trades'][number]['orders'] }) {
  return (
    <ul
      aria-label="订单"
      className="w-full max-w-640px mt-3 border border-solid border-line rounded text-left text-small"
    >
      {orders.map((order) => (
        <li
          key={order.no}
          className="grid grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_auto_100px] items-center gap-x-4 gap-y-0.5 px-4 py-2 border-t border-t-solid border-line first:border-t-0"
        >
          <span className="truncate">
            <b className="font-600">{order.merchant}</b>{' '}
            <a
              className="link num text-note"
              href={path('/order/info/[id]', { id: order.no })}
              title={order.no}
            >
              <span className="sr-only">订单</span>…{order.no.slice(-6)}
            </a>
          </span>
          <span className="max-sm:(row-start-2 col-span-2) text-note text-ink-2 num">
            {order.status_text}
            {order.ship_by !== '' && `，${momentText(order.ship_by)}前发货`}
          </span>
          <b className="num text-right max-sm:(row-start-1 col-start-2)">¥{showYuan(order.pay_amount)}</b>
        </li>
      ))}
    </ul>
  );
}

/** A transfer is checked by a person: what the buyer has to do meanwhile. */
const transferFaces = {
  waiting: {
    ...faces.pending,
    icon: 'i-lucide-landmark',
    title: '请转账并上传凭证',
    text: '按下面的账户转账，附言填写转账编号，再上传银行回单。',
  },
  submitted: {
    ...faces.pending,
    icon: 'i-lucide-hourglass',
    title: '凭证已提交，等待核款',
    text: '财务核对到账后订单即付款成功，本页自动更新。',
  },
  refused: {
    ...faces.failed,
    title: '凭证被驳回',
    text: '请核对后重新上传，或换一种方式支付。',
  },
  short: {
    ...faces.pending,
    icon: 'i-lucide-circle-alert',
    title: '到账金额不足',
    text: '请按原账户和编号补足差额，补足后订单即付款成功。',
  },
  settled: faces.paid,
} satisfies Record<PayTransfer['state'], Face>;

const unpaidStates: ReadonlySet<string> = new Set(['unpaid']);
