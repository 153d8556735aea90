/**
 * One total on every screen: cart, confirm page, pay page, payment, orders and wallet ledger agree to the fen, over each
 * kind of promotion and over a mix of all.
 */
import type { BrowserContext, Page } from '@playwright/test';
import * as known from '#demo/seed/known.ts';
import type { OrderDetail, OrderList } from '#lib/contract/orders/order.ts';
import type { MoneyLog } from '#lib/contract/wallet/calls.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import type { PriceRule } from '#lib/rules/terms/quote-shape.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { passPayGuard } from '#tests/support/pay-guard.ts';

// Several whole purchases, each of some five pages.
test.setTimeout(360_000);

interface Line {
  goods_id?: number;
  number: number;
  type?: number;
  activity_id?: number;
}

interface Purchase {
  lines: Line[];
  /** Rules that must have made the price, so that nothing passes without them. */
  rules: PriceRule[];
}

const { activities } = known;

const kinds: Record<string, Purchase> = {
  会员价: { lines: [{ goods_id: known.goodsPlain, number: 30 }], rules: ['member'] },
  特价超出限购: { lines: [{ goods_id: known.goodsSpecial, number: 60 }], rules: ['special', 'over_limit'] },
  阶梯价: { lines: [{ goods_id: known.goodsWithLadder, number: 50 }], rules: ['ladder'] },
  秒杀超出限购: {
    lines: [{ goods_id: known.goodsFlash, number: 300, type: 1 }],
    rules: ['flash', 'over_limit'],
  },
  组合: {
    lines: [{ number: 2, type: 3, activity_id: activities.combination }],
    rules: ['combination'],
  },
  满减: { lines: [{ goods_id: known.goodsFullReduction, number: 100 }], rules: ['full_reduction'] },
  满赠: { lines: [{ goods_id: known.goodsWithGift, number: 100 }], rules: [] },
  换购: {
    lines: [
      { goods_id: known.goodsWithAddOn, number: 60 },
      { goods_id: known.goodsAddOn, number: 10, type: 4, activity_id: activities.addOn },
    ],
    rules: ['add_on'],
  },
  返利: { lines: [{ goods_id: known.goodsRebate, number: 60 }], rules: ['rebate'] },
  满额返现: { lines: [{ goods_id: known.goodsDevice, number: 40 }], rules: ['cashback'] },
  近效期: { lines: [{ goods_id: known.goodsNearExpiry, number: 10 }], rules: [] },
};

/** Everything at once, with a coupon of the merchant and one of the platform. */
const mix: Purchase = {
  lines: Object.values(kinds)
    .flatMap(({ lines }) => lines)
    .map((line) => ({ ...line, number: Math.max(line.type === 3 ? 1 : 10, line.number) })),
  rules: [
    'member',
    'special',
    'ladder',
    'flash',
    'combination',
    'full_reduction',
    'add_on',
    'rebate',
    'cashback',
  ],
};

/** The amount that stands behind a word: `应付 ¥12.80` → 1280. */
async function amountIn(text: string | null, word: string): Promise<number> {
  const found = new RegExp(`${word}\\s*¥\\s*([\\d,]+\\.\\d{2})`).exec(text ?? '')?.[1];
  expect(found, `${word} in ${text?.slice(0, 200)}`).toBeDefined();
  return parseYuan(found!.replaceAll(',', ''));
}

/** What is drawn by the server takes no click before its island has come to life. */
async function settled(page: Page): Promise<void> {
  // A page that has only just begun to come has no island yet.
  await page.waitForLoadState('domcontentloaded');
  await page.waitForFunction(() => !document.querySelector('main astro-island[ssr][client="load"]'));
}

