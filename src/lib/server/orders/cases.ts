/** After-sale next to an order's status: a separate tag, never a status (rules 3). */
import type { OrderWire } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import {
  type AfterSaleFacts,
  afterSaleKinds,
  afterSaleStateText,
  effectiveAfterSale,
  endsWithOrder,
  isAfterSaleOver,
} from '#lib/rules/orders/after-sale-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { insertNote } from './after-sale-note-rows.ts';
import { type AfterSaleRow, moveCase } from './after-sale-rows.ts';
import { listCasesOf } from './case-rows.ts';
import type { OrderRow } from './rows.ts';

/** A case as input of the rules. */
export function caseFacts(row: AfterSaleRow): AfterSaleFacts {
  return {
    kind: row.kind,
    state: row.state,
    dueAt: row.dueAt?.getTime() ?? null,
    isEscalated: row.isEscalated,
    hasAppealed: row.appealedAt !== null,
    endedBy: row.endedBy,
    endedAt: row.endedAt?.getTime() ?? null,
    isSent: row.trackingNo !== '',
    hasArrived: row.arrivedAt !== null,
  };
}

/** The cases of orders, by order, the newest first. */
export async function readCaseTags(
  db: Db,
  companyId: number,
  nos: readonly string[],
  now: Date,
): Promise<(no: string) => OrderWire['cases']> {
  const rows = await listCasesOf(db, companyId, nos);
  const at = now.getTime();
  const byOrder = Map.groupBy(rows, ({ orderNo }) => orderNo);
  return (no) =>
    (byOrder.get(no) ?? []).map((row) => {
      const facts = caseFacts(row);
      return {
        id: row.id,
        kind_text: afterSaleKinds[row.kind].text,
        status_text: afterSaleStateText(facts, at),
        is_open: isAfterSaleOver(effectiveAfterSale(facts, at)) ? 0 : 1,
      };
    });
}

// Ends cases of an order that is closed because everything is refunded: they cannot be agreed to any more (rules 3).

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
