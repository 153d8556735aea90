/**
 * A top-up that was opened in one WeChat account and is paid in another: closed there, then started again (rules 5).
 */
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { isTopUp } from '#lib/rules/money/top-up.ts';
import { canPaymentMove, isPaymentOpen } from '#lib/rules/orders/payment-state.ts';
import type { Context } from '../core/context.ts';
import type { PaymentRow } from '../payments/rows.ts';
import { findTopUp } from '../payments/top-up-rows.ts';
import type { RemoteProvider } from '../ports/payments/port.ts';
import { closeNow } from './ask.ts';
import { handOver } from './pay.ts';
import { beginTopUp } from './top-up.ts';

/** True for a top-up of the caller, while they may top up: no other person may close it. */
export function mayMoveTopUp({ actor }: Context<'buyer'>, { purpose, userId }: PaymentRow): boolean {
  const { account } = actor;
  return (
    isTopUp(purpose) &&
    userId === account.userId &&
    roleMay(account.role, 'wallet') &&
    isApproved(account.companyState)
  );
}

/**
 * The provider binds a number to the first person who opens it, so another person needs another number. The old one is
 * closed there first: money paid on it until then is taken, and the answer is null. Otherwise the answer is where the
 * new one is opened; two calls at once answer the same new one. Throws where the provider does not answer, and then
 * nothing new was started.
 */
export async function moveTopUp(
  context: Context<'buyer'>,
  provider: RemoteProvider,
  payment: PaymentRow,
): Promise<string | null> {
  const { db, now, requestId } = context;
  const { no, companyId, amount } = payment;
  const isOver = await closeNow(db, provider, payment, {
    now,
    requestId,
    overReason: '已换另一个微信号充值',
  });
  const { status = payment.status } = (await findTopUp(db, companyId, no)) ?? {};
  if (!isPaymentOpen(status) && !canPaymentMove(status, 'paid')) return null;
  if (!isOver) throw new Error(`${no} was not closed`);
  const charge = await db.transaction((tx) => beginTopUp(tx, context, { provider: provider.key, amount }));
  return (await handOver(context, provider, charge)).redirect ?? null;
}