async function expectSame(
  page: Page,
  context: BrowserContext,
  { rules }: Pick<Purchase, 'rules'>,
  expected: number | null,
): Promise<void> {
  await expect(page).toHaveURL(/\/cart\/step2/);
  await settled(page);
  const bar = page.getByRole('region', { name: '提交订单', exact: true });
  const total = await amountIn(await bar.textContent(), '应付');
  if (expected !== null) expect(total, 'confirm page').toBe(expected);
  await bar.getByRole('button', { name: '提交订单' }).click();

  await expect(page).toHaveURL(/\/cart\/step3\//);
  await settled(page);
  const tradeNo = new URL(page.url()).pathname.split('/').at(-1)!;
  const ways = page.getByRole('region', { name: '支付方式' });
  expect(await amountIn(await ways.textContent(), '应付'), 'pay page').toBe(total);
  await ways.getByRole('radio', { name: /余额支付/ }).check();
  await ways.getByRole('button', { name: '立即支付' }).click();
  await passPayGuard(page);
  await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible();

  const { list } = await get<OrderList>(context, '/api/order', { form: 'size=50' });
  const orders = list.filter((order) => order.trade_no === tradeNo);
  let sum = 0;
  const traced = new Set<string>();
  for (const { no } of orders) {
    const order = await get<OrderDetail>(context, `/api/order/${no}`);
    const ofLines = order.lines.reduce((all, line) => all + parseYuan(line.pay_amount ?? ''), 0);
    expect(ofLines + parseYuan(order.shipping_amount), 'lines and freight').toBe(parseYuan(order.pay_amount));
    for (const line of order.lines) for (const step of line.price_trace ?? []) traced.add(step.rule);
    // One order page is read for all: they are drawn by the same island.
    if (no === orders[0]?.no) {
      await page.goto(`/order/info/${no}`);
      const shown = await amountIn(await page.getByRole('main').textContent(), '实付金额');
      expect(shown, 'order page').toBe(parseYuan(order.pay_amount));
    }
    sum += parseYuan(order.pay_amount);
  }
  expect(sum, 'orders').toBe(total);
  for (const rule of rules) expect([...traced], 'rules at work').toContain(rule);
  const log = await get<MoneyLog>(context, '/api/user/user-money/log', { form: 'use_type=pay&size=1' });
  expect(-Math.round(Number(log.list[0]?.amount) * 100), 'wallet ledger').toBe(total);
}

async function buy(page: Page, context: BrowserContext, purchase: Purchase): Promise<void> {
  await post(context, '/api/cart', { json: JSON.stringify({ lines: purchase.lines }) });
  await page.goto('/cart');
  const sum = page.getByRole('region', { name: '合计' });
  await settled(page);
  const expected = await amountIn(await sum.textContent(), '应付');
  await page.getByRole('button', { name: /^去结算/ }).click();
  await expectSame(page, context, purchase, expected);
}

const names = Object.keys(kinds);
for (const part of [names.slice(0, 5), names.slice(5)]) {
  test(`the same total everywhere: ${part.join('、')}`, async ({ page, context, logIn }) => {
    await logIn();
    for (const name of part) await test.step(name, () => buy(page, context, kinds[name]!));
  });
}

test('the same total everywhere: 拼团, by its own confirm page', async ({ page, context, logIn }) => {
  await logIn();
  await page.goto(`/list/info-pt/${known.goodsGroupBuy}`);
  const box = page.getByRole('textbox', { name: /^参团数量/ });
  await expect(box).toHaveValue('20');
  const price = await page.getByText(/合计 ¥/).textContent();
  const goods = await amountIn(price, '合计');
  await page.getByRole('button', { name: '立即参团' }).click();
  await expect(page).toHaveURL(/\/cart\/step2\?ids=/);
  await expect(page.getByRole('region', { name: '金额明细' })).toContainText(`¥${showYuan(goods)}`);
  await expectSame(page, context, { rules: ['group_buy'] }, null);
});

test('the same total everywhere: a mix of all, with coupons', async ({ page, context, logIn }) => {
  await logIn();
  for (const id of [known.couponMerchant, known.couponPlatform])
    await post(context, `/api/coupon/${id}/claim`);
  await buy(page, context, { ...mix, rules: [...mix.rules, 'merchant_coupon', 'platform_coupon'] });
});
