/** Acts that wait for a second person, at the platform's desk: those that one may decide, and one's own. */
import { type SQL, sql } from 'drizzle-orm';
import type { countersign } from '#lib/contract/desk/lists/countersign.ts';
import { allActKinds } from '#lib/rules/companies/act-kinds.ts';
import { type ActPerson, kindsToDecide, seesUnknownKinds } from '#lib/rules/companies/countersign.ts';
import type { ListReader, ListSource } from '../db/list-source.ts';

export function actSource(reader: ListReader): ListSource<typeof countersign> {
  return {
    from: sql`balance_correction a left join company c on c.id = a.company_id`,
    shown: sql`left join wallet w on w.company_id = a.company_id`,
    key: sql`a.id`,
    bound: seenBy(personOf(reader)),
    columns: {
      company: sql`coalesce(c.name, '平台')`,
      kind: sql`a.kind`,
      amount: sql`a.amount`,
      reason: sql`a.reason`,
      asked_by: sql`a.asked_by`,
      asked_at: sql`a.created_at`,
      state: sql`a.state`,
      decided_by: sql`a.decided_by`,
      decided_at: sql`a.decided_at`,
      word: sql`case when a.is_alone then '限额内由一人办理' else a.word end`,
      company_id: sql`a.company_id`,
    },
    extra: {
      asked_as: sql`a.asked_as`,
      until: sql`a.until`,
      threshold: sql`a.threshold`,
      changed: sql`a.changes`,
      balance: sql`coalesce(w.balance, 0)`,
      // Whom a card is for, as long as the account has a name.
      person: sql`case when a.kind = 'sign_card'
        then (select u.name from "user" u where u.id = a.payload ->> 'userId') end`,
      gift_left: sql`case when a.state <> 'passed' then 0
        when a.kind = 'points' then coalesce((select l.remaining from points_ledger e join points_lot l on l.id = e.id
          where e.company_id = a.company_id and e.use_type = 'desk' and e.ref = 'act:' || a.id), 0)
        when a.kind = 'sign_card' then (select count(*)::int from sign_card s where s.company_id = a.company_id
          and s.source like 'desk:' || a.id || ':%' and s.used_for is null)
        else 0 end`,
      is_asked_back: sql`exists (select 1 from balance_correction b
        where b.kind = 'gift_back' and b.subject = 'gift:' || a.id and b.state = 'waiting')`,
    },
  };
}

/** The person who reads, as input of the rules. */
export function personOf({ name, merchantId, role }: ListReader): ActPerson {
  return { name, side: merchantId === null ? 'platform' : 'merchant', role };
}

function seenBy(person: ActPerson): SQL {
  const decides = kindsToDecide(person);
  const may = decides.length === 0 ? sql`` : sql` or a.kind in ${decides}`;
  const unknown = seesUnknownKinds(person) ? sql` or a.kind not in ${allActKinds}` : sql``;
  return sql`(a.asked_by = ${person.name}${may}${unknown})`;
}
