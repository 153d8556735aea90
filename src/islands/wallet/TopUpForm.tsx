import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { startTopUp } from '#lib/client/stores/top-up.ts';
import { path } from '#lib/contract/routes.ts';
import type { TopUpWay } from '#lib/contract/wallet/top-up.ts';
import { findYuan, showYuan } from '#lib/rules/money/money.ts';
import { topUpRefusal } from '#lib/rules/money/top-up.ts';

const names = ['amount', 'provider'] as const;
const usual = ['1000', '5000', '10000', '50000'];

/** Amount and way to pay; continues to the payment. */
export function TopUpForm({ ways }: { ways: readonly TopUpWay[] }) {
  const [picked, pick] = useState('');
  const { form, field, fill, errors, isBusy } = useForm({
    names,
    leaves: true,
    showsRefusal: true,
    check({ amount, provider }) {
      const fen = findYuan(amount.trim());
      const refusal = fen === null ? '请填写充值金额，最多两位小数' : topUpRefusal(fen);
      return {
        ...(refusal !== null && { amount: refusal }),
        ...(provider === '' && { provider: '请选择充值方式' }),
      };
    },
    send: ({ amount, provider }) => startTopUp({ amount: amount.trim(), provider }),
    onSent: ({ pay_no, redirect }) => location.assign(redirect ?? path('/wdqb/cz', undefined, { pay_no })),
  });

  return (
    <form {...form} className="grid gap-4 p-4 md:p-5 max-w-640px">
      <div className="grid gap-2">
        <Field
          label="充值金额（元）"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          required
          hint="每次1元到50万元，最多两位小数"
          onChange={(event) => pick(event.currentTarget.value)}
          {...field('amount')}
        />
        <div className="flex flex-wrap gap-2">
          {usual.map((amount) => (
            <Button
              key={amount}
              kind="plain"
              size="small"
              aria-pressed={picked === amount}
              onClick={() => {
                fill({ amount });
                pick(amount);
              }}
            >
              {showYuan(amount)}元
            </Button>
          ))}
        </div>
      </div>
      <FieldGroup legend="充值方式" required error={errors.provider}>
        <div className="grid gap-2 sm:grid-cols-2">
          {ways.map((way, at) => (
            <label
              key={way.provider}
              className="flex items-center gap-3 p-3.5 rounded border border-solid border-line cursor-pointer has-[:checked]:(border-primary bg-primary-wash) has-[:focus-visible]:(ring-3 ring-primary-wash)"
            >
              <input
                type="radio"
                name="provider"
                value={way.provider}
                defaultChecked={at === 0}
                className="accent-[var(--primary)]"
              />
              <span className="min-w-0">
                <span className="block font-600">{way.name}</span>
                <span className="block text-note text-ink-2">{way.describe}</span>
              </span>
            </label>
          ))}
        </div>
      </FieldGroup>
      <FormNotice text={errors.form} />
      <div>
        <Button type="submit" size="big" busy={isBusy}>
          去充值
        </Button>
      </div>
    </form>
  );
}
