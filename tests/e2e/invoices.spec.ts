/** E-invoices in the browser: title, ticked order, invoice, download; at the desk by hand and again after a failure. */

import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { goodsPlain } from '#demo/seed/known.ts';
import type { TitleWire } from '#lib/contract/invoice-titles.ts';
import type { InvoiceList } from '#lib/contract/invoices.ts';
import { invoice } from '#lib/server/db/schema.ts';
import { type Nuonuo, openNuonuoProvider } from '#tests/counterparts/nuonuo-provider.ts';
import { get, post } from '#tests/support/calls.ts';
import { toastOf } from '#tests/support/controls.ts';
import { runOps, signInAtDesk, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { type Database, expect, test } from '#tests/support/e2e.ts';
import { e2eSecret } from '#tests/support/e2e-secret.ts';
import { invoiceOf, makeNuonuoSeller, makeSeller, makeTaxed } from '#tests/support/invoices.ts';
import { makeGoods } from '#tests/support/orders.ts';
import { paidOrder } from '#tests/support/placed.ts';
import { startReady } from '#tests/support/server-process.ts';
import { violationsOf } from '#tests/support/sound.ts';

/** Puts an invoice where a person of the desk finds it: held up at the provider. No job has it any more. */
async function hold({ db }: Database, id: number): Promise<void> {
  const stateOf = async () => (await invoiceOf(db, id)).state;
  await expect.poll(stateOf).toBe('running');
  await db.update(invoice).set({ state: 'failed', fault: '税收分类编码不符' }).where(eq(invoice.id, id));
}

/** An item has tax data, and its merchant issues by a provider. */
async function haveSeller({ db }: Database, goodsId: number, provider: 'demo' | 'manual'): Promise<void> {
  await makeSeller(db, await makeTaxed(db, goodsId), provider, '91330106MA2AYNWD8M');
}

/** The invoice of an order that its company has asked for. */
async function askedFor(buyer: BrowserContext, no: string): Promise<number> {
  const json = (value: object) => ({ json: JSON.stringify(value) });
  const title = { kind: 'ordinary', name: '江岸示范药房', tax_no: '91330106MA2AYNWD8M' };
  const { id } = await post<TitleWire>(buyer, '/api/invoice/title', json(title));
  const headers = { 'idempotency-key': crypto.randomUUID() };
  await post(buyer, '/api/invoice', { ...json({ order_no: [no], title_id: id }), headers });
  const { list } = await get<InvoiceList>(buyer, '/api/invoice');
  return list[0]!.id;
}

test.setTimeout(360_000);

test('a company fills in a title, ticks its order, and finds the invoice on the order', async ({
  page,
  context,
  logIn,
  database,
  expectStatus,
}) => {
  await haveSeller(database, goodsPlain, 'demo');
  expectStatus(422, '/api/invoice/title');
  await logIn();
  const no = await paidOrder(context);
  await runOps('ship', no);

  await page.goto(`/order/info/${no}`);
  await page.getByRole('link', { name: '可开票' }).click();
  await expect(page).toHaveURL(new RegExp(`/zzfw/dzfp\\?no=${no}`));
  await page.getByRole('main').getByRole('link', { name: '填写抬头' }).click();
  await page.getByRole('button', { name: '新增抬头' }).first().click();
  const dialog = page.getByRole('dialog', { name: '新增抬头' });
  expect(await violationsOf(page, 'dialog[open]')).toEqual([]);
  // An ordinary invoice wants no bank.
  await expect(dialog.getByLabel('开户行')).toHaveCount(0);
  await dialog.getByRole('radio', { name: '增值税专用发票' }).check();
  await expect(dialog.getByLabel('开户行')).toBeVisible();
  await dialog.getByRole('radio', { name: '普通发票' }).check();
  await dialog.getByLabel('抬头名称').fill('洪山示范药房');
  await dialog.getByLabel('收票邮箱').fill('fapiao@example.com');
  await dialog.getByLabel('纳税人识别号').fill('91330106MA2AYNWD8X');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText(/校验/)).toBeVisible();
  await dialog.getByLabel('纳税人识别号').fill('91330106MA2AYNWD8M');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(toastOf(page)).toContainText('已保存抬头');
  await expect(page.getByText('默认', { exact: true })).toBeVisible();

  await page.goto('/zzfw/dzfp');
  expect(await violationsOf(page, 'main')).toEqual([]);
  await page.getByRole('checkbox', { name: `选择订单${no}` }).check();
  await page.getByRole('button', { name: '申请开票' }).click();
  const asking = page.getByRole('dialog', { name: '申请开票' });
  await expect(asking.getByRole('radio', { name: /洪山示范药房/ })).toBeChecked();
  await asking.getByRole('button', { name: '申请开票' }).click();
  await expect(page).toHaveURL(/tab=running/);
  const { list } = await get<InvoiceList>(context, '/api/invoice');
  expect(list).toHaveLength(1);
  await page.goto(`/zzfw/dzfp/${list[0]!.id}`);
  await expect(page.getByRole('heading', { name: /^发票/ }).first()).toBeVisible();
  await expect(page.getByRole('main')).toContainText(no);
  // The demo's provider issues it within seconds, and its files follow.
  await expect(page.getByRole('link', { name: '下载PDF' })).toBeVisible({ timeout: 60_000 });
  // And reach the mail of the title.
  await expect(page.getByText(/^fapiao@example.com 已发送/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: '重新发送' }).click();
  await expect(toastOf(page)).toContainText('已重新发送到我的消息、收票邮箱');
  expect(await violationsOf(page, 'main')).toEqual([]);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: '下载PDF' }).click();
  expect((await file).suggestedFilename()).toMatch(/^发票\d{20}\.pdf$/);
  await page.goto(`/order/info/${no}`);
  await expect(page.getByRole('link', { name: '已开票' })).toHaveAttribute(
    'href',
    `/zzfw/dzfp/${list[0]!.id}`,
  );
});

