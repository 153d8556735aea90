/** Members with purchase templates whose day it is, who have no message of it yet. */
import { sql } from 'drizzle-orm';
import { isApproved, statesWithPeople } from '#lib/rules/companies/company-state.ts';
import { roleMay, roles } from '#lib/rules/companies/roles.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import type { TemplateOwner } from './rows.ts';

/** The cause of a person's message: one a company and day in Shanghai. */
export function replenishRef(userId: string, day: string): string {
  return `replenish:${userId}:${day}`;
}

export const ownerKey = ({ userId, companyId }: TemplateOwner) => `${companyId}:${userId}`;

const open = statesWithPeople.filter(isApproved);
const orderers = roles.filter((role) => roleMay(role, 'order'));

/** A superset of the due ones: the rule decides which day a short month ends with. */
export async function listDueOwners(
  db: Db,
  job: string,
  { now, day, limit }: { now: Date; day: string; limit: number },
): Promise<TemplateOwner[]> {
  const { rows } = await db.execute<{ user_id: string; company_id: number }>(sql`
    select distinct t.company_id, t.user_id
    from purchase_template t
    join member mb on mb.user_id = t.user_id and mb.disabled_at is null
      and mb.role = any(${sql.param([...orderers])}::text[])
    join company c on c.id = t.company_id and c.status = any(${sql.param([...open])}::text[])
    where t.used_on is distinct from ${day}::date
      and (t.weekday = extract(isodow from ${day}::date)
        or t.month_day = extract(day from ${day}::date)
        or (t.month_day > extract(day from ${day}::date)
          and ${day}::date = (date_trunc('month', ${day}::date) + interval '1 month - 1 day')::date))
      and not exists (select from message m where m.company_id = t.company_id
        and m.ref = ${'replenish:'} || t.user_id || ':' || ${day})
      and ${isReady(job, sql`t.company_id || ':' || t.user_id`, now)}
    order by t.company_id, t.user_id limit ${limit}`);
  return rows.map((row) => ({ companyId: row.company_id, userId: row.user_id }));
}
