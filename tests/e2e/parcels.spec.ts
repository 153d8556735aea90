/** A parcel's way on the buyer's order page, on a phone: by day and hour, the newest first. */
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { get } from '#tests/support/calls.ts';
import { runOps } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { paidOrder } from '#tests/support/placed.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('the way of a parcel is drawn, and axe finds nothing', async ({ page, context, logIn }) => {
  await logIn();
  await page.setViewportSize({ width: 390, height: 844 });
  const no = await paidOrder(context);
  await runOps('ship', no);
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
