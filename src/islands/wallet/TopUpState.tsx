import { useEffect, useState } from 'react';
import { ScanCode, scanName } from '#islands/pay/ScanCode.tsx';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { react } from '#lib/client/stores/shell/react.ts';
import { startTopUp, watchTopUp } from '#lib/client/stores/top-up.ts';
import { path } from '#lib/contract/routes.ts';
import type { TopUp } from '#lib/contract/wallet/top-up.ts';

interface Face {
  icon: string;
  color: string;
  title: string;
  text: string;
}

const faces: Record<TopUp['status'], Face> = {
  paid: {
    icon: 'i-lucide-circle-check-big',
    color: 'text-primary',
    title: '充值到账',
    text: '已计入企业账户余额，可用于支付订单。',
  },
  pending: {
    icon: 'i-lucide-loader-circle animate-spin motion-reduce:animate-none',
    color: 'text-info',
    title: '正在确认充值结果',
    text: '已付款的请稍候，支付机构通知到达后本页自动更新，请勿重复付款。',
  },
  failed: {
    icon: 'i-lucide-circle-x',
    color: 'text-price',
    title: '充值失败',
    text: '没有扣款，可以重新充值。',
  },
  closed: {
    icon: 'i-lucide-circle-slash',
    color: 'text-ink-3',
    title: '充值已关闭',
    text: '如已付款，款项将原路退回。',
  },
  refunded: {
    icon: 'i-lucide-undo-2',
    color: 'text-info',
    title: '款项已退回',
    text: '该笔充值没有入账，款项已原路退回。',
  },
};

/** While its code is shown there is nothing to be waited for yet but the phone. */
function faceOf({ status, qr, provider_text: way }: TopUp): Face {
  const face = faces[status];
  if (qr === null) return face;
  const text = `请用${scanName(way)}，付款后本页自动更新，请勿重复付款。`;
  return { ...face, icon: 'i-lucide-scan-line', title: '请扫码付款', text };
}

/** The state of a top-up, polled while its money may arrive. */
export function TopUpState({ initial }: { initial: TopUp }) {
  const [topUp, setTopUp] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => (isWaiting(initial) ? watchTopUp(initial.pay_no, setTopUp) : undefined), [initial]);
  const face = faceOf(topUp);

  async function goOn() {
    setBusy(true);
    try {
      const { amount, provider } = topUp;
      const { pay_no, redirect } = await startTopUp({ amount, provider });
      location.assign(redirect ?? path('/wdqb/cz', undefined, { pay_no }));
    } catch (error) {
      setBusy(false);
      react(error);
    }
  }

  return (
    <section className="panel grid justify-items-center gap-2 px-4 py-10 text-center" aria-live="polite">
      <span className={`${face.icon} ${face.color} text-hero`} aria-hidden="true" />
      <h1 className="mt-1 text-large font-600">{face.title}</h1>
      <p className="text-ink-2 max-w-460px">{topUp.reason || face.text}</p>
      <p className="mt-2">
        {topUp.provider_text} <Price yuan={topUp.amount} />
      </p>
      {topUp.qr && <ScanCode qr={topUp.qr} name={topUp.provider_text} />}
      <p className="num text-note text-ink-2">支付单号 {topUp.pay_no}</p>
      <div className="flex flex-wrap justify-center gap-3 mt-4">
        {isWaiting(topUp) && topUp.qr === null && (
          <Button kind="ghost" busy={isBusy} onClick={() => void goOn()}>
            继续付款
          </Button>
        )}
        <a className={buttonClass(isWaiting(topUp) ? 'plain' : 'primary')} href={path('/wdqb/yegl')}>
          查看余额
        </a>
        <a className={buttonClass('plain')} href={path('/wdqb/cz')}>
          {isWaiting(topUp) ? '换一种方式充值' : '再充一笔'}
        </a>
      </div>
    </section>
  );
}

const waitingStates: ReadonlySet<string> = new Set(['pending']);

function isWaiting({ status }: TopUp): boolean {
  return waitingStates.has(status);
}
