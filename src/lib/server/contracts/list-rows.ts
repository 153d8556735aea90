/** Contracts at the desks. */
import { sql } from 'drizzle-orm';
import { contractList } from '#lib/contract/desk/lists/contracts.ts';
import { reminderDays } from '#lib/rules/companies/qualification.ts';
import type { ContractState } from '#lib/rules/contracts/state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { listRows } from '../db/list-source.ts';
import { isToSeal } from './waiting-rows.ts';

const states = { sent: 'sent', half: 'half', signed: 'signed', void: 'void' } as const satisfies Record<
  string,
  ContractState
>;

export const contractListRows = listRows(contractList, {
  source: ({ merchantId, now }) => {
    const today = sql`${dayKey(now.getTime())}::date`;
    const soon = sql`${today} + ${reminderDays[0]}::int`;
    const standings: Record<string, ReturnType<typeof sql>> = {
      in_force: sql`(k.state = ${states.signed} and ${today} between k.valid_from and k.valid_to)`,
      expiring: sql`(k.state = ${states.signed} and k.valid_to between ${today} and ${soon})`,
      lapsed: sql`(k.state = ${states.signed} and k.valid_to < ${today})`,
      sent: sql`k.state = ${states.sent}`,
      to_seal: isToSeal,
      at_provider: sql`(k.state = ${states.half} and not ${isToSeal})`,
      void: sql`k.state = ${states.void}`,
    };
    return {
      from: sql`contract k join company c on c.id = k.company_id join contract_template t on t.id = k.template_id`,
      shown: sql`left join merchant m on m.id = k.merchant_id`,
      key: sql`k.id`,
      bound: merchantId === null ? undefined : sql`k.merchant_id = ${merchantId}`,
      columns: {
        no: sql`k.no`,
        company: sql`c.name`,
        merchant: sql`coalesce(m.short_name, '平台')`,
        kind: sql`k.kind`,
        version: sql`t.version`,
        state: sql`k.state`,
        waits_for: sql`case when ${isToSeal} then 'seller' when k.state = ${states.sent} then 'buyer'
          when k.state = ${states.half} then 'provider' else 'none' end`,
        valid_from: sql`k.valid_from`,
        valid_to: sql`k.valid_to`,
        signed_at: sql`k.signed_at`,
        created_at: sql`k.created_at`,
        sent_by: sql`k.sent_by`,
        void_reason: sql`k.void_reason`,
        id: sql`k.id`,
        is_half: isToSeal,
        is_live: sql`k.state <> ${states.void}`,
      },
      filters: { standing: (value) => standings[value] },
    };
  },
});
