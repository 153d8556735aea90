/**
 * Ends cases of an order that is closed because everything is refunded: they cannot be agreed to any more (rules 3).
 */
import { path } from '#lib/contract/routes.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { afterSaleKinds, endsWithOrder } from '#lib/rules/orders/after-sale-state.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { insertNote, moveCase } from './after-sale-rows.ts';
import { listCasesOf } from './case-rows.ts';
import { caseFacts } from './cases.ts';
import type { OrderRow } from './rows.ts';

/**
 * Withdraws the open cases of a locked order, except `but`, whose refund closes it, and sends the company the reason.
 */
export async function endCasesOf(
  tx: Tx,
  { no, companyId }: Pick<OrderRow, 'no' | 'companyId'>,
  { but, actor, now }: { but: number | null; actor: Actor; now: Date },
): Promise<void> {
  for (const row of await listCasesOf(tx, companyId, [no])) {
    if (row.id === but || !endsWithOrder(caseFacts(row))) continue;
    const end = { dueAt: null, isEscalated: false, endedBy: 'system', endedAt: now } as const;
    await moveCase(tx, row.id, row.state, { state: 'withdrawn', ...end });
    const said = { side: 'system', act: 'close', text: '', at: now } as const;
    const noteId = await insertNote(tx, { ...said, afterSaleId: row.id, companyId, actorId: actor.id });
    await sendMessages(tx, {
      companyId,
      kind: 'aftersale',
      title: '售后申请已自动撤销',
      body: `订单${no}已全部退款，${afterSaleKinds[row.kind].text}申请不再处理，已自动撤销。`,
      link: path('/order/sh/[id]', { id: row.id }),
      ref: `aftersale:${row.id}:${noteId}`,
    });
  }
}
