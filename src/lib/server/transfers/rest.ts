/** Surplus money of a bank transfer: it becomes balance, or is sent back to its account. */

import { z } from 'zod';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { owedStates } from '#lib/rules/orders/remote-state.ts';
import type { RestWay } from '#lib/rules/orders/transfer-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type ActRow, decideAct } from '../acts/countersign-rows.ts';
import type { Carried } from '../acts/hands.ts';
import { propose } from '../acts/propose.ts';
import { recordAct } from '../acts/record.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { newPayNo } from '../orders/numbers.ts';
import { requestRefund } from '../payments/refund-requests.ts';
import { moveRefund } from '../payments/remote-work-rows.ts';
import { findAnyPayment, type PaymentRow } from '../payments/rows.ts';
import { findCompanyState, insertTopUp } from '../payments/top-up-rows.ts';
import { lockWallet, postEntry } from '../ports/payments/wallet-rows.ts';
import { payOutToBalance } from './pay-out.ts';
import { endRest, listRefundsOf, type Rests } from './undone-receipt-rows.ts';

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

// Takes back a transfer's surplus from its destination.

/** Throws 409 where the balance is spent, or the money was sent back already. */
export async function takeRestsBack(
  tx: Tx,
  context: Context<'staff'>,
  { acts, payments }: Rests,
  reason: string,
): Promise<void> {
  const { now, actor } = context;
  for (const row of acts) {
    const to = { state: 'withdrawn', decidedBy: actor.name, decidedAt: now, word: '到账已撤销' } as const;
    await decideAct(tx, row.id, { ...to, companyCouponId: null, outcome: 'withdrawn' });
    await recordAct(tx, context, 'withdraw', row, { state: 'withdrawn', reason });
  }
  for (const { no, companyId, amount, status } of payments) {
    if (status === 'refunded') await closeRefunds(tx, no, now);
    else {
      const balance = await lockWallet(tx, companyId);
      const entry = { companyId, useType: 'top_up', amount: -amount, ref: `${no}:undo` } as const;
      if ((await postEntry(tx, { ...entry, note: `到账登记有误，收回：${reason}` })) === null)
        throw new AppError(
          409,
          `转入余额的¥${showYuan(amount)}已被使用，余额只剩¥${showYuan(balance)}，不能撤销`,
        );
    }
    await endRest(tx, no);
  }
}

/** Closes refunds of a payment whose money never came: nothing has to be sent. Throws 409 where something was. */
export async function closeRefunds(tx: Tx, payNo: string, now: Date): Promise<void> {
  for (const { no, status } of await listRefundsOf(tx, payNo)) {
    if (await moveRefund(tx, no, owedStates, 'done', { doneAt: now })) continue;
    throw new AppError(409, `退款${no}已退回（${status}），不能撤销到账`);
  }
}

// Surplus money of a transfer: sent back, or moved to the balance, above the limit by two people.

/** At most one act waits for a receipt; its subject begins so. */
export const surplusSubject = (serial: string) => `receipt:${serial}`;

/**
 * Places the surplus of a locked transfer. For the balance it is an act that waits for a second person, or is done at
 * once within the limit of one; until then it cannot be spent. Answers whether it waits.
 */
export async function placeRest(
  tx: Tx,
  context: Context<'platform'>,
  payment: PaymentRow,
  {
    serial,
    amount,
    way,
    reason,
    due,
  }: { serial: string; amount: number; way: RestWay; reason: string; due: number },
): Promise<{ waits: boolean }> {
  const { now } = context;
  if (way === 'back') {
    await giveRest(tx, payment, { serial, amount, way, reason, now });
    return { waits: false };
  }
  const { isDone } = await propose(
    tx,
    context,
    {
      kind: 'surplus',
      companyId: payment.companyId,
      amount,
      reason: `${reason}（转账${payment.no}，流水号${serial}）`,
      subject: surplusSubject(serial),
      payload: { payNo: payment.no, serial, reason },
      changes: [
        { label: '应付', from: '', to: `¥${showYuan(due)}` },
        { label: '到账', from: '', to: `¥${showYuan(due + amount)}` },
        { label: '转入余额', from: '', to: `¥${showYuan(amount)}` },
      ],
    },
    passSurplus,
  );
  return { waits: !isDone };
}

/** Surplus of a transfer, or a manual refund that becomes balance: decided by a second person. */
const ofReceipt = z.object({ payNo: z.string(), serial: z.string(), reason: z.string() });
const ofRefund = z.object({ refundNo: z.string() });

/** Moves the money to the balance; for a closed company it goes back. Throws 409 for a refund that was sent. */
export async function passSurplus(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<Carried> {
  const refund = ofRefund.safeParse(row.payload);
  if (refund.success) {
    const { refundNo } = refund.data;
    if (!(await payOutToBalance(tx, context, refundNo)))
      throw new AppError(409, '这笔退款已另行退回，请驳回');
    return { outcome: refundNo };
  }
  return place(tx, context, row, 'balance');
}

/** Sends the money back to the account that it came from; a manual refund goes on waiting for that. */
export async function refuseSurplus(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<Carried> {
  return ofRefund.safeParse(row.payload).success ? {} : place(tx, context, row, 'back');
}

async function place(
  tx: Tx,
  { now }: Context<'staff'>,
  row: ActRow,
  way: 'balance' | 'back',
): Promise<Carried> {
  const { payNo, serial, reason } = ofReceipt.parse(row.payload);
  const payment = must(await findAnyPayment(tx, payNo), `payment ${payNo}`);
  const amount = must(row.amount, 'the amount');
  const { no } = await giveRest(tx, payment, { serial, amount, way, reason, now });
  return { outcome: no };
}
