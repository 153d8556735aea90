/**
 * At the desk: a refund diverted by two people, a job that failed tried again, a merchant's account read and written out,
 * and a statement objected to, answered and confirmed.
 */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { jobFailure, order as orderTable, payment, refund } from '#lib/server/db/schema.ts';
import { alive } from '#tests/support/alive.ts';
import { post } from '#tests/support/calls.ts';
import { signInAtDesk, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { type Database, expect, test } from '#tests/support/e2e.ts';
import { placed } from '#tests/support/placed.ts';
import { violationsOf } from '#tests/support/sound.ts';

// Desks are signed in to beside other tests: what takes twenty seconds alone may take a minute.
test.setTimeout(360_000);

const day = 86_400_000;

/** An order paid at the demo's counter. */
async function paid(context: BrowserContext, page: Page): Promise<{ no: string; payNo: string }> {
  const trade = await placed(context);
  const form = `trade_no=${trade.trade_no}&provider=sandbox`;
  const begun = await post<{ pay_no: string; redirect: string }>(context, '/api/pay', { form });
  await page.goto(begun.redirect);
  await page.getByRole('button', { name: '支付成功', exact: true }).click();
  await expect(page.getByText('支付成功').first()).toBeVisible();
  return { no: trade.orders[0]!.no, payNo: begun.pay_no };
}

/** A refund of a yuan that the counter refused so far, for days: nobody sends it meanwhile. */
async function refused({ db }: Database, payNo: string, nth: number): Promise<string> {
  const [row] = await db.select().from(payment).where(eq(payment.no, payNo));
  const { companyId, provider, providerNo } = row!;
  const no = `R${payNo}-${nth}`;
  await db.insert(refund).values({
    no,
    payNo,
    companyId,
    provider,
    providerNo: providerNo ?? '',
    amount: 100,
    status: 'failed',
    askAt: new Date(),
    reason: '重复付款',
  });
  await db.insert(jobFailure).values({
    job: 'runRefunds',
    rowKey: no,
    tries: 5,
    nextAt: new Date(Date.now() + day),
    error: 'sandbox refused to give back 100',
  });
  return no;
}

test('a refund that its house refuses is diverted by two people, and the buyer has it in the balance', async ({
  page,
  newVisitor,
  logIn,
  database,
}) => {
  const buyer = await newVisitor();
  await logIn(undefined, buyer);
  const shop = await buyer.newPage();
  const { payNo } = await paid(buyer, shop);
  const no = await refused(database, payNo, 1);

  await signInAtDesk(page.context(), 'e2e.diverts', 'finance');
  await page.goto(`/desk/refunds?keyword=${no}`);
  await alive(page);
  const table = page.getByRole('grid', { name: '退款' });
  await expect(table).toContainText('原路退回模拟收银台');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: /^改付：/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '改付' }).click();
  await expect(dialog.getByText('请填写原因')).toBeVisible();
  await dialog.getByLabel('原因').fill('银行卡已注销');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '改付' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(table).toContainText('待复核改付');
  // Who asked finds no button.
  await expect(page.getByRole('button', { name: /^退到余额：/ })).toHaveCount(0);

  const other = await newVisitor();
  await signInAtDesk(other, 'e2e.pays', 'finance');
  const second = await other.newPage();
  await second.goto('/desk/refunds');
  await alive(second);
  await second.getByLabel('单号或企业').fill(no);
  await second.getByRole('button', { name: '查询', exact: true }).click();
  await alive(second);
  await second.getByRole('button', { name: /^退到余额：/ }).click();
  expect(await violationsOf(second)).toEqual([]);
  await second.getByRole('dialog').getByRole('button', { name: '退到余额' }).click();
  await expect(second.getByRole('grid', { name: '退款' })).toContainText('已另行退回');
  await expect(second.getByRole('grid', { name: '退款' })).toContainText('改退到余额');
  await second.getByRole('button', { name: /^详情：/ }).click();
  await expect(second.getByRole('dialog')).toContainText('银行卡已注销');
  expect(await violationsOf(second)).toEqual([]);

  await shop.goto('/wdqb/yegl');
  await expect(shop.getByText('银行卡已注销').first()).toBeVisible();
});

