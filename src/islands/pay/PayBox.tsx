import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { $paying, payTrades } from '#lib/client/stores/orders/pay.ts';
import { takeConfirmed } from '#lib/client/stores/orders/pay-answer.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { balanceProvider } from '#lib/contract/constants.ts';
import type { PayChoice, PayMethod, PayStatus } from '#lib/contract/payments/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { findYuan, showYuan } from '#lib/rules/money/money.ts';
import { type BalanceGuard, balanceGuard } from '#lib/rules/money/pay-password.ts';
import { DigitsField } from './DigitsField.tsx';
import { PayPasswordForm } from './PayPasswordForm.tsx';
import { PayWays } from './PayWays.tsx';
import { planPayment } from './plan.ts';
import { ScanPay } from './ScanPay.tsx';

interface Props {
  methods: PayMethod[];
  tradeNos: string[];
  /** Yuan to pay. */
  amount: string;
  /** The choice of the confirm page. */
  wanted?: PayChoice;
  /** A payment of these trades that waits for a phone. */
  waiting?: PayStatus | null;
}

/** The ways to pay and the button; the code instead while a phone is waited for. */
export function PayBox({ waiting = null, ...box }: Props) {
  const [scanned, scan] = useState(waiting);
  if (scanned) return <ScanPay key={scanned.pay_no} initial={scanned} onOther={() => scan(null)} />;
  return <ChooseWay {...box} onScan={scan} />;
}

interface ChooseProps extends Omit<Props, 'waiting'> {
  onScan: (payment: PayStatus) => void;
}

function ChooseWay({ methods, tradeNos, amount, wanted = {}, onScan }: ChooseProps) {
  const paying = useStore($paying);
  // The initial way stays where possible, whatever the amount becomes: the buyer is never switched to another one.
  const [choice, choose] = useState<PayChoice>(() => ({
    ...wanted,
    provider: planPayment(methods, amount, wanted).way?.provider,
  }));
  const plan = planPayment(methods, amount, choice);
  const { way, fromBalance } = plan;
  const [asked, setAsked] = useState<'password' | 'set' | null>(null);
  const taken = way?.provider === balanceProvider ? amount : (fromBalance ?? '0.00');
  const guard = guardOf(methods, taken);

  async function pay(password?: string, confirmed?: string) {
    if (way === undefined) return;
    const scanned = await payTrades(tradeNos, { provider: way.provider, fromBalance, password, confirmed });
    if (scanned) onScan(scanned);
  }

  async function begin() {
    if (guard === 'password' || guard === 'set') return setAsked(guard);
    const isAsked = guard === 'look' && !takeConfirmed(tradeNos, taken);
    if (isAsked && !(await lookAgain(taken, tradeNos.length))) return;
    // A password that was set meanwhile, in another window, is now required.
    await pay(undefined, guard === 'look' ? taken : undefined).catch(() => setAsked('password'));
  }

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
          onClick={() => void begin()}
        >
          {paying === null ? '立即支付' : '正在支付…'}
        </Button>
      </div>
      {asked && (
        <PayGuard
          kind={asked}
          amount={taken}
          onPay={pay}
          onSet={() => setAsked('password')}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

/** The check before this amount is paid from the balance; the server decides. */
function guardOf(methods: readonly PayMethod[], taken: string): BalanceGuard {
  const own = methods.find(({ provider }) => provider === balanceProvider);
  return balanceGuard({
    fromBalance: findYuan(taken) ?? 0,
    hasPassword: own?.has_password === 1,
    above: findYuan(own?.password_above ?? '') ?? 0,
  });
}

function lookAgain(taken: string, trades: number): Promise<boolean> {
  return ask({
    title: '确认用余额支付',
    text: `将从企业余额支付¥${showYuan(taken)}${trades > 1 ? `（${trades}笔交易）` : ''}。在“支付密码”里设置密码后，每次余额支付都会先核对。`,
    confirm: `支付¥${showYuan(taken)}`,
    cancel: '再看看',
  });
}

interface PayGuardProps {
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
function PayGuard({ kind, amount, onPay, onSet, onClose }: PayGuardProps) {
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

function AskPassword({ amount, onPay, onClose }: Pick<PayGuardProps, 'amount' | 'onPay' | 'onClose'>) {
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
