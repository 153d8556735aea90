/** Invoices at the desks: a merchant's own, for the platform all (rules 19). */
import { sql } from 'drizzle-orm';
import { invoicesList } from '#lib/contract/desk/lists/invoices.ts';
import { openInvoiceStates } from '#lib/rules/invoices/invoice-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import type { Db } from '../db/client.ts';
import { containing } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';
import { words } from '../db/schema/columns.ts';
import { isToDo } from './waiting-rows.ts';

const open = words(openInvoiceStates);

export const invoiceListRows = listRows(invoicesList, {
  source: ({ merchantId }) => ({
    from: sql`invoice i join company k on k.id = i.company_id join merchant m on m.id = i.merchant_id`,
    key: sql`i.id`,
    bound: merchantId === null ? undefined : sql`i.merchant_id = ${merchantId}`,
    columns: {
      serial: sql`i.serial`,
      state: sql`i.state`,
      fault: sql`i.fault`,
      company: sql`k.name`,
      merchant: sql`m.short_name`,
      title: sql`i.title->>'name'`,
      kind: sql`i.kind`,
      color: sql`i.color`,
      gross: sql`i.gross`,
      orders: sql`(select count(distinct l.order_no) from invoice_line l where l.invoice_id = i.id)::int`,
      created_at: sql`i.created_at`,
      number: sql`i.number`,
      issued_at: sql`i.issued_at`,
      provider: sql`i.provider`,
      attempt: sql`i.attempt`,
      next_at: sql`i.next_at`,
      tax: sql`i.tax`,
      may_retry: sql`(i.state = 'failed' and i.color = 'blue')`,
      may_void: sql`(i.state in ('failed', 'waiting') and i.color = 'blue')`,
    },
    filters: {
      state: (value) => (value === 'todo' ? isToDo(sql`i`) : sql`i.state = ${value}`),
      q: (value) =>
        sql`(i.number = ${value} or i.serial = ${value.toUpperCase()} or i.title->>'name' ilike ${containing(value)}
          or i.id in (select l.invoice_id from invoice_line l where l.order_no = ${value.toUpperCase()}))`,
      merchant: (name) =>
        sql`(m.short_name ilike ${containing(name)} or m.full_name ilike ${containing(name)})`,
    },
  }),
  facts: async (db, _values, { merchantId, now }) => readFacts(db, merchantId, now),
});

async function readFacts(db: Db, merchantId: number | null, now: Date) {
  const within = merchantId === null ? sql`true` : sql`merchant_id = ${merchantId}`;
  const { rows } = await db.execute<{
    waiting: number;
    failed: number;
    lapsed: number;
    low: number;
    until: number | null;
    left: number | null;
  }>(sql`
    select (select count(*)::int from invoice where state in (${open}) and ${within}) as waiting,
      (select count(*)::int from invoice where state = 'failed' and ${within}) as failed,
      (count(*) filter (where session_checked_at is not null and coalesce(session_until, '-infinity') <= ${now}))::int as lapsed,
      (count(*) filter (where quota_total - quota_used < quota_alarm))::int as low,
      (extract(epoch from max(session_until)) * 1000)::float8 as until,
      min(quota_total - quota_used)::float8 as left
    from invoice_seller where ${within}`);
  const { waiting = 0, failed = 0, lapsed = 0, low = 0, until = null, left = null } = rows[0] ?? {};
  if (merchantId === null)
    return {
      waiting,
      failed,
      session: lapsed === 0 ? '均已登录' : `${lapsed}家需要重新登录`,
      quota: low === 0 ? '均充足' : `${low}家低于提醒额度`,
    };
  const isOver = until === null || until <= now.getTime();
  return {
    waiting,
    failed,
    session: lapsed > 0 && isOver ? '需要重新登录' : until === null ? '未查询' : `有效至${minuteKey(until)}`,
    quota: left === null ? '未查询' : `¥${showYuan(left)}${low > 0 ? '，低于提醒额度' : ''}`,
  };
}
