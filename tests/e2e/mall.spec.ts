/** 积分商城: from the member centre to a thing that is redeemed and cancelled again, and to a coupon in its place. */
import { enterOn, tabTo } from '#tests/support/by-keys.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { givePoints, offer } from '#tests/support/mall.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('by keys alone a thing is found by its points, redeemed with an address, and cancelled: the points are back', async ({
  page,
  database,
  logIn,
}) => {
  const id = await offer(database.db, {
    kind: 'thing',
    name: '门店登记簿',
    points: 7_341,
    limitCount: 1,
    limitPeriod: 'month',
  });
  await page.goto(`/jfsc/${id}`);
  await expect(page.getByRole('link', { name: '登录后兑换' })).toHaveAttribute(
    'href',
    `/login?next=%2Fjfsc%2F${id}`,
  );
  expect(await violationsOf(page, 'main')).toEqual([]);

  await givePoints(database.db, await logIn(), 8_000);
  await page.goto('/user');
  const entries = page.getByRole('navigation', { name: '常用入口' });
  await entries.getByRole('link', { name: '积分商城' }).press('Enter');
  await expect(page).toHaveTitle(/^积分商城 · /);
  await tabTo(page, page.getByLabel('最低积分'));
  await page.keyboard.type('7341');
  await tabTo(page, page.getByLabel('最高积分'));
  await page.keyboard.type('7342');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/max_points=7342/);
  await enterOn(page, page.getByRole('link', { name: '我能兑换' }));
  await expect(page).toHaveURL(/can_redeem=1/);
  const card = page.getByRole('article').filter({ hasText: '门店登记簿' });
  await expect(card).toContainText('可兑换');
  await expect(page.getByText(/^企业可用积分/)).toContainText('8,000');
  expect(await violationsOf(page, 'main')).toEqual([]);
  await enterOn(page, card.getByRole('link'));

  await expect(page).toHaveURL(`/jfsc/${id}`);
  await enterOn(page, page.getByRole('button', { name: '立即兑换' }));
  const dialog = page.getByRole('dialog', { name: '确认兑换' });
  await expect(dialog).toContainText('兑换后剩659积分');
  await expect(dialog.getByRole('radio').first()).toBeChecked();
  expect(await violationsOf(page, 'dialog[open]')).toEqual([]);
  // Another address is typed in a dialog above it, without words of medicines.
  await enterOn(page, dialog.getByRole('button', { name: '新增地址' }));
  const form = page.getByRole('dialog', { name: '新增收货地址' });
  await expect(form).toContainText('地址会保存到企业的收货地址');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: '新增地址' })).toBeFocused();
  await enterOn(page, dialog.getByRole('button', { name: '确认兑换' }));
  const done = page.getByRole('dialog', { name: '兑换成功' });
  await expect(done).toContainText('企业还剩659积分');
  // The button behind the dialog is another one now: the focus comes back to its place.
  await expect(page.getByText('本月已兑1件')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.locator(':focus')).toContainText('不能兑换');
  await page.goto('/order/jfdd');
  await enterOn(page, page.getByRole('link', { name: /门店登记簿/ }));

  await expect(page.getByText('待发货', { exact: true })).toBeVisible();
  expect(await violationsOf(page, 'main')).toEqual([]);
  await enterOn(page, page.getByRole('button', { name: '取消兑换' }));
  const question = page.getByRole('dialog', { name: '取消兑换' });
  await enterOn(page, question.getByRole('button', { name: '取消兑换' }));
  await expect(page.getByRole('region', { name: '提示' })).toContainText('已取消，积分已退回企业');
  await expect(page.getByRole('heading', { name: /^积分订单/ })).toBeFocused();
  await enterOn(page, page.getByRole('link', { name: '全部积分订单' }));
  const states = page.getByRole('navigation', { name: '积分订单状态' });
  await enterOn(page, states.getByRole('link', { name: '已取消' }));
  await expect(page.getByRole('listitem').filter({ hasText: '门店登记簿' })).toContainText('7,341积分');
  expect(await violationsOf(page, 'main')).toEqual([]);
  await page.goto(`/jfsc/${id}`);
  await expect(page.getByText(/^企业可用积分/)).toContainText('8,000');
});

test('a coupon is redeemed on a phone and lies among the coupons; what is missing is told', async ({
  page,
  database,
  logIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const coupon = {
    kind: 'coupon',
    name: '积分换的满减券',
    value: 3_000,
    threshold: 50_000,
    validDays: 30,
  } as const;
  const id = await offer(database.db, { ...coupon, points: 7_351 });
  const dear = await offer(database.db, { kind: 'thing', name: '门店货架', points: 7_671 });
  await givePoints(database.db, await logIn(), 7_351);
  await page.goto(`/jfsc/${id}`);
  await page.getByRole('button', { name: '立即兑换' }).click();
  await page.getByRole('dialog', { name: '确认兑换' }).getByRole('button', { name: '确认兑换' }).click();
  const done = page.getByRole('dialog', { name: '兑换成功' });
  await done.getByRole('link', { name: '查看优惠券' }).click();
  await expect(page).toHaveURL(/\/wdqb\/yhq/);
  await expect(page.getByText(coupon.name).first()).toBeVisible();

  await page.goto(`/jfsc/${dear}`);
  await expect(page.getByRole('button', { name: '不能兑换' })).toHaveAccessibleDescription(/还差7,?671积分/);
  expect(await violationsOf(page, 'main')).toEqual([]);
  for (const address of ['/jfsc', `/jfsc/${dear}`, '/order/jfdd']) {
    await page.goto(address);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(390);
  }
});
