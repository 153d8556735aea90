/** 对公转账 in two browsers: the buyer hands in a voucher, the desk enters the money, the open page says that it is paid. */
import type { PayOutput } from '#lib/contract/payments/calls.ts';
import { alive } from '#tests/support/alive.ts';
import { get, post } from '#tests/support/calls.ts';
import { workByKeys } from '#tests/support/case-keys.ts';
import { toastOf } from '#tests/support/controls.ts';
import { runOps, signInAtDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { pictureOf } from '#tests/support/papers.ts';
import { placed } from '#tests/support/placed.ts';
import { untilRead } from '#tests/support/reading.ts';
import { violationsOf } from '#tests/support/sound.ts';

// Desks are signed in to beside other tests: what takes twenty seconds alone may take a minute.
test.setTimeout(240_000);

test('a transfer goes from the pay page over the desk to paid on the page that stayed open', async ({
  page,
  context,
  newVisitor,
  logIn,
  troubles,
}) => {
  await logIn();
  const trade = await placed(context);
  await page.goto(`/cart/step3/${trade.trade_no}`);
  await alive(page);
  await page.getByRole('radio', { name: /对公转账/ }).check();
  await page.getByRole('button', { name: '立即支付' }).click();
  await expect(page).toHaveURL(/\/cart\/step4\?pay_no=/);
  const state = page.getByRole('heading', { level: 1 });
  await expect(state).toHaveText('请转账并上传凭证');
  const step = page.getByRole('list', { name: '结算步骤' }).locator('[aria-current=step]');
  await expect(step).toContainText('等待到账');
  await expect(page.getByText('6222 0000 1234 5678')).toBeVisible();
  const reference = new URL(page.url()).searchParams.get('pay_no') ?? '';
  expect(await violationsOf(page)).toEqual([]);

  // Who closes the page and comes back finds the same transfer.
  await page.goto(`/cart/step3/${trade.trade_no}`);
  await expect(page).toHaveURL(new RegExp(`/cart/step4\\?pay_no=${reference}`));
  // A file that is chosen earlier is nobody's.
  await alive(page);
  await page.getByLabel('选择转账凭证').setInputFiles({
    name: '回单.jpg',
    mimeType: 'image/jpeg',
    buffer: await pictureOf('#8899aa'),
  });
  await expect(state).toHaveText('凭证已提交，等待核款', untilRead);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const desk = await newVisitor();
  await signInAtDesk(desk, 'e2e.transfers', 'finance');
  const theirs = await desk.newPage();
  await theirs.goto('/desk/transfers');
  await theirs.getByLabel('转账编号、企业或流水号').fill(reference);
  await theirs.getByRole('button', { name: '查询' }).click();
  // The list as it came may be this one row.
  await expect(theirs).toHaveURL(new RegExp(reference));
  const rows = theirs.getByRole('grid', { name: '对公转账' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link', { name: reference }).click();
  await expect(theirs).toHaveURL(`/desk/transfers/${reference}`);
  await alive(theirs);
  await theirs.getByRole('button', { name: /^登记到账/ }).click();
  const dialog = theirs.getByRole('dialog');
  // The amount is that of the order: what is to be typed is the serial number.
  await expect(dialog.getByLabel('银行流水号')).toBeFocused();
  await dialog.getByLabel('银行流水号').fill('E2E20261123');
  // 300.00 too much are asked about again, and wait for another person.
  troubles.expected.push({ status: 422, path: `/api/desk/transfers/${reference}/receive` });
  const amount = dialog.getByLabel('实际到账金额');
  await amount.fill((Number(await amount.inputValue()) + 300).toFixed(2));
  await dialog.getByRole('button', { name: '登记到账' }).click();
  await expect(dialog.getByText('不一致，请核对银行流水')).toBeVisible();
  await dialog.getByRole('checkbox').check();
  expect(await violationsOf(theirs)).toEqual([]);
  await dialog.getByRole('button', { name: '登记到账' }).click();
  const notified = toastOf(theirs);
  await expect(notified).toContainText(`${reference}：已到账，转账多余款¥300.00等待另一位同事复核`);
  const third = await newVisitor();
  await signInAtDesk(third, 'e2e.countersigns', 'finance');
  const queue = await third.newPage();
  await queue.goto('/desk/corrections?kind=surplus');
  await expect(queue).toHaveURL(/\/desk\/countersign\?kind=surplus/);
  await alive(queue);
  const acts = queue.getByRole('grid', { name: '待复核' });
  await expect(acts).toContainText('¥300.00');
  expect(await violationsOf(queue)).toEqual([]);
  await queue.getByRole('button', { name: /^通过：/ }).click();
  await queue.getByRole('dialog').getByRole('button', { name: '通过' }).click();
  await expect(acts).toContainText('已通过');

  await expect(state).toHaveText('支付成功');
  await expect(step).toContainText('支付完成');
  await page.getByRole('link', { name: '查看订单' }).click();
  await expect(page.getByText('待发货').first()).toBeVisible();

  // What goes back of it is a person's work. On a narrow screen too the row keeps to its panel, with its button.
  await runOps('refund', trade.orders[0]!.no, '--reason', '仓库盘点缺货，等待厂家补货后再采购');
  await theirs.setViewportSize({ width: 1024, height: 800 });
  await theirs.goto(`/desk/payouts?keyword=${reference}`);
  await alive(theirs);
  const payouts = theirs.getByRole('grid', { name: '手工退款' });
  await expect(payouts.getByRole('button', { name: /^登记已退：/ })).toBeInViewport({ ratio: 1 });
  await payouts.getByRole('button', { name: /^登记已退：/ }).click();
  await dialog.getByRole('button', { name: '登记已退' }).click();
  await expect(dialog).toContainText('请填写银行流水号');
  expect(await violationsOf(theirs)).toEqual([]);
  await dialog.getByRole('button', { name: '取消' }).click();
  await payouts.getByRole('button', { name: /^退到余额：/ }).click();
  await expect(dialog).toContainText('提交后记入企业余额，不能撤销');
  await dialog.getByRole('button', { name: '退到余额' }).click();
  await expect(toastOf(theirs)).toContainText('已提交');
});

test('transfers are registered by keys alone: two hundred an hour leave eighteen seconds for each', async ({
  context,
  newVisitor,
  logIn,
}) => {
  await logIn();
  const nos: string[] = [];
  for (let nth = 0; nth < 3; nth++) {
    const { trade_no } = await placed(context);
    const json = JSON.stringify({ trade_no: [trade_no], provider: 'bank' });
    nos.push((await post<PayOutput>(context, '/api/pay', { json })).pay_no);
  }
  const { company } = await get<{ company: string }>(context, '/api/user/info');
  const finance = await newVisitor();
  await signInAtDesk(finance, 'e2e.transferkeys', 'finance');
  const desk = await finance.newPage();
  const seconds = await workByKeys(desk, {
    list: `/desk/transfers?${new URLSearchParams({ keyword: company, state: 'all' })}`,
    cases: nos.map((no) => `/desk/transfers/${no}`),
    async act(nth) {
      if (nth === 0) expect(await violationsOf(desk)).toEqual([]);
      await desk.keyboard.press('a');
      await expect(desk.getByLabel('银行流水号')).toBeFocused();
      await desk.keyboard.type(`KEYS${nos[nth]?.slice(-10)}`);
      await desk.keyboard.press('Enter');
    },
  });
  console.info(`a transfer by keyboard: ${seconds.toFixed(2)} s of the machine`);
  // What is left of eighteen seconds is for comparing it with the bank's statement.
  expect(seconds).toBeLessThan(6);
});
