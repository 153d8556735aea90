import { useId } from 'react';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { DigitsField } from './DigitsField.tsx';
import { PayPasswordForm } from './PayPasswordForm.tsx';

interface Props {
  kind: 'password' | 'set';
  /** Yuan that leave the balance. */
  amount: string;
  /** Rejects where the password is refused. */
  onPay: (password: string) => Promise<void>;
  /** A password is set now, and a payment with it was refused. */
  onSet: () => void;
  onClose: () => void;
}

/** Asks for the payment password before money leaves the balance; where one has to be set first, here and now. */
export function PayGuard({ kind, amount, onPay, onSet, onClose }: Props) {
  if (kind === 'password') return <AskPassword amount={amount} onPay={onPay} onClose={onClose} />;
  return (
    <Dialog title="先设置支付密码" open onClose={onClose}>
      <p className="mb-4 text-small text-ink-2">
        这笔余额支付 <b className="num text-ink">¥{showYuan(amount)}</b>{' '}
        超过了您今天免支付密码的额度，需要支付密码。设置后接着支付，订单不受影响。
      </p>
      <PayPasswordForm onSet={(_, password) => void onPay(password).catch(onSet)} />
    </Dialog>
  );
}

function AskPassword({ amount, onPay, onClose }: Pick<Props, 'amount' | 'onPay' | 'onClose'>) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['pay_password'],
    showsRefusal: true,
    check: ({ pay_password }) => (/^[0-9]{6}$/.test(pay_password) ? {} : { pay_password: '请输入6位数字' }),
    async send({ pay_password }) {
      await onPay(pay_password);
    },
  });
  return (
    <FormDialog
      title="输入支付密码"
      onClose={onClose}
      formId={formId}
      button={`支付 ¥${showYuan(amount)}`}
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="text-small text-ink-2">
          将从企业余额支付 <b className="num text-price">¥{showYuan(amount)}</b>
        </p>
        <DigitsField label="支付密码" data-focus="" {...field('pay_password')} />
        <FormNotice text={errors.form} />
        <a
          className="link text-small justify-self-start"
          href={path('/zhzx/zfmm')}
          target="_blank"
          rel="noopener"
        >
          忘记支付密码？用登录密码重新设置
        </a>
      </form>
    </FormDialog>
  );
}
