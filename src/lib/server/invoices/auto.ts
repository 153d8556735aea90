/** Invoices that go out by themselves after shipping, where the merchant wants it so (rules 19). */
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { insertInvoices, lockOrders } from './ask-rows.ts';
import { listAutoOrders } from './auto-rows.ts';
import { buildParts, faultOfTitle, invoicesOf } from './build.ts';
import { listTitleRows } from './title-rows.ts';

const handful = 200;

/** Asks for an invoice of each shipped order, by the company's default title. Shipping itself waits for none of it. */
export function issueShipped(db: Db, now: Date): Promise<RowsDone> {
  const companyOf = new Map<string, number>();
  return eachRow(db, {
    job: 'issueShipped',
    now,
    list: async () => {
      const rows = await listAutoOrders(db, now, handful);
      for (const { no, companyId } of rows) companyOf.set(no, companyId);
      return rows.map(({ no }) => no);
    },
    work: (no: string) => issueOrder(db, companyOf.get(no) ?? 0, no, now),
  });
}

/** Answers how many invoices were asked for: none where something has changed since it was found due. */
function issueOrder(db: Db, companyId: number, no: string, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const [title] = await listTitleRows(tx, companyId);
    if (title?.isDefault !== true || faultOfTitle(title) !== null) return 0;
    const orders = await lockOrders(tx, companyId, [no]);
    const { ready } = await buildParts(tx, orders, now);
    const rows = invoicesOf(ready, {
      ...{ title, askedBy: 'auto', askedById: 'issueShipped', userId: null, month: null },
      ...{ isApart: true, now },
    });
    await insertInvoices(tx, rows, { actor: 'system', actorId: 'issueShipped', note: '发货后自动开票' });
    return rows.length;
  });
}
