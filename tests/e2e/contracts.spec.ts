/** 电子合同: 459 at ordering leads to the texts and back to the act; a desk sends, seals, makes void; a file is checked. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { goodsPlain, merchantAsking } from '#demo/seed/known.ts';
import { alive } from '#tests/support/alive.ts';
import { toastOf } from '#tests/support/controls.ts';
import { signInAtDesk, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { type Database, expect, test } from '#tests/support/e2e.ts';
import { ownButton } from '#tests/support/goods-page.ts';
import { makeGoods } from '#tests/support/orders.ts';
import { readCode } from '#tests/support/sms-inbox.ts';
import { violationsOf } from '#tests/support/sound.ts';

/** Gives the person a telephone and their company a letter of authority; answers the company. */
async function authorise(
  { pool }: Database,
  name: string,
  phone: string,
): Promise<{ id: number; name: string }> {
  const { rows } = await pool.query(
    `with person as (update "user" set phone_number = $2 where username = $1 returning id),
     letter as (
       insert into paper (company_id, kind, number, status, valid_from, valid_to)
       select m.company_id, 'purchase_authorisation', '', 'approved', '2020-01-01', '2099-12-31'
       from member m join person p on p.id = m.user_id)
     select c.id, c.name from company c join member m on m.company_id = c.id join person p on p.id = m.user_id`,
    [name, phone],
  );
  return { id: Number(rows[0].id), name: String(rows[0].name) };
}

/** Reads to the end, asks for the code and signs. Answers how many presses that took. */
async function readAndSign(page: Page, phone: string): Promise<number> {
  await alive(page);
  await page.getByText('正文结束').scrollIntoViewIfNeeded();
  await expect(page.getByText('已读到末尾，可以签署')).toBeVisible();
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText('验证码马上就到')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: '演示短信' })).toBeVisible();
  await page.getByLabel('短信验证码').fill(await readCode(page, phone));
  await page.getByRole('button', { name: /^签署\d+份合同$/ }).click();
  return 2;
}

test('459 at ordering: read, signed, back at the act, which goes through; the file verifies', async ({
  page,
  logIn,
  database,
  expectStatus,
}) => {
  test.setTimeout(360_000);
  const phone = '13711110001';
  // The least of it reaches the merchant's 起订金额.
  const goodsId = await makeGoods(database.db, goodsPlain, 500, {
    merchantId: merchantAsking,
    minQuantity: 20,
  });
  await authorise(database, await logIn(), phone);
  await page.goto(`/list/info/${goodsId}`);
  await ownButton(page).click();
  await expect(toastOf(page)).toContainText('购物车');
  await page.goto('/cart');
  await expect(page.getByRole('main').getByRole('link', { name: '去签合同' })).toHaveAttribute(
    'href',
    '/dzht?merchant=10&next=%2Fcart',
  );
  await page.goto('/cart/step2');
  await alive(page);
  // Told before anything is filled in.
  const told = page.getByRole('main').getByRole('link', { name: '去签合同' });
  await expect(told).toHaveAttribute('href', '/dzht?merchant=10&next=%2Fcart%2Fstep2');
  expectStatus(459, '/api/order');
  let presses = 0;
  const place = page.getByRole('button', { name: '提交订单' }).last();
  await place.click();
  presses += 1;
  const dialog = page.getByRole('dialog', { name: '温馨提示' });
  await expect(dialog).toContainText('需先签署《质量保证协议》');
  await dialog.getByRole('button', { name: '去签合同' }).click();
  presses += 1;
  await expect(page).toHaveURL(/\/dzht\?merchant=10&next=/);
  expect(await violationsOf(page, 'main')).toEqual([]);
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(
      width,
    );
  }
  presses += await readAndSign(page, phone);
  await expect(page).toHaveURL(/\/cart\/step2/);
  await alive(page);
  await place.click();
  presses += 1;
  await expect(page).toHaveURL(/\/cart\/step3\//);
  expect(presses).toBeLessThanOrEqual(6);

  await page.goto('/dzht');
  await expect(page.getByRole('list', { name: '合同情况' })).toContainText('有效至');
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: /^下载/ }).first().click();
  const file = await (await coming).path();
  const bytes = await readFile(file);
  await page.getByRole('link', { name: /^查看/ }).first().click();
  await expect(page.getByRole('heading', { name: '签署', exact: true })).toBeVisible();
  expect(await violationsOf(page, 'main')).toEqual([]);
  await page.goto('/dzht/verify');
  await alive(page);
  const check = (buffer: Buffer) =>
    page.getByLabel('合同PDF文件').setInputFiles({ name: '合同.pdf', mimeType: 'application/pdf', buffer });
  await check(bytes);
  await expect(page.getByText('文件与签署时一致，签名有效')).toBeVisible();
  expect(await violationsOf(page, 'main')).toEqual([]);
  const changed = Buffer.from(bytes);
  const middle = Math.floor(changed.length / 2);
  changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle);
  await check(changed);
  await expect(page.getByText(/核验不通过|没有可以核验的数字签名/)).toBeVisible();
});

