import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { isWaiting, watchPayment } from '#lib/client/stores/orders/pay.ts';
import type { PayStatus } from '#lib/contract/payments/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { Countdown } from './Countdown.tsx';
import { ScanCode, scanName } from './ScanCode.tsx';

interface Props {
  initial: PayStatus;
  /** Another way is wanted, or this one is over. */
  onOther: () => void;
}

/** A payment that waits for a phone: the code, its expiry, and the result. */
export function ScanPay({ initial, onOther }: Props) {
  const [payment, setPayment] = useState(initial);
  const no = initial.pay_no;
  useEffect(() => watchPayment(no, setPayment), [no]);
  const isOpen = isWaiting(payment);
  // Next to the balance the other way has the code.
  const way = payment.parts.at(-1)?.provider_text ?? payment.provider_text;
  useEffect(() => {
    if (!isOpen) location.assign(path('/cart/step4', undefined, { pay_no: no }));
  }, [isOpen, no]);
  return (
    <section className="panel" aria-labelledby="scan">
      <h2 id="scan" className="panel-title">
        {scanName(way)}
      </h2>
      <div className="grid sm:grid-cols-[auto_minmax(0,1fr)] gap-5 items-center justify-items-center sm:justify-items-start p-4 md:p-6">
        {payment.qr ? (
          <ScanCode qr={payment.qr} name={way} />
        ) : (
          <p className="grid place-items-center w-200px h-200px border border-dashed border-line rounded text-small text-ink-2">
            二维码已失效
          </p>
        )}
        <div className="grid gap-2 justify-items-center sm:justify-items-start">
          <Price yuan={(payment.parts.at(-1) ?? payment).amount} size="big" />
          {payment.parts.length > 1 && (
            <p className="num text-small text-ink-2">
              共¥{showYuan(payment.amount)}：
              {payment.parts.map((part) => `${part.provider_text} ¥${showYuan(part.amount)}`).join(' + ')}
            </p>
          )}
          <p role="status" className="text-small text-ink-2">
            {isOpen ? '等待手机付款，付款后本页自动更新，请勿重复付款。' : '正在打开支付结果…'}
          </p>
          {payment.qr && (
            <p className="text-small text-ink-2">
              二维码剩余 <Countdown until={payment.qr_until} now={payment.asked_at} onEnd={onOther} />
            </p>
          )}
          <p className="num text-note text-ink-2">支付单号 {no}</p>
          <Button kind="plain" onClick={onOther}>
            换一种方式支付
          </Button>
        </div>
      </div>
    </section>
  );
}
