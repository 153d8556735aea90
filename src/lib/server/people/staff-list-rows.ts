/** Staff at the desks: a merchant's own, for the platform all. */
import { sql } from 'drizzle-orm';
import { staffList } from '#lib/contract/desk/lists/staff.ts';
import { staffRoleText } from '#lib/rules/companies/staff.ts';
import { listRows } from '../db/list-source.ts';

const isDisabled = sql`(s.disabled_at is not null)`;

export const staffListRows = listRows(staffList, {
  source: ({ merchantId, name = '' }) => {
    const isOwn = sql`(s.username = ${name})`;
    return {
      from: sql`staff s left join merchant m on m.id = s.merchant_id`,
      key: sql`s.id`,
      bound: merchantId === null ? undefined : sql`s.merchant_id = ${merchantId}`,
      columns: {
        username: sql`s.username`,
        side: sql`coalesce(m.short_name, '平台')`,
        state: sql`case when ${isDisabled} then 'disabled' when s.is_password_initial then 'initial' else 'normal' end`,
        is_enrolled: sql`s.totp_secret is not null`,
        role: sql`s.role`,
        merchant_id: sql`coalesce(s.merchant_id, 0)`,
        is_disabled: isDisabled,
        is_own: isOwn,
        may_enable: sql`${isDisabled} and not ${isOwn}`,
        may_change: sql`not ${isDisabled} and not ${isOwn}`,
      },
    };
  },
  finish: ({ role, merchant_id: merchant }) => ({
    role_text: staffRoleText(merchant === 0 ? 'platform' : 'merchant', String(role)),
  }),
});
