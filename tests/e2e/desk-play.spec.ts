/**
 * 活动运营's acts that a buyer sees: points given, a rule of signing in and a task of a merchant, all by two people, a wheel
 * paused and resumed.
 */
import type { Page } from '@playwright/test';
import { desc } from 'drizzle-orm';
import { merchant } from '#lib/server/db/schema.ts';
import { alive } from '#tests/support/alive.ts';
import { get } from '#tests/support/calls.ts';
import { toastOf } from '#tests/support/controls.ts';
import { signInAtDesk, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { e2eSecret } from '#tests/support/e2e-secret.ts';
import { violationsOf } from '#tests/support/sound.ts';
import { giveChance, openedWheel, prize } from '#tests/support/wheels.ts';

// The seed is sealed as the server unseals it.
process.env.AUTH_SECRET = e2eSecret;
// Two desks are signed in to beside other tests: what takes twenty seconds alone may take a minute.
test.setTimeout(240_000);

/** Opens the first result of Ctrl+K that has this text. */
async function findAtDesk(page: Page, text: string): Promise<void> {
  await alive(page, 'header');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '页面、单号、手机、企业或商品' }).fill(text);
  const found = page.getByRole('listbox', { name: '查找结果' }).getByRole('option', { name: text });
  await found.first().click();
  await alive(page);
}

/** The second person passes the act that has this text, on the open list of what waits. */
async function passAsSecond(page: Page, text: string | RegExp): Promise<void> {
  await alive(page);
  const row = page.getByRole('grid', { name: '待复核' }).getByRole('row').filter({ hasText: text });
  await row.getByRole('button', { name: /^通过：/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '通过' }).click();
  await expect(toastOf(page)).toContainText('已通过');
}

