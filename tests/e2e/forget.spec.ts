/** A forgotten password: from the login page by a code to a new one, by keyboard, on a phone. */
import { demoPassword } from '#demo/seed/known.ts';
import { alive } from '#tests/support/alive.ts';
import { toastOf } from '#tests/support/controls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { readCode } from '#tests/support/sms-inbox.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.use({ viewport: { width: 390, height: 844 } });

const good = '长江边的灯塔-7921';

test('a forgotten password is set anew by a code, and every device is logged out', async ({
  page,
  logIn,
  newVisitor,
  troubles,
}) => {
  troubles.expected.push(
    { status: 422, path: '/api/forget/step1' },
    { status: 422, path: '/api/forget/step2' },
  );
  const other = await newVisitor();
  const name = await logIn(undefined, other);
  const { data } = await (await other.request.get('/api/user/info')).json();
  const phone: string = data.phone;

  await page.goto('/login');
  await page.getByRole('link', { name: '忘记密码' }).click();
  await expect(page).toHaveTitle(/^忘记密码 · /);
  await alive(page);
  expect(await violationsOf(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByLabel('短信验证码')).toHaveAccessibleDescription(/请先填写11位手机号/);
  await page.getByLabel('注册时的手机号').fill(phone);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByRole('button', { name: /^\d+秒后再发$/ })).toBeDisabled();
  await page.getByLabel('短信验证码').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('短信验证码')).toHaveAccessibleDescription('验证码错误或已过期');

  const [inbox] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '演示短信' }).click(),
  ]);
  await expect(inbox).toHaveURL('/sandbox/sms');
  await inbox.close();
  await page.getByLabel('短信验证码').fill(await readCode(page, phone));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/forget/step2');
  await expect(page.getByRole('main')).toContainText(name);
  expect(await violationsOf(page, 'main')).toEqual([]);
  await page.getByLabel(/^新密码/).fill('12345678');
  await expect(page.getByText(/^密码强度：/)).toHaveText('密码强度：太简单');
  await page.getByLabel('再写一次新密码').fill('12345678');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^新密码/)).toHaveAccessibleDescription(/太容易被猜到/);
  await page.getByLabel(/^新密码/).fill(good);
  await expect(page.getByText(/^密码强度：/)).toHaveText('密码强度：很强');
  await page.getByLabel('再写一次新密码').fill(good);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/forget/step3');
  await page.getByRole('link', { name: '去登录' }).click();
  await expect(page).toHaveURL(/\/login/);
  await alive(page);

  await page.getByLabel('登录名或手机号').fill(phone);
  await page.getByLabel(/^密码/).fill(good);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  const away = await other.newPage();
  await away.goto('/order');
  await expect(away).toHaveURL('/login?next=%2Forder');
  await page.goto('/zhzx/wdxx');
  await expect(page.getByRole('main')).toContainText('登录密码已修改');
});

test('the second step without a code leads back to the first and says why; old addresses lead there too', async ({
  page,
}) => {
  await page.goto('/forget/step2');
  await expect(page).toHaveURL('/forget/step1?over=1');
  await expect(page.getByRole('status').first()).toContainText('验证已过期');
  await page.goto('/forget');
  await expect(page).toHaveURL('/forget/step1');
});

test('one’s own password is changed on the page of devices', async ({
  page,
  logIn,
  newVisitor,
  troubles,
}) => {
  troubles.expected.push({ status: 422, path: '/api/user/reset-password' });
  const name = await logIn();
  await logIn(name, await newVisitor());
  await page.goto('/zhzx/sessions');
  await alive(page);
  await page.getByLabel('原密码').fill('wrong-one');
  await page.getByLabel(/^新密码/).fill(good);
  await page.getByLabel('再写一次新密码').fill(good);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('原密码')).toHaveAccessibleDescription('原密码错误');
  await page.getByLabel('原密码').fill(demoPassword);
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(toastOf(page)).toContainText('其他1台设备已退出登录');
  await page.goto('/order');
  await expect(page).toHaveURL('/order');
});
