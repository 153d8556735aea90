/** Letters at the platform's desk. */
import { sql } from 'drizzle-orm';
import { searchText } from '#lib/contract/desk/list.ts';
import { companies } from '#lib/contract/desk/lists/companies.ts';
import { lettersList } from '#lib/contract/desk/lists/letters.ts';
import { contains } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';

export const letterListRows = listRows(lettersList, {
  source: () => ({
    from: sql`letter l left join company c on c.id = l.company_id`,
    key: sql`l.id`,
    columns: {
      title: sql`l.title`,
      kind: sql`case when l.filter is null then 'one' else 'many' end`,
      state: sql`l.state`,
      sent: sql`l.sent`,
      companies: sql`l.companies`,
      made_by: sql`l.made_by`,
      created_at: sql`l.created_at`,
      body: sql`l.body`,
      link: sql`l.link`,
      ended_at: sql`l.ended_at`,
      company_id: sql`l.company_id`,
      is_sending: sql`l.state = 'sending'`,
    },
    extra: { company: sql`c.name`, filter: sql`l.filter` },
    filters: {
      q: (typed) =>
        sql`(${contains(sql`l.title`, typed)} or ${contains(sql`l.body`, typed)} or ${contains(sql`c.name`, typed)})`,
    },
  }),
  finish: ({ company, filter }) => ({
    to: typeof filter === 'string' ? foundBy(filter) : company,
  }),
});

/** The search of a letter to many in words. */
function foundBy(filter: string): string {
  const values: Record<string, string> = JSON.parse(filter);
  return searchText(companies, values) || '全部企业';
}
