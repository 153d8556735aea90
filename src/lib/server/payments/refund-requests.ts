/**
 * Records money that has to go back, with its cause, in the transaction that finds it out. refunds.ts carries it out.
 */
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { isTopUp } from '#lib/rules/money/top-up.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { insertRefund, type NewRefund } from './refund-rows.ts';
import type { PaymentRow } from './rows.ts';

/**
 * Records a refund for a payment that pays for nothing, and notifies the buyer. Once a transaction. Returns its number.
 */
export async function requestRefund(
  tx: Tx,
  payment: PaymentRow,
  providerNo: string,
  amount: number,
  reason: string,
): Promise<string> {
  const no = `R${payment.no}-${providerNo}`;
  const row = {
    no,
    payNo: payment.no,
    companyId: payment.companyId,
    provider: payment.provider,
    providerNo,
    amount,
    reason,
    status: 'requested',
  } as const;
  await writeRefund(tx, row, isTopUp(payment.purpose) ? path('/wdqb/yegl') : path('/order'));
  return no;
}

/**
 * Records a refund and notifies the buyer; false when its number exists already. `link`: where the refund belongs to no
 * order.
 */
export async function writeRefund(tx: Tx, row: NewRefund, link = path('/order')): Promise<boolean> {
  if (!(await insertRefund(tx, row))) return false;
  await sendMessages(tx, {
    companyId: row.companyId,
    kind: 'refund',
    title: `退款¥${showYuan(row.amount)}`,
    body: `${row.reason}（退款单号${row.no}）`,
    link: row.orderNo ? path('/order/info/[id]', { id: row.orderNo }) : link,
    ref: row.no,
  });
  return true;
}
