/** Conditions of invoices and red forms that need a person at a desk (rules 19). `within`: the merchant; null for all. */
import { type SQL, sql } from 'drizzle-orm';
import { openInvoiceStates } from '#lib/rules/invoices/invoice-state.ts';
import { allRedStates, asksAgain, isRedVoid, redOverdueMs } from '#lib/rules/invoices/red-state.ts';
import { words } from '../db/schema/columns.ts';
import { invoiceReachMs, isRedDue } from './open-rows.ts';

const open = words(openInvoiceStates);

/** Condition of an invoice that is held up, or is to be entered by hand. `i` names the row. */
export function isToDo(i: SQL): SQL {
  return sql`(${i}.state = 'failed' or ${i}.provider = 'manual' and ${i}.state in (${open}))`;
}

/** The same over the table `invoice`. */
export function isInvoiceWaiting(within: number | null): SQL {
  const i = sql`invoice`;
  return within === null ? isToDo(i) : sql`(${isToDo(i)} and invoice.merchant_id = ${within})`;
}

const ended = words(allRedStates.filter((state) => isRedVoid(state) && !asksAgain(state)));

/** A newer form of the same blue invoice has taken the place of the form `f`. */
export function isReplaced(f: SQL): SQL {
  return sql`exists (select 1 from red_form n where n.blue_id = ${f}.blue_id and n.id > ${f}.id)`;
}

/**
 * Condition of a form that waits for a person of the seller: the buyer's, one that is open for 48 hours, or one that ended
 * without a red invoice within {@link invoiceReachMs} and was not replaced, while something is still to be taken back:
 * money of a refund, or our own for a wrong title that nobody withdrew. `f` names the row; `isOwn`: its invoice is the
 * reader's, asked once more before what costs much, as PostgreSQL chooses the order of the outer conditions.
 */
export function isRedToDo(f: SQL, now: Date, isOwn: SQL): SQL {
  const late = new Date(now.getTime() - redOverdueMs);
  const since = new Date(now.getTime() - invoiceReachMs);
  return sql`(${isOwn} and (${f}.state = '03' and ${f}.closed_at is null
    or ${f}.closed_at is null and ${f}.asked_at < ${late}
    or ${f}.state in (${ended}) and ${f}.closed_at >= ${since} and ${f}.red_invoice_id is null and ${isOwn}
      and not ${isReplaced(f)}
      and (${f}.reason = '01' and ${f}.raised_by = 'seller' and ${f}.state <> '08' or ${isRedDue(sql`${f}.blue_id`)})))`;
}

/** The same over the table `red_form`. */
export function isRedFormWaiting(within: number | null, now: Date): SQL {
  const isOwn =
    within === null
      ? sql`true`
      : sql`exists (select 1 from invoice b where b.id = red_form.blue_id and b.merchant_id = ${within})`;
  return isRedToDo(sql`red_form`, now, isOwn);
}

/** True for a seller whose drawer is logged out, or whose quota is below its alarm. */
export function isSellerToDo(within: number | null, now: Date): SQL {
  const s = sql`invoice_seller`;
  return sql`((${s}.session_checked_at is not null and coalesce(${s}.session_until, '-infinity') <= ${now}
    or ${s}.quota_total - ${s}.quota_used < ${s}.quota_alarm)
    and ${within === null ? sql`true` : sql`${s}.merchant_id = ${within}`})`;
}
