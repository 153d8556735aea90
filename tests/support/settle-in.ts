/** A company of which every page of a buyer has something to show. */
import type { BrowserContext } from '@playwright/test';
import { goodsPlain } from '#demo/seed/known.ts';
import { post } from './calls.ts';
import type { Database } from './e2e.ts';
import { redeemedThing } from './mall.ts';
import type { Ids } from './page-addresses.ts';
import { paidOrder, placed } from './placed.ts';

/** A store, an order that is paid, one to be paid, a points order, a wanted goods and a cart of a dozen. */
export async function settleIn(context: BrowserContext, { db, pool }: Database, name: string): Promise<Ids> {
  await pool.query(
    `insert into company (name, buyer_type, status, province, city, district, region_code, rank, inherits_papers, head_id)
     select '康源大药房' || c.id || '店', c.buyer_type, c.status, c.province, c.city, c.district, c.region_code, c.rank, true, c.id
     from company c join member m on m.company_id = c.id join "user" u on u.id = m.user_id where u.username = $1`,
    [name],
  );
  await paidOrder(context);
  const trade = await placed(context);
  const { id: wanted } = await post<{ id: number }>(context, '/api/user/buy', {
    form: 'name=阿莫西林&quantity=10&phone=13800138000',
  });
  const lines = [...Array.from({ length: 12 }, (_, at) => 201 + at * 10), goodsPlain];
  await post(context, '/api/cart', {
    json: JSON.stringify({ lines: lines.map((id) => ({ goods_id: id, type: 0 })) }),
  });
  const pointsOrder = await redeemedThing(context, db, name);
  return { wanted, pointsOrder, order: trade.orders[0]!.no, trade: trade.trade_no };
}