test('points are given, a bonus is raised, a merchant pays for a task, a wheel is paused; wrong input is told, and the buyer’s pages follow', async ({
  page,
  context,
  newVisitor,
  logIn,
  database: { db },
  expectStatus,
}) => {
  const buyer = await newVisitor();
  await logIn(undefined, buyer);
  const { company } = await get<{ company: string }>(buyer, '/api/user/info');
  const shop = await buyer.newPage();
  await signInAtDesk(context, 'e2e.play', 'admin');
  await page.goto('/desk');

  // Points: a hundred thousand at most, and a second person passes them.
  await findAtDesk(page, company);
  await expect(page).toHaveURL(/\/desk\/companies\/\d+$/);
  const companyId = Number(page.url().split('/').at(-1));
  await page.getByRole('button', { name: '赠送积分' }).click();
  const gift = page.getByRole('dialog', { name: `赠送积分：${company}` });
  await gift.getByLabel('数量').fill('100001');
  await gift.getByLabel('赠送原因').fill('开业庆典赠送');
  await gift.getByRole('button', { name: '提出赠送' }).click();
  await expect(gift).toContainText('每次最多赠送100000分积分');
  await gift.getByLabel('数量').fill('320');
  expect(await violationsOf(page)).toEqual([]);
  await gift.getByRole('button', { name: '提出赠送' }).click();
  await expect(gift).toHaveCount(0);
  await toastOf(page).getByRole('link', { name: '待复核' }).click();
  await alive(page);
  const waiting = page.getByRole('grid', { name: '待复核' }).getByRole('row').filter({ hasText: company });
  await expect(waiting).toContainText('须由另一位同事复核');
  await shop.goto('/wdqb/jfgl');
  const entries = shop.getByRole('region', { name: '积分明细' }).getByRole('row');
  await expect(entries.filter({ hasText: '开业庆典赠送' })).toHaveCount(0);

  const other = await newVisitor();
  await signInAtDesk(other, 'e2e.play2', 'finance');
  const second = await other.newPage();
  await second.goto('/desk');
  await findAtDesk(second, '待复核');
  await passAsSecond(second, company);
  await shop.reload();
  await expect(entries.filter({ hasText: '开业庆典赠送' })).toContainText('+320');

  // A rule of signing in: other tests read the other ones beside this one.
  await findAtDesk(page, '签到规则');
  await expect(page).toHaveURL('/desk/sign-rules');
  const bonus = page.getByRole('textbox', { name: '连签30天奖励' });
  const before = await bonus.inputValue();
  await bonus.fill('0');
  await page.getByLabel('修改原因').fill('岁末加奖');
  await page.getByRole('button', { name: /^保存/ }).click();
  await expect(page.getByRole('alert')).toContainText('连签30天奖励');
  await bonus.fill('166');
  await page.getByRole('button', { name: /^保存/ }).click();
  await expect(toastOf(page)).toContainText('连签30天奖励：等另一位财务或管理员复核');
  await expect(page.getByText('已提出改为“166分”，等待复核')).toBeVisible();
  await shop.goto('/deftyel');
  await expect(shop.getByText(`连续签到30天，另得${before}积分`)).toBeVisible();
  await second.goto('/desk/countersign');
  await passAsSecond(second, '岁末加奖');
  await shop.reload();
  await expect(shop.getByText('连续签到30天，另得166积分')).toBeVisible();
  await page.reload();
  await alive(page);
  await page.getByRole('button', { name: '修改记录：连签30天奖励' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^撤销修改/ })
    .first()
    .click();
  await expect(page.getByText(/改回“.+”。须由另一位.+在“待复核”通过后生效/)).toBeVisible();
  await page.getByRole('button', { name: '撤销修改', exact: true }).last().click();
  await expect(toastOf(page)).toContainText('连签30天奖励：等另一位财务或管理员复核');
  await second.goto('/desk/countersign');
  await passAsSecond(second, /连签30天奖励.*撤销第\d+条修改/);
  await shop.reload();
  await expect(shop.getByText(`连续签到30天，另得${before}积分`)).toBeVisible();
  await page.keyboard.press('Escape');

  // A task that a merchant is to pay for: a second person, then the merchant's administrator.
  const [payer] = await db.select({ id: merchant.id }).from(merchant).orderBy(desc(merchant.id)).limit(1);
  const merchantId = payer!.id;
  const title = '首单有礼，浏览器';
  await findAtDesk(page, '积分任务');
  await page.getByRole('button', { name: '新增任务' }).click();
  const form = page.getByRole('dialog', { name: '新增任务' });
  await form.getByLabel('任务名称').fill(title);
  await form.getByLabel('承担方').selectOption({ label: '商家' });
  await form.getByLabel('积分', { exact: true }).fill('66');
  expectStatus(422, '/api/desk/point-tasks');
  await form.getByRole('button', { name: '新增', exact: true }).click();
  await expect(form).toContainText('由商家承担时须填写是哪一个商家');
  await form.getByLabel('限商家编号（选填）').fill(String(merchantId));
  expect(await violationsOf(page)).toEqual([]);
  await form.getByRole('button', { name: '新增', exact: true }).click();
  await expect(form).toHaveCount(0);
  await expect(toastOf(page)).toContainText(`任务“${title}”已提交：等另一位财务或管理员复核`);
  await second.goto('/desk/countersign');
  await passAsSecond(second, title);
  await shop.reload();
  await expect(shop.getByText(title)).toHaveCount(0);
  const boss = await newVisitor();
  await signInAtMerchantDesk(boss, { username: 'e2e.playboss', role: 'admin', merchantId });
  const own = await boss.newPage();
  await own.goto('/desk');
  await own.getByRole('link', { name: /待答复的积分任务/ }).click();
  await expect(own).toHaveURL(/\/desk\/own-tasks/);
  await alive(own);
  expect(await violationsOf(own)).toEqual([]);
  await own.getByRole('row').filter({ hasText: title }).getByRole('button', { name: /^同意/ }).click();
  await own.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click();
  await expect(toastOf(own)).toContainText('已同意，任务生效');
  await shop.reload();
  await expect(shop.getByText(title)).toBeVisible();
  await page.goto('/desk/point-tasks');
  await alive(page);
  const task = page.getByRole('row').filter({ hasText: title });
  await task.getByRole('button', { name: /^停用/ }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('活动结束');
  await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click();
  await expect(toastOf(page)).toContainText('已停用');

  // A wheel: an open page is refused and says why; afterwards it draws the chance that it kept.
  const name = '暂停的转盘';
  const { id } = await openedWheel(db, [prize('points', 4), prize('nothing', 6)], { name });
  await giveChance(db, id, companyId);
  await shop.goto(`/zpcj?id=${id}`);
  await alive(shop);
  await findAtDesk(page, '大转盘');
  await page.getByRole('link', { name }).click();
  await alive(page);
  await page.getByRole('button', { name: '暂停抽奖' }).click();
  const pausing = page.getByRole('dialog', { name: '暂停抽奖' });
  await pausing.getByRole('button', { name: '暂停', exact: true }).click();
  await expect(pausing).toContainText('请填写原因');
  await pausing.getByLabel('原因').fill('核对奖品数量');
  await pausing.getByRole('button', { name: '暂停', exact: true }).click();
  await expect(toastOf(page)).toContainText('已暂停，买家不能再抽');
  await expect(page.getByText('已暂停：核对奖品数量')).toBeVisible();

  expectStatus(409, `/api/draw/${id}/play`);
  await shop.getByRole('button', { name: '抽奖（还有1次）' }).click();
  await expect(shop.getByRole('dialog')).toContainText('活动已暂停');
  await shop.keyboard.press('Escape');
  await expect(shop.getByRole('status').filter({ hasText: '活动已暂停：核对奖品数量' })).toBeVisible();
  await expect(shop.getByRole('button', { name: /^抽奖/ })).toHaveCount(0);
  expect(await violationsOf(shop, 'main')).toEqual([]);

  await page.getByRole('button', { name: '恢复抽奖' }).click();
  const resuming = page.getByRole('dialog', { name: '恢复抽奖' });
  await resuming.getByLabel('原因').fill('奖品已核对');
  await resuming.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(toastOf(page)).toContainText('已恢复');
  await shop.reload();
  await shop.getByRole('button', { name: '抽奖（还有1次）' }).click();
  await expect(shop.getByText(/恭喜，抽中points奖|这次没有抽中/)).toBeVisible();
});
