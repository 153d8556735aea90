/** Invoices that go out by themselves after shipping, where the merchant wants it so (rules 19). */
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { insertInvoices, lockOrders } from './ask-rows.ts';
import { listAutoOrders } from './auto-rows.ts';
import { buildParts, faultOfTitle, invoicesOf } from './build.ts';
import { listTitleRows } from './title-rows.ts';

/** Both jobs ask, and write down what fails, under this name: an order passes from one to the other by its age. */
const job = 'issueShipped';

const handful = 200;

const day = 86_400_000;
/** Ms after the payment for which a job looks at an order. Nearly all are shipped in the first days. */
const reach = { soon: 7 * day, late: 60 * day };

/** Asks for an invoice of each shipped order, by the company's default title. Shipping itself waits for none of it. */
export function issueShipped(db: Db, now: Date): Promise<RowsDone> {
  return issuePaid(db, { from: reach.soon, to: 0 }, now);
}

/** The same for what was paid longer ago: it was shipped late, or what kept it from going out was mended. */
export function issueLongPaid(db: Db, now: Date): Promise<RowsDone> {
  return issuePaid(db, { from: reach.late, to: reach.soon }, now);
}

/** Those paid between two ages, ms. */
function issuePaid(db: Db, { from, to }: { from: number; to: number }, now: Date): Promise<RowsDone> {
  const companyOf = new Map<string, number>();
  const paid = { from: new Date(now.getTime() - from), to: new Date(now.getTime() - to) };
  return eachRow(db, {
    job,
    now,
    list: async () => {
      const rows = await listAutoOrders(db, { job, paid, now, limit: handful });
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
      ...{ title, askedBy: 'auto', askedById: job, userId: null, month: null },
      ...{ isApart: true, now },
    });
    await insertInvoices(tx, rows, { actor: 'system', actorId: job, note: '发货后自动开票' });
    return rows.length;
  });
}
