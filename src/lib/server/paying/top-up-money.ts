/** Money that arrived for the balance: entered once, also when it is reported twice, late or for a closed company. */
import { path } from '#lib/contract/routes.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { onMoney } from '#lib/rules/orders/payment-state.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { requestRefund } from '../payments/refund-requests.ts';
import { type PaymentRow, updatePayment } from '../payments/rows.ts';
import { findCompanyState } from '../payments/top-up-rows.ts';
import type { Notice } from '../ports/payments/port.ts';
import { nameWays } from '../ports/payments/providers.ts';
import { lockWallet, postEntry } from '../ports/payments/wallet-rows.ts';

/** The provider has the money: no further query is needed. */
const settled = { remoteState: 'done', askAt: null } as const;

/**
 * Enters a top-up's money, or refunds it the way it came where the payment or the company is closed. The payment is
 * locked. The wallet is locked before the company is read: closing it takes the same lock.
 */
export async function receiveTopUp(
  tx: Tx,
  payment: PaymentRow,
  { providerNo }: Notice,
  now: Date,
): Promise<void> {
  const { no, companyId, amount, status } = payment;
  await lockWallet(tx, companyId);
  const state = await findCompanyState(tx, companyId);
  const answer = onMoney(status, state !== null && mayLogIn(state));
  if (answer === 'ignore') return;
  if (answer === 'give_back') {
    const reason = '充值已关闭，款项已原路退回';
    await updatePayment(tx, no, status, 'refunded', { ...settled, providerNo, failReason: reason });
    await requestRefund(tx, payment, providerNo, amount, reason);
    return;
  }
  const patch = { ...settled, providerNo, paidAt: now, failReason: null };
  if (!(await updatePayment(tx, no, status, 'paid', patch))) return;
  await postEntry(tx, { companyId, useType: 'top_up', amount, ref: no, note: `${nameWays([payment])}充值` });
  await sendMessages(tx, {
    companyId,
    kind: 'wallet',
    title: `充值到账¥${showYuan(amount)}`,
    body: `${nameWays([payment])}，支付单号${no}`,
    link: path('/wdqb/yegl'),
    ref: `top_up:${no}`,
  });
}
