/** Refuses cases about pieces that a clerk ships all the same, in the transaction of the parcel. */
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { findCase } from '../orders/after-sale-rows.ts';
import type { HeldOrder } from '../orders/held-order.ts';
import { doerOf, mayDo } from './case.ts';
import { perform } from './perform.ts';

/**
 * Refuses cases of a held order, with the text for the buyer. Throws 409 for one that this desk may not decide any
 * more: the platform has it.
 */
export async function refuseSentCases(
  tx: Tx,
  context: Context<'staff'>,
  held: HeldOrder,
  ids: readonly number[],
): Promise<void> {
  const { now, actor } = context;
  const record = recordOf(context);
  const doer = doerOf(context, record);
  const text = '商品已发出，收货后可以申请售后';
  for (const id of ids) {
    const found = must(
      await findCase(tx, id, { merchantId: actor.merchantId }),
      `case ${id} of a held order`,
    );
    const one = { ...held, found };
    if (!(await mayDo(tx, one, 'refuse', doer, now, text))) continue;
    await perform(tx, one, doer, { verb: 'refuse', text }, now);
    await writeAudit(tx, record, {
      act: 'aftersale.refuse',
      subject: 'aftersale',
      key: id,
      before: { state: found.row.state, order: held.order.no },
      after: { state: 'rejected', text },
      at: now,
    });
  }
}
