/** Applications for controlled items, at the platform's desk. */
import { sql } from 'drizzle-orm';
import { grants } from '#lib/contract/desk/lists/grants.ts';
import { grantStatuses, mayRefuseGrant } from '#lib/rules/companies/grant-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { listRows } from '../db/list-source.ts';
import { isGrantInForce } from '../db/shelf.ts';

const waiting = grantStatuses.filter(mayRefuseGrant);

export const grantListRows = listRows(grants, {
  source: ({ now }) => {
    const isInForce = isGrantInForce(sql`a`, sql`${dayKey(now.getTime())}`);
    return {
      from: sql`controlled_grant a join company c on c.id = a.company_id join goods g on g.id = a.goods_id
      join product p on p.id = g.product_id join merchant m on m.id = g.merchant_id`,
      key: sql`a.id`,
      columns: {
        company: sql`c.name`,
        name: sql`p.name`,
        spec: sql`p.spec`,
        merchant: sql`m.short_name`,
        note: sql`a.note`,
        created_at: sql`a.created_at`,
        // As `shownGrant` of the rules.
        status: sql`case when a.status = 'granted' and not ${isInForce} then 'ended' else a.status end`,
        valid_to: sql`a.valid_to`,
        reason: sql`a.reason`,
        company_id: sql`a.company_id`,
        goods_id: sql`a.goods_id`,
        may_decide: sql`a.status in ${waiting}`,
        may_withdraw: isInForce,
      },
    };
  },
});
