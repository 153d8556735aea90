import { useEffect, useState } from 'react';
import { Loading } from '#islands/ui/Faces.tsx';
import { call } from '#lib/client/api.ts';
import type { PayMethod } from '#lib/contract/payments/schema.ts';
import { api } from '#lib/contract/table/api.ts';

/** How the order can be paid, once it is placed. The page does not wait for it, and is whole without it. */
export function PayWays() {
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
        <span className="text-small font-400 text-ink-2">提交订单后选择</span>
      </h2>
      {methods === null ? (
        <Loading rows={2} />
      ) : (
        <ul className="grid gap-2 px-4 py-3 text-small">
          {methods.map((method) => (
            <li key={method.provider} className="flex flex-wrap items-baseline gap-x-3">
              <b className="font-500 text-body">{method.name}</b>
              {method.balance !== undefined && <span className="num text-price">¥{method.balance}</span>}
              <span className="text-ink-2">{method.is_enabled === 1 ? method.describe : method.reason}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
