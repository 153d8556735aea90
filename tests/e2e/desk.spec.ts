/** The desks in a browser: the first sign-in with its authenticator, the log by keyboard, papers that lapse, and what a buyer finds. */
import { demoPassword, demoStaff } from '#demo/seed/known.ts';
import { alive } from '#tests/support/alive.ts';
import { toastOf } from '#tests/support/controls.ts';
import { addStaffAtDesk, signInAtDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';
import { codeNow, secretOf } from '#tests/support/totp.ts';
import { haveGoodsAndWheel } from '#tests/support/wheels.ts';

// Desks are signed in to beside other tests: what takes twenty seconds alone may take a minute.
test.setTimeout(240_000);

test('a first sign-in sets password and authenticator, the next one needs a code; a buyer finds nothing', async ({
  page,
  logIn,
  expectStatus,
}) => {
  // What a page was asking while its session ended.
  expectStatus(404, '/api/desk/waiting');
  const initial = await addStaffAtDesk('e2e.first', 'admin');
  await page.goto('/desk/audit?subject=staff');
  await expect(page).toHaveURL('/desk/login?next=%2Fdesk%2Faudit%3Fsubject%3Dstaff');
  await page.getByLabel('登录名').fill('e2e.first');
  await page.getByLabel('密码').fill(initial);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL('/desk/account');
  await expect(page.getByRole('navigation', { name: '工作台' }).getByRole('link')).toHaveText(['我的账号']);
  await page.getByLabel('初始密码').fill(initial);
  await page.locator('[name=new_password]').fill('a-password-of-mine');
  await page.getByLabel('再写一次新密码').fill('a-password-of-mine');
  await page.getByRole('button', { name: '修改密码' }).click();
  await page.getByRole('button', { name: '绑定身份验证器' }).click();
  await expect(page.getByRole('img', { name: '身份验证器的二维码' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const text = (await page.getByText(/^([A-Z2-7]{1,4} ?)+$/).textContent()) ?? '';
  await page.getByLabel('身份验证器上的6位数字').fill(await codeNow(secretOf(text)));
  await page.getByRole('button', { name: '确认绑定' }).click();
  const codes = page.getByRole('listitem').filter({ hasText: /^[A-Z2-7]{5}-[A-Z2-7]{5}$/ });
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await page.getByRole('link', { name: '已保存，进入工作台' }).click();
  await expect(page.getByRole('heading', { name: '今日工作' })).toBeVisible();

  await page.getByRole('button', { name: '退出' }).click();
  await expect(page).toHaveURL('/desk/login');
  expectStatus(422, '/api/desk/login');
  await page.getByLabel('登录名').fill('e2e.first');
  await page.getByLabel('密码').fill('a-password-of-mine');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByText('请填写身份验证器上的6位验证码')).toBeVisible();
  await page.getByLabel('验证码').fill(await codeNow(secretOf(text), 1));
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL('/desk');

  await page.getByRole('link', { name: '审计日志' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/desk/audit');
  const rows = page.getByRole('grid', { name: '审计日志' }).locator('tbody').getByRole('row');
  await alive(page);
  // The keyboard is in the list when the page opens.
  const second = rows.nth(1).getByRole('rowheader');
  await expect(rows.first().getByRole('rowheader')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(second).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('请求号');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(second).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: '按键' })).toContainText('复制选中的单元格');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByLabel('操作人')).toBeFocused();
  await page.getByLabel('操作人').fill('e2e.first');
  await page.getByLabel('操作', { exact: true }).selectOption({ label: '绑定身份验证器' });
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page).toHaveURL(/who=e2e\.first&act=staff\.enrol/);
  await expect(rows).toHaveCount(1);
  await alive(page);
  await page.getByRole('button', { name: '保存视图' }).click();
  await page.getByRole('textbox', { name: '名称' }).fill('我的绑定');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  const view = page.getByRole('navigation', { name: '视图' }).getByRole('link', { name: '我的绑定' });
  await expect(view).toHaveAttribute('aria-current', 'page');
  await page.goto('/desk/audit');
  await view.click();
  await expect(page).toHaveURL(/who=e2e\.first&act=staff\.enrol/);
  await expect(rows).toHaveCount(1);
  expect(await violationsOf(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await alive(page);
  await page.getByRole('link', { name: '导出CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^审计日志-.*\.csv$/);

  // A lot without its number: said in the desk's frame, with the way to the list.
  expectStatus(404, '/desk/lots/11');
  await page.goto('/desk/lots/11');
  await expect(page.getByRole('heading', { name: '没有找到这一页' })).toBeVisible();
  await expect(page.getByRole('link', { name: '去“批次”列表' })).toHaveAttribute('href', '/desk/lots');
  const left = await page.request.get('/desk');
  expect(left.headers()['cache-control']).toBe('no-store');
  expect(left.headers()['x-robots-tag']).toBe('noindex');
  await page.getByRole('button', { name: '退出' }).click();
  await expect(page).toHaveURL('/desk/login');
  await page.getByLabel('登录名').fill('e2e.first');
  await page.getByLabel('密码').fill('a-password-of-mine');
  await page.getByLabel('验证码').fill(recovery);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL('/desk');
  await page.getByRole('button', { name: '退出' }).click();
  await expect(page).toHaveURL('/desk/login');

  await logIn();
  for (const address of ['/desk', '/desk/audit', '/desk/account']) {
    expectStatus(404, address);
    await page.goto(address);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
  }
});

test('the demo’s people come in: the platform’s with the known secret, a merchant’s without', async ({
  page,
  newVisitor,
}) => {
  const { platform, merchant } = demoStaff;
  await page.goto('/desk/login');
  await page.getByLabel('登录名').fill(platform.username);
  await page.getByLabel('密码').fill(demoPassword);
  await page.getByLabel('验证码').fill(await codeNow(platform.totp));
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('main')).toContainText('待审核企业');
  const shop = await (await newVisitor()).newPage();
  await shop.goto('/desk/login');
  await shop.getByLabel('登录名').fill(merchant.username);
  await shop.getByLabel('密码').fill(demoPassword);
  await shop.getByRole('button', { name: '登录' }).click();
  await expect(shop.getByRole('main')).toContainText('待发货订单');
  await expect(shop.getByRole('main')).not.toContainText('待审核企业');
});

test('a paper that lapses soon is searched for, its company reminded, and their buyer reads it', async ({
  page,
  context,
  newVisitor,
  logIn,
}) => {
  await signInAtDesk(context, 'e2e.papers', 'review');
  await page.goto('/desk/papers');
  await page.getByLabel('企业名称').fill('江汉区康泽源');
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page).toHaveURL(/company=/);
  const rows = page.getByRole('grid', { name: '资质到期提醒' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: '提醒：武汉市江汉区康泽源大药房' }).click();
  await expect(toastOf(page)).toContainText('已提醒');
  await expect(rows.getByRole('button', { name: /^今天已提醒/ })).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await page.reload();
  await expect(rows).toContainText('今天已提醒');

  const shop = await newVisitor();
  await logIn('demo', shop);
  const theirs = await shop.newPage();
  await theirs.goto('/zhzx/wdxx');
  const message = theirs.getByRole('listitem').filter({ hasText: '食品经营许可证即将到期' });
  await expect(message).toHaveCount(1);
  await message.getByRole('link', { name: /^查看详情/ }).click();
  await expect(theirs).toHaveURL('/user');
  await expect(theirs.getByText(/食品经营许可证还有\d+天到期/)).toBeVisible();
});

test('the navigation folds to icons, stays so on the next page, and shows a role its own groups', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAtDesk(context, 'e2e.nav', 'goods');
  await page.goto('/desk');
  const nav = page.getByRole('navigation', { name: '工作台' });
  await expect(nav.getByText('商品与质量')).toBeVisible();
  await expect(nav.getByText('交易', { exact: true })).toHaveCount(0);
  await expect(nav.getByText('营销', { exact: true })).toHaveCount(0);
  const width = async () => (await nav.boundingBox())?.width;
  await expect.poll(width).toBe(208);
  await nav.getByRole('button', { name: '收起导航' }).click();
  await expect.poll(width).toBe(56);
  await nav.getByRole('link', { name: '企业', exact: true }).click();
  await expect(page).toHaveURL('/desk/companies');
  await expect.poll(width).toBe(56);
  expect(await violationsOf(page)).toEqual([]);
  await nav.getByRole('button', { name: '展开导航' }).press('Enter');
  await expect.poll(width).toBe(208);

  // Without a choice a narrow window has icons alone.
  await context.clearCookies({ name: 'yp_desk_nav' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.reload();
  await expect.poll(width).toBe(56);
});

test('at 390 px the frame and the log stay within the window', async ({
  page,
  context,
  expectStatus,
  database,
}) => {
  await haveGoodsAndWheel(database.db);
  await page.setViewportSize({ width: 390, height: 844 });
  // Another test may be at this application just now.
  expectStatus(409, '/api/desk/review/1/claim');
  await signInAtDesk(context, 'e2e.phone', 'admin');
  for (const address of [
    '/desk',
    '/desk/review',
    '/desk/review/1',
    '/desk/feedback',
    '/desk/wanted',
    '/desk/grants',
    '/desk/orders',
    '/desk/lots',
    '/desk/onboarding',
    '/desk/onboarding/merchant/1',
    '/desk/payments',
    '/desk/money',
    '/desk/transfers',
    '/desk/refunds',
    '/desk/payouts',
    '/desk/countersign',
    '/desk/bills',
    '/desk/flows',
    '/desk/figures',
    '/desk/points-report',
    '/desk/chat',
    '/desk/chat-figures',
    '/desk/invoices',
    '/desk/red-forms',
    '/desk/invoice-sellers',
    '/desk/invoice-sellers/1',
    '/desk/points-goods',
    '/desk/points-goods/new',
    '/desk/points-goods/1',
    '/desk/points-orders',
    '/desk/points-orders/table',
    '/desk/statements',
    '/desk/companies',
    '/desk/companies/1',
    '/desk/papers',
    '/desk/contracts',
    '/desk/contracts/1',
    '/desk/contract-texts',
    '/desk/tax',
    '/desk/letters',
    '/desk/chat-records',
    '/desk/chat-held',
    '/desk/chat-words',
    '/desk/wheels',
    '/desk/wheels/1',
    '/desk/wheels/new',
    '/desk/draws',
    '/desk/live',
    '/desk/live-figures',
    '/desk/live-questions',
    '/desk/jobs',
    '/desk/audit',
    '/desk/staff',
    '/desk/settings',
    '/desk/sign-rules',
    '/desk/first-day',
    '/desk/catalogue',
    '/desk/merchants',
    '/desk/merchants/1',
    '/desk/merchants/new',
    '/desk/account',
  ]) {
    await page.goto(address);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(390);
    // The drawer has one entry for where one is.
    const here = page.locator('#desk-nav [aria-current]');
    await expect(here, address).toHaveCount(1);
    await expect(here, address).toBeHidden();
  }
  const drawer = page.getByRole('navigation', { name: '工作台' });
  const menu = page.getByRole('button', { name: /^菜单/ });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('link', { name: '我的账号' })).toHaveAttribute('aria-current', 'page');
  await expect(drawer.getByRole('link', { name: '我的账号' })).toBeInViewport();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(drawer.getByRole('link', { name: '今日工作' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();
  await page.goto('/desk/audit?who=e2e.phone');
  await alive(page);
  await page
    .getByRole('button', { name: /^详情：/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('操作人');
});
