/** A clerk of the platform writes to one company and to a few that a search finds; a buyer reads both. */
import { alive } from '#tests/support/alive.ts';
import { signInAtDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('a clerk writes to one company and to those of a search, and a buyer of both reads them', async ({
  page,
  context,
  newVisitor,
  logIn,
}) => {
  await signInAtDesk(context, 'e2e.letters', 'service');
  await page.goto('/desk/companies/1');
  await alive(page);
  await page.getByRole('tab', { name: '消息' }).click();
  await page.getByRole('button', { name: '发消息' }).click();
  const one = page.getByRole('dialog', { name: /^发消息给/ });
  await one.getByLabel('标题').fill('请核对收货地址');
  await one.getByLabel('正文').fill('请到www.example.com核对');
  await one.getByRole('button', { name: '发送' }).click();
  await expect(one).toContainText('正文不能写网址');
  await one.getByLabel('正文').fill('下周起换承运方，请核对收货地址。');
  await one.getByLabel('链接（选填）').fill('/zhzx/addr');
  expect(await violationsOf(page)).toEqual([]);
  await one.getByRole('button', { name: '发送' }).click();
  await expect(one).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: '请核对收货地址' })).toHaveCount(1);

  await page.goto('/desk/companies?q=康泽源');
  await alive(page);
  await page.getByRole('button', { name: '发消息' }).click();
  const many = page.getByRole('dialog', { name: '群发消息' });
  await expect(many).toContainText(/符合“名称、代码或联系人：康泽源”的企业，共\d+家/);
  const count = /共(\d+)家/.exec((await many.textContent()) ?? '')?.[1];
  await many.getByLabel('标题').fill('国庆放假安排');
  await many.getByLabel('正文').fill('国庆期间照常接单，10月4日起发货。');
  await many.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: `发给${count}家企业` }).click();
  await expect(page).toHaveURL('/desk/letters');
  await alive(page);
  const row = page.getByRole('grid', { name: '发出的消息' }).getByRole('row', { name: /国庆放假安排/ });
  await expect(async () => {
    await page.getByRole('button', { name: '刷新' }).click();
    // Each cell has the name of its column too, and 已发送 is one.
    await expect(row.getByText('已发送', { exact: true })).toHaveCount(2, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  expect(await violationsOf(page)).toEqual([]);

  const shop = await newVisitor();
  await logIn('demo', shop);
  const theirs = await shop.newPage();
  await theirs.goto('/zhzx/wdxx');
  await expect(theirs.getByRole('listitem').filter({ hasText: '国庆放假安排' })).toContainText('公告');
  const kinds = theirs.getByRole('navigation', { name: '消息种类' });
  await kinds.getByRole('link', { name: '平台消息' }).click();
  await expect(kinds.getByRole('link', { name: '平台消息' })).toHaveAttribute('aria-current', 'true');
  await expect(theirs.getByRole('listitem').filter({ hasText: '国庆放假安排' })).toHaveCount(0);
  const letter = theirs.getByRole('listitem').filter({ hasText: '请核对收货地址' });
  await expect(letter).toContainText('平台消息');
  await letter.getByRole('link', { name: /^查看详情/ }).click();
  await expect(theirs).toHaveURL('/zhzx/addr');
});
