import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { $paying, payTrades } from '#lib/client/stores/orders/pay.ts';
import type { PayChoice, PayMethod } from '#lib/contract/payments/schema.ts';
import { PayWays } from './PayWays.tsx';
import { planPayment } from './plan.ts';

interface Props {
  methods: PayMethod[];
  tradeNos: string[];
  /** Yuan to pay. */
  amount: string;
  /** What was chosen before, on the confirm page. */
  wanted?: PayChoice;
}

/** The ways to pay and the button. */
export function PayBox({ methods, tradeNos, amount, wanted = {} }: Props) {
  const paying = useStore($paying);
  // The way that the page opens with stays where it can, whatever the amount becomes: no buyer is moved to another one.
  const [choice, choose] = useState<PayChoice>(() => ({
    ...wanted,
    provider: planPayment(methods, amount, wanted).way?.provider,
  }));
  const plan = planPayment(methods, amount, choice);
  const { way, fromBalance } = plan;

  return (
    <section className="panel" aria-labelledby="ways">
      <h2 id="ways" className="panel-title">
        支付方式
      </h2>
      <PayWays plan={plan} choice={choice} onChoose={choose} labelledBy="ways" />
      <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-3 px-4 py-3.5 border-t border-t-solid border-line max-md:(sticky bottom-[calc(56px+env(safe-area-inset-bottom))] bg-card)">
        <p>
          应付 <Price yuan={amount} size="big" />
        </p>
        <Button
          size="big"
          busy={paying !== null}
          disabled={way === undefined || tradeNos.length === 0}
          onClick={() => way && payTrades(tradeNos, way.provider, fromBalance)}
        >
          {paying === null ? '立即支付' : '正在支付…'}
        </Button>
      </div>
    </section>
  );
}