test('a desk asks, sends, seals by hand and makes void; the platform publishes a text', async ({
  page,
  newVisitor,
  logIn,
  database,
}) => {
  test.setTimeout(360_000);
  const phone = '13711110002';
  const merchantId = 7;
  const company = await authorise(database, await logIn(), phone);
  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, { username: 'e2e.hetong', role: 'admin', merchantId });
  const desk = await shop.newPage();
  await desk.goto('/desk/contract-texts');
  await alive(desk);
  await desk.getByLabel('企业签署后').selectOption('0');
  await desk.getByRole('button', { name: '保存' }).click();
  await expect(toastOf(desk)).toContainText('合同要求已保存');
  await desk.getByLabel('企业全称，每行一家').fill(`${company.name}\n没有这家企业`);
  await desk.getByRole('button', { name: '发起', exact: true }).click();
  await expect(desk.getByText('已向1家企业发起')).toBeVisible();
  await expect(desk.getByText(/没有这家企业：没有这家已审核的企业/)).toBeVisible();
  expect(await violationsOf(desk, 'main')).toEqual([]);

  await page.goto('/dzht');
  await expect(page.getByRole('list', { name: '合同情况' })).toContainText('待签署');
  await readAndSign(page, phone);
  await expect(page.getByRole('list', { name: '合同情况' })).toContainText('待对方盖章');

  await desk.goto(`/desk/contracts?company=${encodeURIComponent(company.name)}`);
  await alive(desk);
  const row = desk.getByRole('row', { name: new RegExp(company.name) });
  await row.getByRole('button', { name: /^盖章/ }).click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /盖章|确定/ })
    .click();
  // The whole cell: the state before was 一方已签署.
  await expect(row.getByRole('gridcell', { name: '已签署', exact: true })).toBeVisible();
  expect(await violationsOf(desk, 'main')).toEqual([]);
  await row.getByRole('link').first().click();
  await expect(desk.getByRole('heading', { name: '经过' })).toBeVisible();
  expect(await violationsOf(desk, 'main')).toEqual([]);
  await desk.goto(`/desk/contracts?company=${encodeURIComponent(company.name)}`);
  await alive(desk);
  await row.getByRole('button', { name: /^作废/ }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel(/原因/).fill('资料有误，重新签署');
  await dialog.getByRole('button', { name: '作废', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('已作废');
  await page.goto('/dzht');
  await expect(page.getByRole('list', { name: '全部合同' })).toContainText('作废原因：资料有误，重新签署');

  const office = await newVisitor();
  await signInAtDesk(office, 'e2e.hetongpt', 'review');
  const platform = await office.newPage();
  await platform.goto('/desk/contract-texts');
  await alive(platform);
  const texts = platform.getByRole('region', { name: /平台服务协议/ });
  await texts.getByText('发布新版本').click();
  await texts.getByLabel('平台服务协议正文').fill('{采购单位}与{运营主体}\n第一条 {期限}');
  await texts.getByLabel('修订说明').fill('缩短文本');
  await texts.getByRole('button', { name: /^发布第\d+版$/ }).click();
  await expect(toastOf(platform)).toContainText('新版本已发布');
  expect(await violationsOf(platform, 'main')).toEqual([]);
});
