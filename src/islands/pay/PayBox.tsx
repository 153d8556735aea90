import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { $paying, payTrades } from '#lib/client/stores/orders/pay.ts';
import type { PayMethod } from '#lib/contract/payments/schema.ts';
import { mostFromBalance } from '#lib/rules/money/mixed-payment.ts';
import { findYuan, formatYuan } from '#lib/rules/money/money.ts';

const icons: Record<string, string> = {
  balance: 'i-lucide-wallet',
  sandbox: 'i-lucide-landmark',
};

interface Props {
  methods: PayMethod[];
  tradeNos: string[];
  /** Yuan to pay. */
  amount: string;
}

/** The ways to pay and the button. */
export function PayBox({ methods, tradeNos, amount }: Props) {
  const paying = useStore($paying);
  const ways = methods.map((method) => withAmount(method, amount));
  const [chosen, choose] = useState(() => ways.find((way) => way.is_enabled === 1)?.provider ?? '');
  const way = ways.find((one) => one.provider === chosen);
  const canPay = way?.is_enabled === 1 && tradeNos.length > 0;
  const mix = way && mixOf(way, methods, amount);
  const [isMixed, mixIn] = useState(false);

  return (
    <section className="panel" aria-labelledby="ways">
      <h2 id="ways" className="panel-title">
        支付方式
      </h2>
      <div role="radiogroup" aria-labelledby="ways" className="grid gap-2.5 p-4 md:grid-cols-2">
        {ways.length === 0 && (
          <p className="text-small text-ink-2">您的账号没有付款权限，请由企业管理员或财务登录后支付。</p>
        )}
        {ways.map((one) => (
          <label
            key={one.provider}
            className="flex items-center gap-3 p-3.5 rounded border border-solid border-line cursor-pointer has-[:checked]:(border-primary bg-primary-wash) has-[:disabled]:(cursor-not-allowed bg-card-dim) has-[:focus-visible]:(ring-3 ring-primary-wash)"
          >
            <Check
              type="radio"
              name="provider"
              value={one.provider}
              checked={chosen === one.provider}
              disabled={one.is_enabled === 0}
              onPick={() => choose(one.provider)}
              className="accent-[var(--primary)]"
            />
            <span
              className={`${icons[one.provider] ?? 'i-lucide-credit-card'} text-figure text-primary`}
              aria-hidden="true"
            />
            <span className="min-w-0">
              <span className="block font-600">
                {one.name}
                {one.balance !== undefined && (
                  <span className="ml-2 num font-400 text-small text-ink-2">可用 ¥{one.balance}</span>
                )}
              </span>
              <span className={`block text-note ${one.reason ? 'text-price' : 'text-ink-2'}`}>
                {one.reason || one.describe}
              </span>
            </span>
          </label>
        ))}
      </div>
      {mix && (
        <label className="flex items-center gap-2.5 px-4 pb-4 text-small cursor-pointer">
          <Check type="checkbox" checked={isMixed} onPick={mixIn} className="accent-[var(--primary)]" />
          <span>
            同时使用余额 <b className="num">¥{mix.balance}</b>，其余{' '}
            <b className="num text-price">¥{mix.rest}</b> 由{way.name}支付
          </span>
        </label>
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-3 px-4 py-3.5 border-t border-t-solid border-line max-md:(sticky bottom-[calc(56px+env(safe-area-inset-bottom))] bg-card)">
        <p>
          应付 <Price yuan={amount} size="big" />
        </p>
        <Button
          size="big"
          busy={paying !== null}
          disabled={!canPay}
          onClick={() => payTrades(tradeNos, chosen, isMixed ? mix?.balance : undefined)}
        >
          {paying === null ? '立即支付' : '正在支付…'}
        </Button>
      </div>
    </section>
  );
}

/** What the balance can add to a remote way, and what is left for that, yuan; undefined where there is nothing to mix. */
function mixOf(
  way: PayMethod,
  methods: readonly PayMethod[],
  amount: string,
): { balance: string; rest: string } | undefined {
  const own = methods.find((method) => method.balance !== undefined);
  const total = findYuan(amount) ?? 0;
  if (own === undefined || own.provider === way.provider) return undefined;
  const most = mostFromBalance(total, findYuan(own.balance ?? '') ?? 0);
  return most > 0 ? { balance: formatYuan(most), rest: formatYuan(total - most) } : undefined;
}

/** Enough or not is told for the amount on the screen; the server decides again. */
function withAmount(method: PayMethod, amount: string): PayMethod {
  if (method.balance === undefined) return method;
  const lacks = (findYuan(amount) ?? 0) - (findYuan(method.balance) ?? 0);
  return lacks > 0
    ? { ...method, is_enabled: 0, reason: `余额不足，还差¥${formatYuan(lacks)}` }
    : { ...method, is_enabled: 1, reason: '' };
}
