/** Applications for controlled items: at the platform's desk all, at a merchant's those for its own items. */
import { type SQL, sql } from 'drizzle-orm';
import { grants } from '#lib/contract/desk/lists/grants.ts';
import { ownGrants } from '#lib/contract/desk/lists/own-grants.ts';
import { grantStatuses, mayRefuseGrant } from '#lib/rules/companies/grant-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type ListReader, listRows } from '../db/list-source.ts';
import { isGrantInForce } from '../db/shelf.ts';

const waiting = grantStatuses.filter(mayRefuseGrant);

const from = sql`controlled_grant a join company c on c.id = a.company_id join goods g on g.id = a.goods_id
  join product p on p.id = g.product_id join merchant m on m.id = g.merchant_id`;

const inForce = ({ now }: ListReader): SQL => isGrantInForce(sql`a`, sql`${dayKey(now.getTime())}`);

const shared = (isInForce: SQL) => ({
  company: sql`c.name`,
  name: sql`p.name`,
  spec: sql`p.spec`,
  note: sql`a.note`,
  created_at: sql`a.created_at`,
  // As `shownGrant` of the rules.
  status: sql`case when a.status = 'granted' and not ${isInForce} then 'ended' else a.status end`,
  valid_to: sql`a.valid_to`,
  reason: sql`a.reason`,
  goods_id: sql`a.goods_id`,
});

export const grantListRows = listRows(grants, {
  source: (reader) => ({
    from,
    key: sql`a.id`,
    columns: {
      ...shared(inForce(reader)),
      merchant: sql`m.short_name`,
      company_id: sql`a.company_id`,
      may_approve: sql`a.status = 'agreed'`,
      may_refuse: sql`a.status in ${waiting}`,
      may_withdraw: inForce(reader),
    },
  }),
});

export const ownGrantListRows = listRows(ownGrants, {
  source: (reader) => ({
    from,
    key: sql`a.id`,
    bound: sql`g.merchant_id = ${must(reader.merchantId, 'the merchant of its items')}`,
    columns: {
      ...shared(inForce(reader)),
      region: sql`concat_ws(' ', c.province, c.city, c.district)`,
      may_answer: sql`a.status = 'applied'`,
    },
  }),
});