test('a job that failed is put away with a word, tried again and done', async ({
  page,
  newVisitor,
  logIn,
  database,
}) => {
  const buyer = await newVisitor();
  await logIn(undefined, buyer);
  const shop = await buyer.newPage();
  const { payNo } = await paid(buyer, shop);
  const no = await refused(database, payNo, 1);
  await signInAtDesk(page.context(), 'e2e.retries', 'admin');
  await page.goto(`/desk/jobs?keyword=${no}`);
  await alive(page);
  const table = page.getByRole('grid', { name: '后台任务' });
  await expect(table).toContainText('sandbox refused to give back 100');
  await page.getByRole('button', { name: /^搁置：/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('已联系支付机构');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '搁置' }).click();
  await expect(table).toContainText('已联系支付机构');
  await page.getByRole('button', { name: /^再试一次：/ }).click();
  await expect(page.getByText('很快会再试，稍后刷新看结果').last()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  // The job looks every half minute.
  const stateOf = async () => {
    const [row] = await database.db.select().from(refund).where(eq(refund.no, no));
    return row?.status;
  };
  await expect.poll(stateOf, { timeout: 90_000, intervals: [1_000] }).toBe('done');
  await page.getByRole('button', { name: '刷新', exact: true }).click();
  await expect(page.getByText('没有符合条件的失败任务')).toBeVisible();
});

test('a merchant’s finance finds an order in the account, copies its number, turns pages and has the file', async ({
  page,
  newVisitor,
  logIn,
  database: { db },
}) => {
  const buyer = await newVisitor();
  await logIn(undefined, buyer);
  const { no } = await paid(buyer, await buyer.newPage());
  const [found] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  const person = { username: 'e2e.books', role: 'finance', merchantId: found!.merchantId };
  await signInAtMerchantDesk(page.context(), person);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/desk/account-book');
  await alive(page);
  const table = page.getByRole('grid', { name: '账目' });
  await expect(table).toContainText(no);
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('combobox', { name: '事项' }).selectOption({ label: '退款' });
  await page.getByRole('textbox', { name: '单号' }).fill(no);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page.getByText('这段时间没有记录')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('combobox', { name: '事项' }).selectOption({ label: '全部事项' });
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await alive(page);
  // Head, entry and sum.
  await expect(table.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: `复制单号${no}` }).click();
  await expect(page.getByText('已复制').last()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(no);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '导出CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(no);

  await page.goto('/desk/account-book?from=2020-01-01&size=1&page=2');
  await alive(page);
  const first = await table.getByRole('row').nth(1).textContent();
  await page.getByRole('link', { name: '下一页' }).click();
  await expect(page).toHaveURL(/after=/);
  await alive(page);
  await expect(table.getByRole('row').nth(1)).not.toHaveText(first ?? '');
  expect(await violationsOf(page)).toEqual([]);
});

test('a merchant objects to last month’s statement, finance answers, and the merchant confirms it', async ({
  newVisitor,
  database: { pool },
}) => {
  const { rows } = await pool.query(`select id, short_name as name from merchant
    where code ~ '^M[0-9]{2}$' order by id desc limit 1`);
  const [{ id: merchantId, name }] = rows;
  // Ten days before this month, which is over.
  const { rows: made } = await pool.query(
    `insert into booking (cause, ref, from_account, from_owner, to_account, to_owner, amount, at)
     values ('sale', 'e2e-statement', 'transit', '', 'merchant', $1,
       123456, (date_trunc('month', now() at time zone 'Asia/Shanghai') - interval '10 days') at time zone 'Asia/Shanghai')
     returning to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM') as month`,
    [merchantId],
  );
  const [{ month }] = made;

  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, {
    username: 'e2e.duizhang',
    role: 'finance',
    merchantId: Number(merchantId),
  });
  const desk = await shop.newPage();
  await desk.goto('/desk/account-book');
  await alive(desk);
  await desk.getByRole('navigation', { name: '月份' }).getByRole('link', { name: month }).click();
  await alive(desk);
  await expect(desk.getByRole('row', { name: /e2e-statement/ })).toContainText('¥1,234.56');
  expect(await violationsOf(desk)).toEqual([]);
  await desk.getByRole('navigation', { name: '月份' }).getByRole('link', { name: '对账单' }).click();
  await alive(desk);
  const row = desk.getByRole('row', { name: new RegExp(month) });
  await expect(row).toContainText('待确认');
  expect(await violationsOf(desk)).toEqual([]);
  await row.getByRole('link', { name: month }).click();
  const paper = desk.getByRole('region', { name: `${month}对账单` });
  await expect(paper.getByRole('table', { name: '明细' })).toContainText('e2e-statement');
  await expect(desk.getByRole('button', { name: '打印' })).toBeVisible();
  expect(await violationsOf(desk)).toEqual([]);
  await desk.getByRole('link', { name: '返回' }).click();
  await alive(desk);
  await desk.getByRole('button', { name: `提出异议：${month}` }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: '提出异议' }).click();
  await expect(dialog.getByText('请填写差异说明')).toBeVisible();
  await dialog.getByLabel('差异说明').fill('少一笔运费');
  await dialog.getByLabel(/^您认为的期末应付/).fill('1240.56');
  expect(await violationsOf(desk)).toEqual([]);
  await dialog.getByRole('button', { name: '提出异议' }).click();
  await expect(row).toContainText('有异议');

  const counterpart = await newVisitor();
  await signInAtDesk(counterpart, 'e2e.dafu', 'finance');
  const platform = await counterpart.newPage();
  await platform.goto('/desk');
  await platform.getByRole('link', { name: '待答复的对账异议' }).click();
  await alive(platform);
  await platform.getByRole('button', { name: `答复：${name} ${month}` }).click();
  const reply = platform.getByRole('dialog');
  await expect(reply).toContainText('少一笔运费');
  await reply.getByLabel('答复').fill('运费在下月订单中');
  expect(await violationsOf(platform)).toEqual([]);
  await reply.getByRole('button', { name: '答复' }).click();
  await expect(platform.getByRole('row', { name: new RegExp(`${name} ${month}`) })).toContainText('已答复');

  await desk.goto('/desk/notices');
  await expect(desk.getByText(`${month}对账单的异议已答复`)).toBeVisible();
  await desk.goto('/desk/statements');
  await alive(desk);
  await expect(row).toContainText('运费在下月订单中');
  await desk.getByRole('button', { name: `确认：${month}` }).click();
  await desk.getByRole('dialog').getByRole('button', { name: '确认', exact: true }).click();
  await expect(desk.getByText('已确认对账单').last()).toBeVisible();
  await expect(row).toContainText('已确认');
});
