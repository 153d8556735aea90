/** An address outside the district of the licence: it may be ordered to, and everybody who looks at the order is told. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { placeToCheckText } from '#lib/rules/companies/delivery-place.ts';
import { createAddress, listAddresses } from '#lib/server/addresses/addresses.ts';
import { previewOrder } from '#lib/server/cart/checkout.ts';
import { orderEvent } from '#lib/server/db/schema.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, fillCart, makeBuyers, makeGoods, place } from '#tests/support/orders.ts';

const { db } = await testDatabase();

it.each([
  ['the district of the licence', '420102', 0],
  ['another district', '420103', 1],
])('%s', async (_name, region, mark) => {
  const [buyer] = await makeBuyers(db, 1);
  const context = contextOf(db, buyer!);
  const fields = { receiver: '仓管', phone: '13800138000', detail: '仓库路1号', is_default: 0 as const };
  const made = await createAddress(context, { ...fields, region_code: region });
  expect(made.to_check).toBe(mark);
  expect((await listAddresses(context)).list.find(({ id }) => id === made.id)?.to_check).toBe(mark);
  const goodsId = await makeGoods(db, goodsPlain, 1000);
  const ids = await fillCart(db, buyer!, [{ goodsId, number: 100 }]);
  const preview = await previewOrder(context, { ids, address_id: made.id, coupons: 'best', gifts: {} });
  expect([preview.problems, preview.notices.includes(placeToCheckText)]).toEqual([[], mark === 1]);
  const { orders } = await place(db, buyer!, { ids, more: { address_id: made.id } });
  const { no } = orders[0]!;
  expect((await getMyOrder(context, { no })).address.to_check).toBe(mark);
  const [placed] = await db.select().from(orderEvent).where(eq(orderEvent.orderNo, no));
  expect(placed!.note.includes('需核对')).toBe(mark === 1);
});
