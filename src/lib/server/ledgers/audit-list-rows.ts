/** The audit log at the desks. A merchant's people find the acts of their own people and acts on their accounts. */
import { sql } from 'drizzle-orm';
import { audit } from '#lib/contract/desk/lists/audit.ts';
import { actorText } from '#lib/rules/companies/actors.ts';
import { auditLines, auditLineText } from '#lib/rules/site/audit-lines.ts';
import { listRows } from '../db/list-source.ts';

export const auditRows = listRows(audit, {
  isGrowOnly: true,
  source: ({ merchantId }) => ({
    from: sql`audit_log a`,
    shown: sql`left join merchant m on m.id = a.merchant_id
      left join "user" u on a.actor = 'buyer' and u.id = a.actor_id and ${merchantId === null}`,
    key: sql`a.id`,
    bound: merchantId === null ? undefined : sql`a.merchant_id = ${merchantId}`,
    columns: {
      act: sql`a.act`,
      at: sql`a.at`,
      subject: sql`a.subject`,
      key: sql`a.subject_key`,
      side: sql`case when a.actor = 'merchant' then coalesce(m.short_name, '') else a.actor end`,
      who: sql`coalesce(u.name, a.actor_id)`,
      request_id: sql`a.request_id`,
      before: sql`a.before`,
      after: sql`a.after`,
    },
    filters: {
      // Staff by the account's name; buyers, for the platform, by their own name as well.
      who: (who) =>
        merchantId === null
          ? sql`a.actor_id = any(array(select id from "user" where name = ${who}) || ${who}::text)
              and (a.actor_id = ${who} or a.actor = 'buyer')`
          : sql`a.actor_id = ${who}`,
    },
  }),
  finish: ({ act, side, before, after }) => ({
    side: actorText(String(side)),
    change: auditLineText(auditLines(String(act), factsOf(before), factsOf(after))),
  }),
});

function factsOf(json: unknown): Record<string, unknown> | null {
  return typeof json === 'string' ? JSON.parse(json) : null;
}
