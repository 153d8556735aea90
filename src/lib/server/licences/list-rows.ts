/** Registered licences of merchants at the desks: a merchant's own, for the platform all. */
import { sql } from 'drizzle-orm';
import { licencesList } from '#lib/contract/desk/lists/licences.ts';
import { licenceState, renewalStates } from '#lib/rules/companies/licences.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { containing } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';
import { dueBy, everyLicence, openStates } from './rows.ts';

const isWaiting = sql`exists (select 1 from licence_renewal w
  where w.id = l.renewal_id and w.state = any(${sql.param(openStates)}::text[]))`;

export const licenceListRows = listRows(licencesList, {
  source: ({ merchantId, now }) => {
    const isOwn = merchantId === null ? sql`false` : sql`true`;
    const views = { due: sql`l.valid_to <= ${dueBy(now)}::date`, waiting: isWaiting };
    return {
      from: sql`${everyLicence} join merchant m on m.id = l.merchant_id`,
      shown: sql`left join licence_renewal r on r.id = l.renewal_id`,
      key: sql`(l.merchant_id || ' ' || l.kind)`,
      bound: merchantId === null ? undefined : sql`l.merchant_id = ${merchantId}`,
      columns: {
        kind: sql`l.kind`,
        merchant: sql`m.short_name`,
        number: sql`l.number`,
        valid_from: sql`l.valid_from`,
        valid_to: sql`l.valid_to`,
        days_left: sql`l.valid_to - ${dayKey(now.getTime())}::date`,
        renewal_id: sql`l.renewal_id`,
        case_id: merchantId === null ? sql`l.renewal_id` : sql`null::int`,
        may_hand_in: sql`${isOwn} and not ${isWaiting}`,
        may_withdraw: sql`${isOwn} and ${isWaiting}`,
      },
      extra: {
        handed: sql`r.number`,
        handed_to: sql`coalesce(r.valid_to::text, '长期')`,
        handed_state: sql`r.state`,
        reason: sql`r.reason`,
      },
      filters: {
        view: (view) => (isKeyOf(views, view) ? views[view] : undefined),
        merchant: (name) =>
          sql`(m.short_name ilike ${containing(name)} or m.full_name ilike ${containing(name)})`,
      },
    };
  },
  finish: (row, { now }) => ({
    state:
      row.number === null || row.number === undefined
        ? 'none'
        : licenceState(row.valid_to === null ? null : String(row.valid_to), now.getTime()),
    renewal_text: renewalText(row),
  }),
});

function renewalText({
  handed,
  handed_to: to,
  handed_state: state,
  reason,
}: Record<string, unknown>): string {
  if (typeof handed !== 'string') return '';
  const word = String(state);
  const stateText = isKeyOf(renewalStates, word) ? renewalStates[word] : '';
  const why = reason === '' || reason === null ? '' : `。退回原因：${reason}`;
  return `${stateText}：${handed}，有效期至${to}${why}`;
}
