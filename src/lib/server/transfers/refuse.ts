/** The desk returns a voucher (rules 5). */
import { AppError } from '#lib/contract/errors.ts';
import type { DeskTransferWire, RefuseTransferValues } from '#lib/contract/transfers/calls.ts';
import { isPaymentOpen } from '#lib/rules/orders/payment-state.ts';
import { awaitsTransfer, mayRefuseTransfer } from '#lib/rules/orders/transfer-state.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { factsOf } from '../orders/facts.ts';
import { listOrdersOfTrades } from '../orders/rows.ts';
import { listReceipts, settleReceipts } from '../paying/receipt-rows.ts';
import { guardRead, hold, sendBack } from './hold.ts';
import { getDeskTransfer } from './list.ts';
import { placeRest } from './rest.ts';

/**
 * `POST /api/desk/transfers/{no}/refuse`: the voucher is returned with a reason; money received for it becomes
 * balance or is sent back. A repeat with the same reason changes nothing. Throws 404, 409 where another person was
 * quicker.
 */
export async function refuseTransfer(
  context: Context<'platform'>,
  input: RefuseTransferValues,
): Promise<DeskTransferWire> {
  const { db, now } = context;
  const { no, reason, rest } = input;
  await db.transaction(async (tx) => {
    const { payment, transfer, tradeNos } = await hold(tx, no);
    if (transfer.state === 'refused' && transfer.reason === reason) return;
    guardRead(transfer, input);
    if (!mayRefuseTransfer(transfer.state)) throw new AppError(409, '这笔转账没有待核对的凭证');
    const open = (await listReceipts(tx, [no])).filter((one) => one.settledAt === null);
    const received = open.reduce((sum, one) => sum + one.amount, 0);
    const last = open.at(-1);
    const orders = await listOrdersOfTrades(tx, tradeNos);
    const waiting = orders.filter((order) => awaitsTransfer(factsOf(order), now.getTime()));
    if (last) {
      await placeRest(tx, context, payment, {
        serial: last.serial,
        amount: received,
        way: rest,
        reason,
        due: 0,
      });
      await settleReceipts(tx, no, now);
    }
    await sendBack(tx, context, payment, isPaymentOpen(payment.status) ? waiting : [], reason);
    await writeAudit(tx, recordOf(context), {
      act: 'transfer.refuse',
      subject: 'transfer',
      key: no,
      before: { state: transfer.state },
      after: { state: 'refused', reason, ...(received > 0 && { received, rest }) },
      at: now,
    });
  });
  return getDeskTransfer(context, no);
}
