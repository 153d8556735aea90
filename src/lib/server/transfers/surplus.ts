/** Surplus of a transfer, or a manual refund that becomes balance: decided by a second person. */
import { z } from 'zod';
import { AppError } from '#lib/contract/errors.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { ActRow } from '../acts/countersign-rows.ts';
import type { Carried } from '../acts/hands.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { findAnyPayment } from '../payments/rows.ts';
import { payOutToBalance } from './pay-out.ts';
import { giveRest } from './rest.ts';

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
