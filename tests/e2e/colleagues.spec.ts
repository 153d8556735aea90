/** Buying with others: a colleague over the limit whom the owner lets pass on a phone, and a head office for three stores. */
import type { Page } from '@playwright/test';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { alive } from '#tests/support/alive.ts';
import { post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { passPayGuard } from '#tests/support/pay-guard.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.setTimeout(240_000);

/** Nothing that axe finds, nothing beyond the window. */
async function isSound(page: Page, name: string): Promise<void> {
  expect(await violationsOf(page, 'main'), name).toEqual([]);
  const [inside, outside] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(inside, `${name} is as wide as the window`).toBeLessThanOrEqual(outside ?? 0);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

test('a colleague over the limit orders, the owner lets it pass on a phone, and it is paid', async ({
  page,
  context,
  newVisitor,
  logIn,
}) => {
  await logIn('demo-caigou');
  await post(context, '/api/cart', {
    json: JSON.stringify({ lines: [{ goods_id: goodsPlain, type: 0, number: 300 }] }),
  });
  await page.goto('/cart');
  await alive(page);
  await page.getByRole('button', { name: /去结算/ }).click();
  await expect(page).toHaveURL(/\/cart\/step2/);
  await alive(page);
  await expect(page.getByText(/单笔限额/)).toBeVisible();
  await isSound(page, 'colleague-1440-step2');
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page).toHaveURL(/\/cart\/step3\//);
  await expect(page.getByRole('main')).toContainText('审核');
  const trade = new URL(page.url()).pathname.split('/').at(-1);
  await isSound(page, 'colleague-1440-waits');
  await page.goto('/order');
  await alive(page);
  // Others order for the same company meanwhile: this one is known by its number.
  const newest = page.getByRole('article', { name: /^订单/ }).filter({ hasText: '待审核' }).first();
  const order = page.getByRole('article', {
    name: (await newest.getAttribute('aria-label')) ?? '',
    exact: true,
  });
  await expect(order).toContainText('待审核');
  await isSound(page, 'colleague-1440-orders');

  const pocket = await newVisitor();
  await logIn('demo', pocket);
  const owner = await pocket.newPage();
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto('/order/sp');
  await alive(owner);
  await isSound(owner, 'owner-390-list');
  await owner
    .getByRole('link', { name: /^审核：刘采薇/ })
    .and(owner.locator(`[href$="/${trade}"]`))
    .click();
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('刘采薇提交的订单：待审核');
  await alive(owner);
  await isSound(owner, 'owner-390-order');
  await owner.getByRole('button', { name: '通过', exact: true }).click();
  await expect(owner.getByRole('dialog')).toBeVisible();
  await isSound(owner, 'owner-390-sure');
  await owner.getByRole('dialog').getByRole('button', { name: '通过' }).click();
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText(/^刘采薇提交的订单：待付款/);
  await expect(owner.getByRole('link', { name: /^去付款 ¥/ })).toHaveAttribute(
    'href',
    `/cart/step3/${trade}`,
  );

  // The list that the colleague looks at hears of it.
  await expect(order).toContainText('待付款');
  // Where others of this company have put something into the cart, the trade is paid by the button above its orders.
  await page
    .getByRole('region', { name: /^交易/ })
    .filter({ has: order })
    .or(order)
    .getByRole('link', { name: /付款/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/cart\/step3\//);
  await alive(page);
  await page.getByRole('radio', { name: /模拟收银台/ }).check();
  await page.getByRole('button', { name: '立即支付' }).click();
  await page.getByRole('button', { name: '支付成功', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('支付成功');
});

test('a head office fills one table for three stores, and pays once', async ({ page, context, logIn }) => {
  await logIn();
  for (const [at, name] of ['江岸门店', '江汉门店', '硚口门店'].entries())
    await post(context, '/api/stores', {
      json: JSON.stringify({
        name,
        code: `00${at + 1}`,
        inherits: 1,
        receiver: `店长${at + 1}`,
        phone: '13800138000',
        region_code: '420102',
        detail: `沿江大道 ${at + 1} 号`,
      }),
    });
  await post(context, '/api/cart', {
    json: JSON.stringify({
      lines: [goodsPlain, goodsPlainSecond].map((id) => ({ goods_id: id, type: 0, number: 10 })),
    }),
  });
  await page.goto('/zhzx/ddgl');
  await alive(page);
  await isSound(page, 'stores-1440');
  await page.goto('/zhzx/ddgl/dd');
  await alive(page);
  const boxes = page.getByRole('textbox', { name: /门店，数量$/ });
  await expect(boxes).toHaveCount(6);
  await page.getByLabel('筛选门店或商品').fill('硚口');
  await expect(boxes).toHaveCount(2);
  await page.getByLabel('筛选门店或商品').fill('');
  await expect(boxes).toHaveCount(6);
  for (const box of await boxes.all()) await box.fill('10');
  await isSound(page, 'table-1440-filled');
  await page.getByRole('button', { name: '核对价格和库存' }).click();
  await expect(page.getByRole('region', { name: '核对结果' }).getByRole('listitem')).toHaveCount(3);
  await isSound(page, 'table-1440-checked');
  await page.setViewportSize({ width: 390, height: 844 });
  await isSound(page, 'table-390-checked');
  await page.getByRole('button', { name: '提交3家门店的订单' }).click();
  await expect(page).toHaveURL(/\/cart\/hm\?trades=/);
  await alive(page);
  await expect(page.getByText('已选3笔，共3笔待付款')).toBeVisible();
  await isSound(page, 'table-390-pay');
  await page.getByRole('radio', { name: /余额/ }).check();
  await page.getByRole('button', { name: '立即支付' }).click();
  await passPayGuard(page);
  await expect(page).toHaveURL(/\/cart\/step4\?pay_no=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('支付成功');
});
