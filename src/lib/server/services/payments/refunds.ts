/** Money on its way back: written down with its cause, carried out by the way it came, tried again until it works. */
import { path } from '#lib/contract/routes.ts';
import { formatYuan } from '#lib/rules/money.ts';
import type { Db, Tx } from '../../db/client.ts';
import { eachRow, type RowsDone } from '../../jobs/rows.ts';
import { findProvider } from '../../payments/providers.ts';
import { tell } from '../../repos/messages.ts';
import {
  insertRefund,
  listOpenRefunds,
  markRefundDone,
  type NewRefund,
  type PaymentRow,
  type RefundRow,
} from '../../repos/payments.ts';

/** Money of a payment that pays for nothing: written down for the way back, and the buyer told. Once a transaction. */
export async function giveBack(
  tx: Tx,
  payment: PaymentRow,
  providerNo: string,
  amount: number,
  reason: string,
): Promise<void> {
  await writeRefund(tx, {
    no: `R${payment.no}-${providerNo}`,
    payNo: payment.no,
    companyId: payment.companyId,
    provider: payment.provider,
    providerNo,
    amount,
    reason,
    status: 'pending',
  });
}

/** Writes a refund down and tells the buyer; false when its number is there already. */
export async function writeRefund(tx: Tx, row: NewRefund): Promise<boolean> {
  if (!(await insertRefund(tx, row))) return false;
  await tell(tx, {
    companyId: row.companyId,
    kind: 'refund',
    title: `退款¥${formatYuan(row.amount)}`,
    body: `${row.reason}（退款单号${row.no}）`,
    link: row.orderNo ? path('/order/info/[id]', { id: row.orderNo }) : path('/order'),
    ref: row.no,
  });
  return true;
}

/** Carries out refunds that wait, all or one payment's; what fails rests and is tried again. */
export async function runRefunds(db: Db, now: Date, payNo?: string): Promise<RowsDone> {
  const open = new Map<string, RefundRow>();
  return eachRow(db, {
    job: 'runRefunds',
    now,
    list: async () => {
      for (const refund of await listOpenRefunds(db, now, 100, payNo)) open.set(refund.no, refund);
      return [...open.keys()];
    },
    work: async (no) => {
      await db.transaction((tx) => carryOut(tx, open.get(no)!, now));
      return 1;
    },
  });
}

/** In one transaction: of two that try at once the second finds it done. */
export async function carryOut(tx: Tx, refund: RefundRow, now: Date): Promise<void> {
  const provider = findProvider(refund.provider);
  if (!provider) throw new Error(`no provider ${refund.provider}`);
  if (!(await markRefundDone(tx, refund.no, now))) return;
  await provider.refund(
    {
      refundNo: refund.no,
      payNo: refund.payNo,
      providerNo: refund.providerNo,
      companyId: refund.companyId,
      amount: refund.amount,
      reason: refund.reason,
    },
    tx,
  );
}
