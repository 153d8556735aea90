/** Surplus money of a bank transfer: it becomes balance, or is sent back to its account. */
import { path } from '#lib/contract/routes.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import type { RestWay } from '#lib/rules/orders/transfer-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { newPayNo } from '../orders/numbers.ts';
import { requestRefund } from '../payments/refund-requests.ts';
import { findAnyPayment, type PaymentRow } from '../payments/rows.ts';
import { findCompanyState, insertTopUp } from '../payments/top-up-rows.ts';
import { lockWallet, postEntry } from '../ports/payments/wallet-rows.ts';

/**
 * Saves it as a separate payment for the balance, so that the books of the bank and ours agree: entered at once, or on
 * the list of manual refunds. A closed company has no balance: it is sent back. Answers its number and its way.
 */
export async function giveRest(
  tx: Tx,
  of: PaymentRow,
  {
    serial,
    amount,
    way,
    reason,
    now,
  }: { serial: string; amount: number; way: RestWay; reason: string; now: Date },
): Promise<{ no: string; way: RestWay }> {
  const { companyId, userId, provider } = of;
  const no = newPayNo(now);
  const providerNo = `${serial}-余`;
  const row = { no, companyId, userId, provider, providerNo, amount, createdAt: now };
  // Closing a company takes the same lock.
  if (way === 'balance') await lockWallet(tx, companyId);
  const state = way === 'balance' ? await findCompanyState(tx, companyId) : null;
  if (state === null || !mayLogIn(state)) {
    await insertTopUp(tx, { ...row, status: 'refunded', failReason: reason });
    const written = must(await findAnyPayment(tx, no), `payment ${no}`);
    await requestRefund(tx, written, providerNo, amount, reason);
    return { no, way: 'back' };
  }
  await insertTopUp(tx, { ...row, status: 'paid', paidAt: now });
  await postEntry(tx, { companyId, useType: 'top_up', amount, ref: no, note: `对公转账${of.no}转入余额` });
  await sendMessages(tx, {
    companyId,
    kind: 'wallet',
    title: `转入余额¥${showYuan(amount)}`,
    body: `${reason}（转账${of.no}，支付单号${no}）`,
    link: path('/wdqb/yegl'),
    ref: `rest:${no}`,
  });
  return { no, way };
}
