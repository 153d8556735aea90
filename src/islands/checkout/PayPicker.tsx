import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { PayWays } from '#islands/pay/PayWays.tsx';
import { planPayment } from '#islands/pay/plan.ts';
import { Loading } from '#islands/ui/Faces.tsx';
import { call } from '#lib/client/api.ts';
import { $payChoice } from '#lib/client/stores/checkout/checkout.ts';
import { api } from '#lib/contract/api.ts';
import { bankProvider } from '#lib/contract/constants.ts';
import type { PayMethod } from '#lib/contract/payments/calls.ts';

interface Props {
  amount: string;
  /** Why it cannot be paid by bank transfer; empty where it can. */
  transferRefusal: string;
}

/**
 * The intended payment, with the choices of the pay page; that page opens with it. This page does not wait for the
 * ways, and is complete without them.
 */
export function PayPicker({ amount, transferRefusal }: Props) {
  const choice = useStore($payChoice);
  const [methods, setMethods] = useState<PayMethod[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    call(api.payMethods, {}).then(setMethods, () => setFailed(true));
  }, []);
  if (hasFailed) return null;
  return (
    <section className="panel" aria-labelledby="pay-title">
      <h2 id="pay-title" className="panel-title">
        支付方式
        <span className="text-note font-400 text-ink-2">提交后付款，付款前可更改</span>
      </h2>
      {methods === null ? (
        <Loading rows={2} />
      ) : (
        <PayWays
          plan={planPayment(withoutTransfer(methods, transferRefusal), amount, choice)}
          choice={choice}
          onChoose={(one) => $payChoice.set(one)}
          labelledBy="pay-title"
          isNarrow
        />
      )}
    </section>
  );
}

/** The ways as the pay page of such a trade offers them. */
function withoutTransfer(methods: readonly PayMethod[], reason: string): readonly PayMethod[] {
  if (reason === '') return methods;
  return methods.map((method) =>
    method.provider === bankProvider ? { ...method, is_enabled: 0, reason } : method,
  );
}
