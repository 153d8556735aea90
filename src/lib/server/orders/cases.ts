/** After-sale next to an order's status: a separate tag, never a status (rules 3). */
import type { OrderWire } from '#lib/contract/orders/order.ts';
import {
  type AfterSaleFacts,
  afterSaleKinds,
  afterSaleStateText,
  effectiveAfterSale,
  isAfterSaleOver,
} from '#lib/rules/orders/after-sale-state.ts';
import type { Db } from '../db/client.ts';
import type { AfterSaleRow } from './after-sale-rows.ts';
import { listCasesOf } from './case-rows.ts';

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
