/** Refunds of bank transfers: a person sends them, or turns them into balance, and records it here (rules 5). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { owedStates } from '#lib/rules/orders/remote-state.ts';
import { headOf } from '#lib/rules/text/cut.ts';
import { propose } from '../acts/propose.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { findPayout, insertPayout } from '../payments/payout-rows.ts';
import { moveRefund } from '../payments/remote-work-rows.ts';
import { findCompanyState } from '../payments/top-up-rows.ts';
import { lockWallet } from '../ports/payments/wallet-rows.ts';
import { notifyPaidOut } from './pay-out.ts';
import { passSurplus } from './rest.ts';

/** How a refund was sent. */
interface DonePayout {
  no: string;
  way: 'bank' | 'balance';
  /** The bank's, where it was sent by bank. */
  serial: string;
}

/** `POST /api/desk/payouts/{id}/sent`: it was sent by bank; as {@link donePayout}. */
export function payoutSent(
  context: Context<'platform'>,
  { id: no, serial }: { id: string; serial: string },
): Promise<{ waits: 0 | 1 }> {
  return donePayout(context, { no, way: 'bank', serial });
}

/** `POST /api/desk/payouts/{id}/balance`: it becomes balance; as {@link donePayout}. */
export function payoutToBalance(
  context: Context<'platform'>,
  { id: no }: { id: string },
): Promise<{ waits: 0 | 1 }> {
  return donePayout(context, { no, way: 'balance', serial: '' });
}

/**
 * It was sent by bank under a serial number, or becomes balance: above the limit of
 * one person after a second one approves it. A repeat changes nothing. Throws 404, 409 for one that was done otherwise
 * or waits already, 422 for a serial that is missing or taken.
 */
export async function donePayout(
  context: Context<'platform'>,
  { no, way, serial: typed }: DonePayout,
): Promise<{ waits: 0 | 1 }> {
  const { db, now } = context;
  const serial = typed.toUpperCase();
  if (way === 'bank' && !/^[0-9A-Z-]{4,40}$/.test(serial))
    throw fieldError('serial', '请填写银行回单上的流水号（4到40位字母、数字或短横线）');
  return db.transaction(async (tx) => {
    const row = await findPayout(tx, no);
    if (row === null) throw new AppError(404, '退款单不存在');
    const { refund } = row;
    const taken = () => new AppError(409, '这笔退款已由他人处理，请刷新后再试');
    if (way === 'balance') {
      if (refund.doneAt !== null) {
        if (row.serial === null) return { waits: 0 };
        throw taken();
      }
      await needOpenWallet(tx, refund.companyId);
      const { isDone } = await propose(
        tx,
        context,
        {
          kind: 'surplus',
          companyId: refund.companyId,
          amount: refund.amount,
          reason: headOf(`手工退款${no}改为退到余额：${refund.reason}`, 200),
          subject: `payout:${no}`,
          payload: { refundNo: no },
          changes: [{ label: '退款', from: '转回原账户', to: `余额¥${showYuan(refund.amount)}` }],
        },
        passSurplus,
      );
      return { waits: isDone ? 0 : 1 };
    }
    if (!(await moveRefund(tx, no, owedStates, 'done', { doneAt: now }))) {
      const done = await findPayout(tx, no);
      if (done?.serial === serial) return { waits: 0 };
      throw taken();
    }
    if (!(await insertPayout(tx, { refundNo: no, serial, staff: context.actor.name })))
      throw fieldError('serial', '该流水号已登记在另一笔退款');
    await notifyPaidOut(tx, context, refund, serial);
    return { waits: 0 };
  });
}

/** Closing a company takes the same lock; the wallet is locked before it is read. */
async function needOpenWallet(tx: Tx, companyId: number): Promise<void> {
  await lockWallet(tx, companyId);
  const state = await findCompanyState(tx, companyId);
  if (state === null || !mayLogIn(state)) throw fieldError('way', '企业已注销，只能按原路转账退回');
}
