/** Cases and the codes in them at a merchant's desk; item, lot and order of those that were shipped. */
import { sql } from 'drizzle-orm';
import { packs } from '#lib/contract/desk/lists/packs.ts';
import { must } from '#lib/rules/terms/must.ts';
import { listRows } from '../db/list-source.ts';

export const packListRows = listRows(packs, {
  source: ({ merchantId }) => ({
    from: sql`trace_pack k left join trace_code t on t.code = k.code
      left join order_line l on l.id = t.order_line_id left join goods g on g.id = l.goods_id
      left join product p on p.id = g.product_id`,
    key: sql`k.code`,
    bound: sql`k.merchant_id = ${must(merchantId, 'the merchant of its cases')}`,
    columns: {
      code: sql`k.code`,
      parent: sql`k.parent`,
      boxes: sql`(select count(*)::int from trace_pack i where i.merchant_id = k.merchant_id and i.parent = k.code)`,
      state: sql`case when t.code is null then 'kept' else 'sent' end`,
      name: sql`p.name`,
      lot_no: sql`t.lot_no`,
      order_no: sql`l.order_no`,
    },
    filters: {
      // A scanned code is whole, a typed one may be its beginning; both use the indexes.
      code: (typed) => {
        const digits = typed.replaceAll(/\D/g, '');
        const end = `${digits}:`;
        return digits === ''
          ? sql`false`
          : sql`((k.code >= ${digits} and k.code < ${end}) or (k.parent >= ${digits} and k.parent < ${end}))`;
      },
    },
  }),
});
