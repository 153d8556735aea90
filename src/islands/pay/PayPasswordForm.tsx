import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { setPayPassword } from '#lib/client/stores/orders/pay.ts';
import type { PayPasswordWire } from '#lib/contract/payments/calls.ts';
import { findPayPasswordFault } from '#lib/rules/money/pay-password.ts';
import { DigitsField } from './DigitsField.tsx';

interface Props {
  onSet: (now: PayPasswordWire, password: string) => void;
}

/** Sets or changes the payment password: the login password proves the person's identity. */
export function PayPasswordForm({ onSet }: Props) {
  const { form, field, errors, isBusy } = useForm({
    names: ['pay_password', 'again', 'password'],
    showsRefusal: true,
    check({ pay_password, again, password }) {
      const fault = findPayPasswordFault(pay_password);
      return {
        ...(fault !== null && { pay_password: fault }),
        ...(again !== pay_password && { again: '两次输入的支付密码不一致' }),
        ...(!password && { password: '请填写登录密码' }),
      };
    },
    send: async ({ pay_password, password }) => ({
      now: await setPayPassword({ pay_password, password }),
      password: pay_password,
    }),
    onSent: ({ now, password }) => onSet(now, password),
  });
  return (
    <form {...form} className="grid gap-4 max-w-380px">
      <DigitsField
        label="支付密码"
        hint="6位数字，不能连续、重复"
        autoComplete="new-password"
        {...field('pay_password')}
      />
      <DigitsField label="再输一次" autoComplete="new-password" {...field('again')} />
      <Field
        label="登录密码"
        type="password"
        size="big"
        autoComplete="current-password"
        maxLength={128}
        required
        {...field('password')}
      />
      <FormNotice text={errors.form} />
      <Button type="submit" size="big" busy={isBusy}>
        保存支付密码
      </Button>
    </form>
  );
}
