/** The voucher of a bank transfer (rules 5): with it the orders wait for the desk. */
import { AppError } from '#lib/contract/errors.ts';
import type { PayStatus, VoucherValues } from '#lib/contract/payments/calls.ts';
import { buyerActor } from '#lib/rules/companies/actors.ts';
import { isPaymentOpen } from '#lib/rules/orders/payment-state.ts';
import {
  afterVoucher,
  awaitsTransfer,
  type TransferState,
  takesVoucher,
} from '#lib/rules/orders/transfer-state.ts';
import type { Context } from '../core/context.ts';
import { lockFiles } from '../files/rows.ts';
import { uploadFile } from '../files/upload.ts';
import { factsOf } from '../orders/facts.ts';
import { moveOrders } from '../orders/move.ts';
import { listOrdersOfTrades } from '../orders/rows.ts';
import { lockTrades } from '../orders/trade-rows.ts';
import { payableOf } from '../paying/accept.ts';
import { getPayment } from '../paying/read.ts';
import { findByVoucher, freeVoucher, lockVoucher } from '../paying/receipt-rows.ts';
import { findTransfer, lockTransfer, updateTransfer } from '../paying/transfer-rows.ts';
import { findPayment, listShares, lockPayment, type PaymentRow } from '../payments/rows.ts';

/**
 * `POST /api/pay/{no}/voucher`: the voucher of a transfer; its orders wait for the desk from then on. A repeat of the
 * same file changes nothing, another one replaces it. Throws 404 for another company's, 409 where nothing waits for it
 * any more, where the file belongs to another transfer, 422 for a file that is neither picture nor PDF.
 */
export async function handInVoucher(
  context: Context<'buyer'>,
  { no, file }: VoucherValues,
): Promise<PayStatus> {
  const {
    db,
    now,
    requestId,
    actor: { account },
  } = context;
  const { companyId } = account;
  if ((await findPayment(db, companyId, no)) === null || (await findTransfer(db, no)) === null)
    throw new AppError(404, '转账不存在');
  const { id: fileId } = await uploadFile(context, { file });
  await db.transaction(async (tx) => {
    const tradeNos = (await listShares(tx, no)).map((share) => share.tradeNo);
    await lockTrades(tx, tradeNos);
    const payment = await lockPayment(tx, no);
    const transfer = await lockTransfer(tx, no);
    if (payment === null || transfer === null) throw new AppError(404, '转账不存在');
    const orders = await listOrdersOfTrades(tx, tradeNos);
    const waiting = orders.filter((order) => awaitsTransfer(factsOf(order), now.getTime()));
    if (!isPaymentOpen(payment.status) || !takesVoucher(transfer.state) || waiting.length === 0)
      throw new AppError(409, refusalOf(payment, transfer.state));
    if (transfer.fileId === fileId && afterVoucher(transfer.state) === transfer.state) return;
    if (!(await lockFiles(tx, { companyId }, [fileId])).has(fileId))
      throw new AppError(409, '凭证已被清理，请重新上传');
    await lockVoucher(tx, fileId);
    await freeVoucher(tx, fileId, no);
    const other = await findByVoucher(tx, fileId);
    if (other !== null && other !== no)
      throw new AppError(409, `该凭证已用于转账${other}，一笔转账付多笔交易请用合并支付`);
    const patch = { state: afterVoucher(transfer.state), fileId, submittedAt: now };
    await updateTransfer(tx, no, patch);
    await moveOrders(tx, payableOf(waiting, now.getTime()), 'to_verify', {
      actor: buyerActor(account, requestId),
      note: '已上传转账凭证',
      at: now,
    });
  });
  return getPayment(context, { no });
}

function refusalOf(payment: PaymentRow, state: TransferState): string {
  if (!takesVoucher(state)) return '款项已到账，无需再上传凭证';
  return isPaymentOpen(payment.status)
    ? '订单已取消或超时，请勿转账；已转的款项到账后会退回'
    : '该笔转账已关闭，请重新选择支付方式；已转的款项到账后会退回';
}
