/** The administrator's own pages: a setting that the shop shows at once, a change of two people, and a colleague let in by a link. */
import { alive } from '#tests/support/alive.ts';
import { toastOf } from '#tests/support/controls.ts';
import { signInAtDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.setTimeout(240_000);

test('a hotline reaches the footer at once and is taken back; a limit waits for a second administrator', async ({
  page,
  context,
  newVisitor,
  expectStatus,
}) => {
  await signInAtDesk(context, 'e2e.settings', 'admin');
  const shop = await (await newVisitor()).newPage();
  await shop.goto('/list');
  const footer = shop.getByRole('contentinfo');
  await expect(footer).not.toContainText('400-777-0001');

  await page.goto('/desk/settings');
  await alive(page);
  expect(await violationsOf(page)).toEqual([]);
  const service = page.getByRole('region', { name: '客服' });
  const hotline = service.getByRole('textbox', { name: '客服热线' });
  const old = await hotline.inputValue();
  await hotline.fill('电话');
  await service.getByRole('button', { name: '保存客服' }).click();
  await expect(service.getByRole('alert')).toContainText('须为电话号码');
  await hotline.fill('400-777-0001');
  await service.getByRole('button', { name: '保存客服' }).click();
  await expect(toastOf(page)).toContainText('已保存：客服热线');
  await expect(async () => {
    await shop.reload();
    await expect(footer).toContainText('400-777-0001', { timeout: 500 });
  }).toPass({ timeout: 40_000 });

  const other = await newVisitor();
  await signInAtDesk(other, 'e2e.second', 'admin');
  const second = await other.newPage();
  await second.goto('/desk/settings');
  await alive(second);
  const theirs = second.getByRole('region', { name: '客服' });
  await hotline.fill('400-777-0002');
  await service.getByRole('button', { name: '保存客服' }).click();
  await expect(toastOf(page)).toContainText('已保存');
  expectStatus(409, '/api/desk/settings');
  await theirs.getByRole('textbox', { name: '客服热线' }).fill('400-777-0003');
  await theirs.getByRole('button', { name: '保存客服' }).click();
  await expect(theirs.getByText('客服热线：您改为400-777-0003，别人已改为400-777-0002')).toBeVisible();
  await expect(theirs.getByRole('textbox', { name: '客服热线' })).toHaveValue('400-777-0003');

  await service.getByRole('button', { name: '修改记录：客服热线' }).click();
  const dialog = page.getByRole('dialog', { name: '修改记录：客服热线' });
  const entries = dialog.getByRole('listitem');
  await expect(entries.first()).toContainText('400-777-0001 → 400-777-0002');
  await expect(entries.nth(1)).toContainText('不能撤销：客服热线：当时改为400-777-0001');
  await entries.first().getByRole('button', { name: '撤销修改' }).click();
  await page.getByRole('button', { name: '撤销修改', exact: true }).last().click();
  await expect(entries.first()).toContainText('400-777-0002 → 400-777-0001');
  await page.keyboard.press('Escape');
  await expect(hotline).toHaveValue('400-777-0001');
  await hotline.fill(old);
  await service.getByRole('button', { name: '保存客服' }).click();
  await expect(toastOf(page)).toContainText('已保存');

  const two = page.getByRole('region', { name: '双人复核' });
  await two.getByRole('textbox', { name: '协议价底线' }).fill('65');
  await two.getByRole('button', { name: '保存双人复核' }).click();
  await expect(two.getByRole('alert')).toContainText('请填写修改原因');
  await two.getByLabel('修改原因').fill('试验');
  await two.getByRole('button', { name: '保存双人复核' }).click();
  await expect(two.getByText('已提出改为“65%”，等待复核')).toBeVisible();
  await second.goto('/desk/countersign?kind=setting');
  await alive(second);
  await second.getByRole('button', { name: /^驳回/ }).first().click();
  await second.getByRole('dialog').getByLabel('原因').fill('不降低');
  await second.getByRole('button', { name: '驳回', exact: true }).click();
  await expect(toastOf(second)).toContainText('已驳回');

  const files = page.getByRole('button', { name: '测试：企业文件' });
  await files.click();
  await expect(page.getByText('可以写入、读出和删除')).toBeVisible();
});

test('a colleague comes in by a link, is seen logged in, and is logged out', async ({
  page,
  context,
  newVisitor,
}) => {
  await signInAtDesk(context, 'e2e.inviter', 'admin');
  await page.goto('/desk/staff');
  await alive(page);
  await page.getByRole('button', { name: '用链接邀请' }).click();
  await page.getByLabel('邀请谁').fill('仓库小李');
  await page.getByRole('combobox', { name: '所属' }).selectOption('1');
  await page.getByRole('combobox', { name: '角色' }).selectOption({ label: '商家订单' });
  await page.getByRole('button', { name: '生成链接' }).click();
  const link = await page.getByLabel('邀请链接').inputValue();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page.getByRole('region', { name: '邀请' })).toContainText('待加入');

  const guest = await (await newVisitor()).newPage();
  const address = new URL(link);
  await guest.goto(address.pathname + address.search);
  await alive(guest);
  expect(await violationsOf(guest)).toEqual([]);
  const name = `e2e.li.${Date.now().toString(36)}`;
  await guest.getByLabel('登录名').fill(name);
  await guest.locator('[name=password]').fill('Xiangyang-9527-yao');
  await guest.getByLabel('再写一次密码').fill('Xiangyang-9527-yao');
  await guest.getByRole('button', { name: '加入工作台' }).click();
  await expect(guest.getByRole('heading', { name: '今日工作' })).toBeVisible();

  await page.goto(`/desk/staff?name=${name}`);
  await alive(page);
  await page.getByRole('button', { name: `登录设备：${name}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^退出：/ })
    .click();
  await expect(page.getByText('没有登录的设备。')).toBeVisible();
  await guest.goto('/desk/orders');
  await expect(guest).toHaveURL(/\/desk\/login/);
  await guest.goto(address.pathname + address.search);
  await expect(guest.getByText('这个邀请已经用过了')).toBeVisible();
});