test('the desk sends a held up invoice again, and enters one by hand with its file', async ({
  page,
  context,
  newVisitor,
  logIn,
  database,
}) => {
  // Of a merchant that issues by hand: what is sent again goes to no provider.
  const goodsId = await makeGoods(database.db, goodsPlain, 500, { merchantId: 6, minQuantity: 20 });
  await haveSeller(database, goodsId, 'manual');
  const buyer = await newVisitor();
  await logIn(undefined, buyer);
  const no = await paidOrder(buyer, [{ goods_id: goodsId, number: 20 }]);
  await runOps('ship', no);
  const id = await askedFor(buyer, no);
  await hold(database, id);

  await signInAtDesk(context, 'e2e.invoice', 'finance');
  await page.goto(`/desk/invoices?q=${no}`);
  await expect(page.getByRole('main')).toContainText('税收分类编码不符');
  await page.getByRole('row').filter({ hasText: '税收分类编码不符' }).getByRole('link').first().click();
  expect(await violationsOf(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: /^重新开具/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重新开具' }).click();
  await expect(toastOf(page)).toContainText('已重新提交');
  await expect.poll(async () => (await invoiceOf(database.db, id)).state).toBe('running');
  await page.reload();
  await page.getByRole('button', { name: /^手工登记/ }).click();
  const dialog = page.getByRole('dialog', { name: '手工登记发票' });
  await dialog.getByLabel('发票号码').fill(`0088${String(id).padStart(16, '0')}`);
  expect(await violationsOf(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: '登记' }).click();
  await expect(toastOf(page)).toContainText('已登记，企业会收到消息');
  await page.getByRole('button', { name: /^上传文件/ }).click();
  await page
    .getByRole('dialog', { name: '发票文件' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.xml', mimeType: 'text/xml', buffer: Buffer.from('<EInvoice/>') });
  await expect(page.getByText('XML：已有')).toBeVisible();
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page.getByRole('link', { name: '下载XML' })).toBeVisible();
});

/** A shop with the keys of 诺诺 for many merchants: a second process on the run's database, and the counterpart. */
const atNuonuo = test.extend<{ nuonuo: Nuonuo }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  nuonuo: async ({}, use) => {
    const counterpart = await openNuonuoProvider();
    counterpart.tokens.kind = 'third';
    await use(counterpart);
    counterpart.close();
  },
  baseURL: async ({ nuonuo }, use) => {
    // Without a tax number of its own: each merchant agrees.
    const { NUONUO_TAX_NO: _, ...keys } = nuonuo.env;
    const own = { DATABASE_URL: readFileSync(process.env.E2E_DATABASE_FILE ?? '', 'utf8'), DEMO: '1' };
    const more = { CHECK_ANSWERS: '1', LIMIT_SCALE: '100', AUTH_SECRET: e2eSecret };
    const server = await startReady('.', { ...keys, ...own, ...more }, 120_000);
    await use(server.url);
    server.child.kill('SIGTERM');
    await server.ended;
  },
});

atNuonuo(
  'a merchant agrees at 诺诺, comes back to its desk, and chooses it',
  async ({ page, context, database, nuonuo }) => {
    const merchantId = 9;
    await makeNuonuoSeller(database.db, merchantId, nuonuo.taxNo);
    await makeSeller(database.db, merchantId, 'manual', nuonuo.taxNo);
    await signInAtMerchantDesk(context, { username: 'e2e.nuonuo', role: 'admin', merchantId });
    await page.goto('/desk/invoice-seller');
    const way = page.getByRole('radio', { name: /^诺诺/ });
    await expect(way).toBeDisabled();
    await page.getByRole('button', { name: '去诺诺授权' }).click();
    await page.getByRole('link', { name: '同意授权' }).click();
    await expect(page.getByRole('status').filter({ hasText: '授权成功' })).toBeVisible();
    await expect(page).toHaveURL(/agreed=done/);
    await way.check();
    await page.getByRole('button', { name: '保存' }).click();
    await expect(toastOf(page)).toContainText('已保存');
    expect(await violationsOf(page, 'main')).toEqual([]);
    expect(nuonuo.tokens.asked).toEqual(['authorization_code']);
    await expect(page.getByRole('button', { name: '重新授权诺诺' })).toBeVisible();
  },
);
