/** Companies' licences that lapse within 60 days, at the platform's desk. */
import { sql } from 'drizzle-orm';
import { papers } from '#lib/contract/desk/lists/papers.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { listRows } from '../db/list-source.ts';
import { isLapsing } from './paper-rows.ts';

export const paperListRows = listRows(papers, {
  source: ({ now }) => {
    const today = dayKey(now.getTime());
    const remindedOn = sql`(select max(right(m.ref, 10)) from message m
      where m.company_id = paper.company_id and m.ref like 'paper:' || paper.id || ':%')`;
    return {
      from: sql`paper join company on company.id = paper.company_id`,
      key: sql`paper.id`,
      bound: isLapsing(now),
      columns: {
        company: sql`company.name`,
        kind: sql`paper.kind`,
        number: sql`paper.number`,
        valid_to: sql`paper.valid_to`,
        days_left: sql`paper.valid_to - ${today}::date`,
        reminded_on: remindedOn,
        is_reminded: sql`${remindedOn} = ${today}`,
        company_id: sql`paper.company_id`,
      },
    };
  },
});
