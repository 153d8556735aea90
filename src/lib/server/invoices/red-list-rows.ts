/** 红字确认单 at the desks: a merchant's own, for the platform all (rules 19). */
import { sql } from 'drizzle-orm';
import { redFormsList } from '#lib/contract/desk/lists/red-forms.ts';
import { allRedStates, type RedVerb, redVerbsOf } from '#lib/rules/invoices/red-state.ts';
import { containing } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';
import { words } from '../db/schema/columns.ts';
import { isRedToDo, isReplaced } from './waiting-rows.ts';

/** Verbs of the seller, for the newest form of a blue invoice alone. */
function may(verb: RedVerb) {
  const states = allRedStates.filter((state) => redVerbsOf(state, 'seller', false).includes(verb));
  return sql`(f.red_invoice_id is null and f.state in (${words(states)}) and not ${isReplaced(sql`f`)})`;
}

export const redFormListRows = listRows(redFormsList, {
  source: ({ merchantId, now }) => ({
    from: sql`red_form f join invoice b on b.id = f.blue_id join company k on k.id = b.company_id
      join merchant m on m.id = b.merchant_id left join invoice r on r.id = f.red_invoice_id`,
    key: sql`f.id`,
    bound: merchantId === null ? undefined : sql`b.merchant_id = ${merchantId}`,
    columns: {
      serial: sql`f.serial`,
      state: sql`f.state`,
      hint: sql`f.state`,
      fault: sql`f.fault`,
      reason: sql`f.reason`,
      raised_by: sql`f.raised_by`,
      company: sql`k.name`,
      merchant: sql`m.short_name`,
      blue_number: sql`b.number`,
      gross: sql`f.gross`,
      asked_at: sql`f.asked_at`,
      deadline_at: sql`f.deadline_at`,
      form_no: sql`f.form_no`,
      red_number: sql`r.number`,
      refund_no: sql`f.refund_no`,
      blue_id: sql`f.blue_id`,
      may_query: may('query'),
      may_confirm: may('confirm'),
      may_refuse: may('refuse'),
      may_revoke: may('revoke'),
      may_again: may('again'),
      may_enter: may('enter'),
    },
    filters: {
      state: (value) => {
        if (value === 'todo')
          return isRedToDo(sql`f`, now, merchantId === null ? sql`true` : sql`b.merchant_id = ${merchantId}`);
        return value === 'open' ? sql`f.closed_at is null` : sql`f.state = ${value}`;
      },
      q: (value) =>
        sql`(f.serial = ${value} or f.form_no = ${value} or f.refund_no = ${value} or b.number = ${value} or r.number = ${value}
          or b.id in (select l.invoice_id from invoice_line l where l.order_no = ${value.toUpperCase()}))`,
      merchant: (name) =>
        sql`(m.short_name ilike ${containing(name)} or m.full_name ilike ${containing(name)})`,
    },
  }),
});
