/** Surplus money of a transfer: sent back, or moved to the balance, above the limit by two people. */

import { showYuan } from '#lib/rules/money/money.ts';
import type { RestWay } from '#lib/rules/orders/transfer-state.ts';
import { propose } from '../acts/propose.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import type { PaymentRow } from '../payments/rows.ts';
import { giveRest } from './rest.ts';
import { passSurplus } from './surplus.ts';

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
