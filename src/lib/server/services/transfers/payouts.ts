/** Refunds of bank transfers: a person sends them, or turns them into balance, and says so here (rules 5). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type {
  DonePayoutValues,
  PayoutsList,
  PayoutsValues,
  PayoutWire,
} from '#lib/contract/transfers/schema.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { formatYuan, showYuan } from '#lib/rules/money/money.ts';
import { owedStates } from '#lib/rules/orders/remote-state.ts';
import { type Context, recordOf } from '../../context.ts';
import { writeAudit } from '../../repos/audit.ts';
import { sendMessages } from '../../repos/messages.ts';
import { findPayout, findPayouts, insertPayout, type PayoutRow } from '../../repos/payouts.ts';
import { moveRefund } from '../../repos/remote-work.ts';
import { findCompanyState } from '../../repos/top-ups.ts';
import { lockWallet, postEntry } from '../../repos/wallet.ts';
import { fileWireOf } from '../files/wire.ts';

/** `GET /api/desk/payouts`: a page of them, the longest waiting first. */
export async function listPayouts(
  { db }: Context<'platform'>,
  { state, keyword, ...asked }: PayoutsValues,
): Promise<PayoutsList> {
  const { rows, total } = await findPayouts(db, { isDone: state === 'done', keyword }, asked);
  return { list: rows.map(wireOf), total };
}

/**
 * `POST /api/desk/payouts/{no}/done`: it was sent by the bank under a serial number, or becomes balance now. The same
 * again changes nothing. Throws 404, 409 for one that was done otherwise, 422 for a serial that is missing or taken.
 */
export async function donePayout(
  context: Context<'platform'>,
  { no, way, serial: typed }: DonePayoutValues,
): Promise<PayoutWire> {
  const { db, now } = context;
  const serial = typed.toUpperCase();
  if (way === 'bank' && !/^[0-9A-Z-]{4,40}$/.test(serial))
    throw fieldError('serial', '请填写银行回单上的流水号（4到40位字母、数字或短横线）');
  await db.transaction(async (tx) => {
    const row = await findPayout(tx, no);
    if (row === null) throw new AppError(404, '退款单不存在');
    const { refund } = row;
    const sent = way === 'bank' ? serial : null;
    // Closing a company takes the same turn; the wallet is locked before it is looked at.
    if (way === 'balance') {
      await lockWallet(tx, refund.companyId);
      const state = await findCompanyState(tx, refund.companyId);
      if (state === null || !mayLogIn(state)) throw fieldError('way', '企业已注销，只能按原路转账退回');
    }
    if (!(await moveRefund(tx, no, owedStates, 'done', { doneAt: now }))) {
      const done = await findPayout(tx, no);
      if (done?.serial === sent) return;
      throw new AppError(409, '这笔退款已由他人处理，请刷新后再试');
    }
    if (sent !== null && !(await insertPayout(tx, { refundNo: no, serial: sent, staff: context.actor.name })))
      throw fieldError('serial', '该流水号已登记在另一笔退款');
    const { companyId, amount, reason } = refund;
    if (way === 'balance')
      await postEntry(tx, { companyId, useType: 'refund', amount, ref: no, note: reason });
    await sendMessages(tx, {
      companyId,
      kind: 'refund',
      title: `退款¥${showYuan(amount)}已${way === 'bank' ? '转回原账户' : '退到余额'}`,
      body: `${reason}（退款单号${no}${sent === null ? '' : `，银行流水号${sent}`}）`,
      link: refund.orderNo ? path('/order/info/[id]', { id: refund.orderNo }) : path('/wdqb/yegl'),
      ref: `payout:${no}`,
    });
    await writeAudit(tx, recordOf(context), {
      act: 'payout.done',
      subject: 'payout',
      key: no,
      before: { amount, companyId },
      after: { way, ...(sent !== null && { serial: sent }) },
      at: now,
    });
  });
  const row = await findPayout(db, no);
  if (row === null) throw new AppError(404, '退款单不存在');
  return wireOf(row);
}

function wireOf({ refund, company, serial, file }: PayoutRow): PayoutWire {
  const isDone = refund.doneAt !== null;
  return {
    no: refund.no,
    transfer_no: refund.payNo,
    order_no: refund.orderNo ?? '',
    company_id: refund.companyId,
    company,
    amount: formatYuan(refund.amount),
    reason: refund.reason,
    file: file && fileWireOf(file),
    came_by: refund.providerNo,
    created_at: refund.createdAt.toISOString(),
    is_done: isDone ? 1 : 0,
    sent_by: isDone ? (serial ?? '余额') : '',
  };
}
