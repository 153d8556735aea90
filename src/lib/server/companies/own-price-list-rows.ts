/** Companies' agreements about a merchant's own items, at its desk. */
import { sql } from 'drizzle-orm';
import { ownPrices } from '#lib/contract/desk/lists/own-prices.ts';
import { must } from '#lib/rules/terms/must.ts';
import { listRows } from '../db/list-source.ts';

export const ownPriceListRows = listRows(ownPrices, {
  source: ({ merchantId }) => ({
    from: sql`customer_price a join goods g on g.id = a.goods_id join product p on p.id = g.product_id
      join company c on c.id = a.company_id`,
    key: sql`(a.company_id || '-' || a.goods_id)`,
    bound: sql`g.merchant_id = ${must(merchantId, 'the merchant of its prices')}`,
    columns: {
      company: sql`c.name`,
      company_id: sql`a.company_id`,
      goods_id: sql`a.goods_id`,
      name: sql`p.name`,
      spec: sql`p.spec`,
      member_price: sql`g.member_price`,
      agreed: sql`a.price`,
    },
  }),
});
