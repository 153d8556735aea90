/** A parcel's way on the buyer's order page, on a phone: by day and hour, the newest first. */
import type { OrderDetail, PlacedTrade } from '#lib/contract/orders/schema.ts';
import { goodsPlain } from '#lib/server/db/seed/known.ts';
import { get, post } from '#tests/support/calls.ts';
import { atDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('the way of a parcel is drawn, and axe finds nothing', async ({ page, context, logIn }) => {
  await logIn();
  await page.setViewportSize({ width: 390, height: 844 });
  const json = (value: object) => ({ json: JSON.stringify(value) });
  const { added } = await post<{ added: { id: number }[] }>(
    context,
    '/api/cart',
    json({ lines: [{ goods_id: goodsPlain, type: 0, number: 10 }] }),
  );
  const ids = added.map(({ id }) => id);
  const { total } = await post<{ total: { pay_amount: string } }>(
    context,
    '/api/order/preview',
    json({ ids }),
  );
  const placed = await post<PlacedTrade>(context, '/api/order', {
    ...json({ ids, expected_total: total.pay_amount }),
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  await post(context, '/api/pay', json({ trade_no: [placed.trade_no], provider: 'balance' }));
  const no = placed.orders[0]!.no;
  await atDesk('ship', no);
  const { shipments } = await get<OrderDetail>(context, `/api/order/${no}`);
  const events = shipments[0]?.events ?? [];
  expect(events.length).toBeGreaterThan(1);
  await page.goto(`/order/info/${no}`);
  const way = page.getByRole('region', { name: /物流与批号/ }).getByRole('article');
  await expect(way.getByRole('listitem')).toHaveCount(events.length);
  await expect(way.getByRole('listitem').first()).toContainText(events.at(-1)!.text);
  await expect(way.locator('time').first()).toHaveText(/^\d{2}:\d{2}$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violationsOf(page)).toEqual([]);
});
