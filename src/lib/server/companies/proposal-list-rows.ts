/** Proposed prices about a merchant's own items, at its desk. */
import { sql } from 'drizzle-orm';
import { proposals } from '#lib/contract/desk/lists/proposals.ts';
import { newProposal } from '#lib/rules/companies/price-proposal.ts';
import { must } from '#lib/rules/terms/must.ts';
import { listRows } from '../db/list-source.ts';

export const proposalListRows = listRows(proposals, {
  source: ({ merchantId }) => ({
    from: sql`price_proposal a join company c on c.id = a.company_id
      join goods g on g.id = a.goods_id join product p on p.id = g.product_id`,
    shown: sql`left join customer_price cp on cp.company_id = a.company_id and cp.goods_id = a.goods_id`,
    key: sql`a.id`,
    bound: sql`a.merchant_id = ${must(merchantId, 'the merchant of its proposals')}`,
    columns: {
      company: sql`c.name`,
      goods_id: sql`a.goods_id`,
      name: sql`p.name`,
      spec: sql`p.spec`,
      member_price: sql`g.member_price`,
      agreed: sql`cp.price`,
      price: sql`a.price`,
      proposed_by: sql`a.proposed_by`,
      proposed_at: sql`a.created_at`,
      state: sql`a.state`,
      decided_by: sql`a.decided_by`,
      word: sql`a.word`,
      is_open: sql`a.state = ${newProposal}`,
    },
  }),
});
