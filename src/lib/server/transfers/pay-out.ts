/** Turns a refund of a bank transfer into balance. */

import { fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { owedStates } from '#lib/rules/orders/remote-state.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { findPayout } from '../payments/payout-rows.ts';
import type { RefundRow } from '../payments/refund-rows.ts';
import { moveRefund } from '../payments/remote-work-rows.ts';
import { findCompanyState } from '../payments/top-up-rows.ts';
import { lockWallet, postEntry } from '../ports/payments/wallet-rows.ts';

/**
 * Moves an owed refund to its company's balance; false where it was paid out meanwhile. Throws 422 for a closed
 * company.
 */
export async function payOutToBalance(tx: Tx, context: Context<'staff'>, no: string): Promise<boolean> {
  const found = await findPayout(tx, no);
  if (found === null) return false;
  const { companyId, amount, reason } = found.refund;
  // Closing a company takes the same lock; the wallet is locked before it is read.
  await lockWallet(tx, companyId);
  const state = await findCompanyState(tx, companyId);
  if (state === null || !mayLogIn(state)) throw fieldError('way', '企业已注销，只能按原路转账退回');
  if (!(await moveRefund(tx, no, owedStates, 'done', { doneAt: context.now }))) return false;
  await postEntry(tx, { companyId, useType: 'refund', amount, ref: no, note: reason });
  await notifyPaidOut(tx, context, found.refund, null);
  return true;
}

/** Sends the company a message about a refund's way, and writes it into the audit log. */
export async function notifyPaidOut(
  tx: Tx,
  context: Context<'staff'>,
  { no, companyId, amount, reason, orderNo }: RefundRow,
  serial: string | null,
): Promise<void> {
  await sendMessages(tx, {
    companyId,
    kind: 'refund',
    title: `退款¥${showYuan(amount)}已${serial === null ? '退到余额' : '转回原账户'}`,
    body: `${reason}（退款单号${no}${serial === null ? '' : `，银行流水号${serial}`}）`,
    link: orderNo ? path('/order/info/[id]', { id: orderNo }) : path('/wdqb/yegl'),
    ref: `payout:${no}`,
  });
  await writeAudit(tx, recordOf(context), {
    act: 'payout.done',
    subject: 'payout',
    key: no,
    before: { amount, companyId },
    after: { way: serial === null ? 'balance' : 'bank', ...(serial !== null && { serial }) },
    at: context.now,
  });
}
