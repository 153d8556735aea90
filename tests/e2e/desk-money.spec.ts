/** At the desk: a balance corrected and a voucher given by two people, and the way anywhere by Ctrl+K. */
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { companies } from '#lib/contract/desk/lists/companies.ts';
import { alive } from '#tests/support/alive.ts';
import { signInAtDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { placed } from '#tests/support/placed.ts';
import { violationsOf } from '#tests/support/sound.ts';

// Desks are signed in to beside other tests: what takes twenty seconds alone may take a minute.
test.setTimeout(240_000);

test('one asks for a correction and a voucher, another passes both, and the buyer sees them', async ({
  page,
  context,
  newVisitor,
  logIn,
}) => {
  const buyer = await newVisitor();
  await logIn(undefined, buyer);
  const shop = await buyer.newPage();
  const info = await shop.request.get('/api/user/info');
  const { data } = (await info.json()) as { data: { company: string } };
  const name = data.company;
  await signInAtDesk(context, 'e2e.asks', 'admin');
  const found = await context.request.get(`/api/desk/companies?q=${encodeURIComponent(name)}`);
  const { data: list } = (await found.json()) as { data: ListAnswer<RowOf<typeof companies>> };
  const { id } = list.rows.find((row) => row.name === name)!;

  await page.goto(`/desk/companies/${id}`);
  await alive(page);
  await page.getByRole('button', { name: '调整余额' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '提出调整' }).click();
  await expect(dialog.getByText('请填写调整原因')).toBeVisible();
  await dialog.getByLabel('调整金额').fill('18.80');
  await dialog.getByLabel('调整原因').fill('运费多收');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '提出调整' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: '发券' }).click();
  await dialog.getByLabel('面额').fill('33');
  await dialog.getByLabel('发放原因').fill('配送延误补偿');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '提出发放' }).click();
  await expect(dialog).toHaveCount(0);

  // Who asked finds no button.
  await page.goto(`/desk/countersign?company=${encodeURIComponent(name)}`);
  await alive(page);
  await expect(page.getByText('须由另一位同事复核')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^通过：/ })).toHaveCount(0);
  const other = await newVisitor();
  await signInAtDesk(other, 'e2e.passes', 'finance');
  const second = await other.newPage();
  await second.goto(`/desk/countersign?company=${encodeURIComponent(name)}`);
  await alive(second);
  const table = second.getByRole('grid', { name: '待复核' });
  // The next one when this one is done: a press while it is on its way is none.
  for (const passed of [1, 2]) {
    await second
      .getByRole('button', { name: /^通过：/ })
      .first()
      .click();
    await second.getByRole('dialog').getByRole('button', { name: '通过' }).click();
    await expect(table.getByText('已通过')).toHaveCount(passed);
  }
  expect(await violationsOf(second)).toEqual([]);

  await shop.goto('/wdqb/yegl');
  await expect(shop.getByText('运费多收')).toBeVisible();
  await shop.goto('/wdqb/xjq');
  await expect(shop.getByText('配送延误补偿')).toBeVisible();
});

test('Ctrl+K leads to a page, a company, an item, a trade and an order, by role', async ({
  page,
  context,
  newVisitor,
  logIn,
}) => {
  await signInAtDesk(context, 'e2e.palette', 'admin');
  await page.goto('/desk');
  await alive(page, 'header');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: '页面、单号、手机、企业或商品' });
  await expect(box).toBeFocused();
  await box.fill('康泽源');
  const found = page.getByRole('listbox', { name: '查找结果' }).getByRole('option');
  await expect(found.filter({ hasText: '康泽源' }).first()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/desk\/companies\/\d+$/);

  await alive(page, 'header');
  await page.keyboard.press('Control+k');
  await box.fill('审计');
  await expect(found).toHaveText(['审计日志']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/desk/audit');

  const buyer = await newVisitor();
  await logIn(undefined, buyer);
  const trade = await placed(buyer);
  const no = trade.orders[0]!.no;
  await alive(page, 'header');
  await page.keyboard.press('Control+k');
  const groups = page.getByRole('listbox', { name: '查找结果' });
  await box.fill('buluofen');
  await expect(groups.getByRole('group', { name: '商品' }).getByRole('option').first()).toBeVisible();
  await box.fill(trade.trade_no);
  await expect(groups.getByRole('group', { name: '交易' }).getByRole('option')).toContainText(trade.trade_no);
  await box.fill(no);
  await expect(found.filter({ hasText: no })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/desk/orders/${no}`);

  // Who may not look after money is led to no such page, and Esc closes.
  const clerk = await newVisitor();
  await signInAtDesk(clerk, 'e2e.palette2', 'goods');
  const other = await clerk.newPage();
  await other.goto('/desk');
  await alive(other, 'header');
  await other.getByRole('button', { name: '查找' }).click();
  const hers = other.getByRole('combobox');
  await hers.fill('余额');
  await expect(other.getByText('没有找到')).toBeVisible();
  await other.keyboard.press('Escape');
  await expect(other.getByRole('dialog')).toHaveCount(0);
});

test('an account is opened for a company that calls, and the link for its owner is shown once', async ({
  page,
  context,
}) => {
  await signInAtDesk(context, 'e2e.opens', 'service');
  await page.goto('/desk/companies');
  await alive(page);
  await page.getByRole('button', { name: '代开账户' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '开通账户' }).click();
  await expect(dialog.getByText('请按营业执照填写企业名称')).toBeVisible();
  await dialog.getByLabel('企业名称').fill('江城来电大药房');
  await dialog.getByLabel('联系人姓名').fill('许安然');
  await dialog.getByLabel('手机号').fill('137 6600 0011');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '开通账户' }).click();
  await expect(dialog.getByLabel('设置密码的链接')).toHaveValue(/\/forget\/link\?token=[\w-]{43}$/);
  expect(await violationsOf(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/opened.png` });
  await dialog.getByRole('button', { name: '完成' }).click();
  await expect(page.getByRole('link', { name: '江城来电大药房' })).toBeVisible();
});
