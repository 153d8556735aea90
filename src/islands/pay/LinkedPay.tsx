import { Fragment, useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Price } from '#islands/ui/Price.tsx';
import { begunOf, payByLink, readLinkedTrade, watchLink } from '#lib/client/stores/orders/pay-links.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { PayChoice } from '#lib/contract/payments/calls.ts';
import type { LinkedTrade } from '#lib/contract/payments/links.ts';
import { payLinkTexts } from '#lib/rules/orders/pay-link.ts';
import { Countdown } from './Countdown.tsx';
import { PayWays } from './PayWays.tsx';
import { planPayment } from './plan.ts';
import { ScanCode, scanName } from './ScanCode.tsx';

interface Props {
  token: string;
  initial: LinkedTrade;
}

/** The page of a 代付 link: for whom the money is, how much, and the ways to pay it. */
export function LinkedPay({ token, initial }: Props) {
  const [trade, setTrade] = useState(initial);
  const isOpen = trade.state === 'open';
  useEffect(() => (isOpen ? watchLink(token, setTrade) : undefined), [isOpen, token]);
  // The page itself does not know what this tab has begun.
  useEffect(() => {
    if (initial.state === 'paid' && begunOf(token) !== '') void readLinkedTrade(token).then(setTrade, react);
  }, [initial.state, token]);
  if (trade.receipt) return <Receipt receipt={trade.receipt} />;
  if (trade.state !== 'open') {
    const { title, text } = payLinkTexts[trade.state];
    return (
      <div role="status">
        <h1 className="text-large mb-3">{title}</h1>
        <p className={`p-3 rounded ${trade.state === 'paid' ? 'bg-primary-wash' : 'bg-promo-wash'}`}>
          {text}
        </p>
      </div>
    );
  }
  const renew = () => void readLinkedTrade(token).then(setTrade, react);
  return (
    <>
      <h1 className="text-large">代付订单</h1>
      <p className="mt-1 text-small text-ink-2">
        <b className="font-600 text-ink">{trade.company}</b>
        请您代付一笔采购款，请核实对方身份后再付款。剩余{' '}
        <Countdown until={trade.until} now={trade.asked_at} onEnd={renew} />
      </p>
      <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-y-2 my-4 py-4 border-y border-y-solid border-line">
        <dt className="text-ink-2">商家</dt>
        <dd className="m-0">{trade.merchants.join('、')}</dd>
        <dt className="text-ink-2">应付金额</dt>
        <dd className="m-0">
          <Price yuan={trade.amount} size="big" />
        </dd>
      </dl>
      <Ways token={token} trade={trade} onTrade={setTrade} />
    </>
  );
}

/** What the payer keeps: for whom, to whom, how much and when. */
function Receipt({ receipt }: { receipt: NonNullable<LinkedTrade['receipt']> }) {
  const rows = [
    ['代付对象', receipt.company],
    ['收款商家', receipt.merchants.join('、')],
    ['支付方式', receipt.provider_text],
    ['支付时间', momentText(receipt.paid_at)],
    ['支付单号', receipt.pay_no],
  ];
  return (
    <div role="status">
      <h1 className="text-large">代付成功</h1>
      <p className="mt-2">
        已付 <Price yuan={receipt.amount} size="big" />
      </p>
      <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-y-2 my-4 py-4 border-y border-y-solid border-line">
        {rows.map(([head, text]) => (
          <Fragment key={head}>
            <dt className="text-ink-2">{head}</dt>
            <dd className="m-0 break-all">{text}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="text-small text-ink-2">对方的页面已自动更新。需要凭证时请截图或打印本页。</p>
      <Button kind="plain" className="mt-3 no-print" onClick={() => print()}>
        打印
      </Button>
    </div>
  );
}

interface WaysProps {
  token: string;
  trade: LinkedTrade;
  onTrade: (trade: LinkedTrade) => void;
}

function Ways({ token, trade, onTrade }: WaysProps) {
  const { amount, waiting } = trade;
  const [isBusy, setBusy] = useState(false);
  const [wantsOther, setWantsOther] = useState(false);
  const [choice, choose] = useState<PayChoice>({});
  const methods = trade.methods.map((method) => ({ ...method, is_enabled: 1, reason: '' }));
  const plan = planPayment(methods, amount, choice);

  async function pay(provider: string) {
    setBusy(true);
    try {
      const begun = await payByLink(token, provider);
      // Stays busy: the page is about to be left.
      if ('redirect' in begun) return location.assign(begun.redirect);
      onTrade(begun.trade);
      setWantsOther(false);
    } catch (error) {
      react(error);
      // The refusal may be that the link is over.
      await readLinkedTrade(token).then(onTrade, () => {});
    }
    setBusy(false);
  }

  if (waiting?.qr && !wantsOther)
    return (
      <div className="grid gap-3 justify-items-center">
        <ScanCode qr={waiting.qr} name={waiting.provider_text} />
        <p role="status" className="text-small text-ink-2">
          请用{scanName(waiting.provider_text)}，付款后本页自动更新，请勿重复付款。
        </p>
        <Button kind="plain" onClick={() => setWantsOther(true)}>
          换一种方式支付
        </Button>
      </div>
    );
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className="text-body font-600">
        支付方式
      </h2>
      {waiting && !waiting.qr && (
        <p role="status" className="mt-2 p-3 rounded bg-promo-wash text-small">
          正在等{waiting.provider_text}的付款结果。已付款的请稍候，本页会自动更新，请勿重复付款。
        </p>
      )}
      <div className="-mx-4">
        <PayWays plan={plan} choice={choice} onChoose={choose} labelledBy="ways" />
      </div>
      <div className="flex justify-end">
        <Button
          size="big"
          busy={isBusy}
          disabled={plan.way === undefined}
          onClick={() => plan.way && void pay(plan.way.provider)}
        >
          {isBusy ? '正在支付…' : '立即支付'}
        </Button>
      </div>
    </section>
  );
}
