/** 积分商品 at the platform's desk. */
import { sql } from 'drizzle-orm';
import { pointsGoodsList } from '#lib/contract/desk/lists/points-goods.ts';
import { listRows } from '../db/list-source.ts';

export const pointsGoodsListRows = listRows(pointsGoodsList, {
  source: () => ({
    from: sql`points_goods g`,
    key: sql`g.id`,
    columns: {
      name: sql`g.name`,
      kind: sql`g.kind`,
      points: sql`g.points`,
      money: sql`g.money`,
      stock: sql`g.stock`,
      sold: sql`g.sold`,
      limit_count: sql`g.limit_count`,
      limit_period: sql`g.limit_period`,
      on_from: sql`g.on_from`,
      on_to: sql`g.on_to`,
      shelf: sql`case when g.is_on then 'on' else 'off' end`,
      goods_id: sql`g.id`,
      is_on: sql`g.is_on`,
      is_off: sql`not g.is_on`,
    },
  }),
});
