/** Takes back a transfer's surplus from its destination. */
import { AppError } from '#lib/contract/errors.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { owedStates } from '#lib/rules/orders/remote-state.ts';
import { decideAct } from '../acts/countersign-rows.ts';
import { recordAct } from '../acts/record.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { moveRefund } from '../payments/remote-work-rows.ts';
import { lockWallet, postEntry } from '../ports/payments/wallet-rows.ts';
import { endRest, listRefundsOf, type Rests } from './undone-receipt-rows.ts';

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
