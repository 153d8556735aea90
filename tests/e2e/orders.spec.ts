/** Orders after they were placed: paying them in every way it can go, shipping, receiving, calling them off. */
import type { BrowserContext, Page } from '@playwright/test';
import { activities, goodsPlain, goodsPlainElsewhere, goodsPlainSecond } from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import type { AddToCartInput } from '#lib/contract/cart/inputs.ts';
import type { PlacedTrade } from '#lib/contract/orders/calls.ts';
import type { OrderDetail, OrderList } from '#lib/contract/orders/order.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { alive, openHearing } from '#tests/support/alive.ts';
import { ask, expectRefusal, get, post } from '#tests/support/calls.ts';
import { workByKeys } from '#tests/support/case-keys.ts';
import { runOps, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { makeGoods } from '#tests/support/orders.ts';
import { passPayGuard } from '#tests/support/pay-guard.ts';
import { paidOrder, payByBalance, placed } from '#tests/support/placed.ts';
import { violationsOf } from '#tests/support/sound.ts';

/** Orders some of each of these goods. */
function ordered(visitor: BrowserContext, goods = [goodsPlain], number = 10): Promise<PlacedTrade> {
  return placed(
    visitor,
    goods.map((id) => ({ goods_id: id, number })),
  );
}

async function stockOf(visitor: BrowserContext, id: number): Promise<number> {
  return (await get<{ number: number }>(visitor, `/api/goods/detail/${id}`)).number;
}

/** From the pay page to the counter, where `choice` is pressed. */
async function payAtCounter(page: Page, trade: string, choice: string): Promise<void> {
  await open(page, `/cart/step3/${trade}`);
  await page.getByRole('radio', { name: /模拟收银台/ }).check();
  await page.getByRole('button', { name: '立即支付' }).click();
  await page.getByRole('button', { name: choice, exact: true }).click();
  await expect(page).toHaveURL(/\/cart\/step4\?pay_no=/);
}

/** Opens a page and waits until its islands answer. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

const status = (page: Page) => page.getByRole('heading', { level: 1 });
const card = (page: Page, no: string) => page.getByRole('article', { name: `订单${no}` });

test('the counter refuses, is late and calls twice: each order is paid once', async ({
  page,
  context,
  logIn,
  database: { pool },
}) => {
  await logIn();
  const [late, twice] = [await ordered(context), await ordered(context)];
  await payAtCounter(page, late.trade_no, '支付失败');
  await expect(status(page)).toHaveText('支付失败');
  await page.getByRole('link', { name: '重新支付' }).click();
  await expect(page).toHaveURL(new RegExp(late.trade_no));
  await payAtCounter(page, late.trade_no, '支付成功，10秒后才通知');
  // Later still, until the page has been seen to wait.
  const payNo = new URL(page.url()).searchParams.get('pay_no');
  const callIn = (time: string) =>
    pool.query(`update sandbox_charge set notify_at = now() + $2::interval where pay_no = $1 and is_paid`, [
      payNo,
      time,
    ]);
  await callIn('1 hour');
  await expect(status(page)).toHaveText('正在确认支付结果');

  const second = await context.newPage();
  await payAtCounter(second, twice.trade_no, '支付成功，通知两次');
  await expect(status(second)).toHaveText('支付成功');

  await callIn('0');
  // The page asks by itself until the answer is there.
  await expect(status(page)).toHaveText('支付成功');
  for (const { orders } of [late, twice]) {
    const { timeline } = await get<OrderDetail>(context, `/api/order/${orders[0]!.no}`);
    expect(timeline.map(({ text }) => text)).toEqual(['提交订单', '待发货']);
  }
  // A paid trade leads to the payment that paid it, never to a second one.
  await open(page, `/cart/step3/${late.trade_no}`);
  await expect(status(page)).toHaveText('支付成功');
});

test('the balance beside the counter is chosen when confirming, and the pay page opens with it', async ({
  page,
  context,
  logIn,
}) => {
  // A store with 8,000.00 in its wallet; only this test spends of it.
  await logIn('demo-fendian');
  const lines: AddToCartInput['lines'] = [{ goods_id: goodsPlain, type: 0, number: 1000 }];
  const { added } = await post<{ added: { id: number }[] }>(context, '/api/cart', {
    json: JSON.stringify({ lines }),
  });
  await open(page, `/cart/step2?ids=${added[0]!.id}`);
  const ways = page.getByRole('region', { name: '支付方式' });
  await expect(ways.getByRole('radio', { name: /余额支付/ })).toBeDisabled();
  await expect(ways).toContainText('余额不足');
  await expect(ways.getByRole('link', { name: '去充值' })).toHaveAttribute('href', '/wdqb/cz');
  const mix = ways.getByRole('checkbox', {
    name: /同时使用余额 ¥8,000\.00，其余 ¥[\d,]+\.\d\d 用模拟收银台付款/,
  });
  await mix.check();
  const said = await ways.getByText(/同时使用余额/).textContent();
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page).toHaveURL(/\/cart\/step3\/\w+\?provider=sandbox&with_balance=1$/);
  await expect(mix).toBeChecked();
  await expect(ways).toContainText(said!);
  await ways.getByRole('button', { name: '立即支付' }).click();
  // So much leaves the balance with a payment password only: it is set here, and the payment goes on.
  await expect(page.getByRole('dialog', { name: '先设置支付密码' })).toBeVisible();
  await passPayGuard(page);
  await page.getByRole('button', { name: '支付成功', exact: true }).click();
  await expect(status(page)).toHaveText('支付成功');
  await expect(page.getByText(/余额支付 ¥8,000\.00 \+ 模拟收银台 ¥/)).toBeVisible();
});

test('several unpaid trades are paid together', async ({ page, context, logIn }) => {
  await logIn();
  const trades = [
    await ordered(context),
    await ordered(context, [goodsPlainElsewhere], 20),
    await ordered(context),
  ];
  await open(page, '/order');
  await page.getByRole('link', { name: '合并付款' }).click();
  await expect(page).toHaveURL('/cart/hm');
  await expect(page.getByText('已选3笔，共3笔待付款')).toBeVisible();
  await page.getByRole('checkbox', { name: new RegExp(trades[2]!.trade_no) }).uncheck();
  const fen = trades
    .slice(0, 2)
    .reduce((sum, { pay_amount }) => sum + Math.round(Number(pay_amount) * 100), 0);
  await expect(page.getByText(`应付 ¥${(fen / 100).toFixed(2)}`)).toBeVisible();
  await page.getByRole('radio', { name: /余额支付/ }).check();
  await page.getByRole('button', { name: '立即支付' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `支付¥${showYuan(fen)}` })
    .click();
  await expect(status(page)).toHaveText('支付成功');
  await open(page, '/order');
  for (const [at, text] of ['待发货', '待发货', '待付款'].entries())
    await expect(card(page, trades[at]!.orders[0]!.no)).toContainText(text);
});

test('a cancelled order gives its stock back, is bought again and put away', async ({
  page,
  context,
  logIn,
  database,
}) => {
  await logIn();
  // Nobody else moves the stock of these.
  const own = await makeGoods(database.db, goodsPlainSecond, 500, { sales: 0 });
  const { orders } = await ordered(context, [own]);
  expect(await stockOf(context, own)).toBe(490);
  const no = orders[0]!.no;
  await open(page, '/order?status=10,12');
  await card(page, no).getByRole('button', { name: /^更多/ }).click();
  await card(page, no).getByRole('button', { name: '取消订单' }).click();
  const dialog = page.getByRole('dialog', { name: '取消订单' });
  await dialog.getByRole('radio', { name: '价格不合适' }).check();
  await dialog.getByRole('button', { name: '取消订单' }).click();
  await expect(page.getByText('没有符合条件的订单')).toBeVisible();
  expect(await stockOf(context, own)).toBe(500);
  await open(page, `/order/info/${no}`);
  await expect(status(page)).toContainText('已取消');
  await expect(page.getByText('买家取消：价格不合适').first()).toBeVisible();
  await page.getByRole('button', { name: '再来一单' }).click();
  const again = page.getByRole('dialog', { name: '再来一单' });
  await again.getByRole('button', { name: '加入购物车（1）' }).click();
  await expect(page.getByText('已将1种商品加入购物车').first()).toBeVisible();
  expect((await get<{ total: number }>(context, '/api/cart/total')).total).toBe(1);
  await page.getByRole('button', { name: '删除订单' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page).toHaveURL('/order');
  await expect(page.getByText('还没有订单')).toBeVisible();
});

test('a combination is bought again as the set it was', async ({ page, context, logIn }) => {
  await logIn();
  const { orders } = await placed(context, [{ type: 3, activity_id: activities.combination, number: 3 }]);
  const no = orders[0]!.no;
  await post(context, `/api/order/${no}/cancel`, { json: '{}' });
  await open(page, `/order/info/${no}`);
  await page.getByRole('button', { name: '再来一单' }).click();
  const again = page.getByRole('dialog', { name: '再来一单' });
  await expect(again).toContainText('× 3套');
  await again.getByRole('button', { name: '加入购物车（1）' }).click();
  await expect(page.getByText('已将1种商品加入购物车').first()).toBeVisible();
  const { data } = await get<CartState>(context, '/api/cart/list');
  expect(data).toMatchObject([{ type: 3, activity_id: activities.combination, number: 3 }]);
});

test('the merchant sends a part with its codes and says what is short; the buyer sees both', async ({
  context,
  newVisitor,
  logIn,
  page,
  expectStatus,
}) => {
  await logIn();
  const trade = await ordered(context, [goodsPlain]);
  const { no } = trade.orders[0]!;
  expectStatus(422, `/api/desk/orders/${no}/ship`);
  await payByBalance(context, trade);
  const { merchant_id: merchantId } = await get<OrderDetail>(context, `/api/order/${no}`);
  const desk = await newVisitor();
  await signInAtMerchantDesk(desk, { username: 'e2e.ship', role: 'orders', merchantId });
  const work = await desk.newPage();
  await work.goto(`/desk/orders?q=${no}`);
  await work.getByRole('link', { name: no }).click();
  await expect(work).toHaveURL(`/desk/orders/${no}`);
  await alive(work);
  const line = work.locator('tr[data-line]');
  await line.getByRole('spinbutton').fill('4');
  await line.getByRole('textbox', { name: /^追溯码/ }).fill('81234567890123456789');
  await work.getByLabel('承运方').fill('顺丰速运');
  await work.getByLabel('运单号').fill('SF1234567890');
  await work.getByRole('button', { name: '发货' }).click();
  await expect(work.getByRole('alert')).toContainText('追溯码1个，与发货数量4不符');
  await line.getByRole('textbox', { name: /^追溯码/ }).fill('');
  await work.getByRole('button', { name: '发货' }).click();
  await expect(work.getByRole('heading', { name: '已发包裹' })).toBeVisible();
  await line.getByRole('button', { name: /^缺货/ }).click();
  const short = work.getByRole('dialog');
  await short.getByLabel(/^缺货数量/).fill('6');
  await short.getByLabel(/^原因/).fill('盘点缺货');
  await short.getByRole('button', { name: '登记缺货并退款' }).click();
  await expect(work.getByText('没有待发的商品')).toBeVisible();
  await open(page, `/order/info/${no}`);
  await expect(status(page)).toContainText('待收货');
  await expect(page.getByText('SF1234567890').first()).toBeVisible();
});

test('shipped in two parcels with lots, prolonged once, received', async ({ page, context, logIn }) => {
  await logIn();
  const trade = await ordered(context, [goodsPlain]);
  const no = trade.orders[0]!.no;
  await payByBalance(context, trade);
  await openHearing(page, `/order/info/${no}`);
  await expect(status(page)).toContainText('待发货');
  await expect(page.getByText(`¥${trade.pay_amount}`).first()).toBeVisible();
  const said = await runOps('ship', no, '--part');
  // The page hears of it by itself.
  await expect(status(page)).toContainText('部分发货');
  const lot = /批号(\S+)/.exec(said)?.[1] ?? 'none';
  await expect(page.getByRole('cell', { name: lot }).first()).toBeVisible();
  await runOps('ship', no);
  await expect(status(page)).toContainText('待收货');
  await page.getByRole('button', { name: '延长收货' }).click();
  await page.getByRole('button', { name: '延长5天' }).click();
  await expect(page.getByText('已延长5天').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '延长收货' })).toHaveCount(0);
  await open(page, '/order?status=25,30,35');
  await card(page, no).getByRole('link', { name: '查看物流' }).click();
  await expect(page.getByRole('region', { name: /物流与批号/ }).getByRole('article')).toHaveCount(2);
  await open(page, `/order/wl/${no}`);
  await expect(page).toHaveURL(`/order/info/${no}`);
  await page.getByRole('button', { name: '确认收货' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认收货' }).click();
  await expect(status(page)).toContainText('已完成');
});

test('a refused parcel comes back to the merchant and is paid back, and the amounts say so', async ({
  page,
  context,
  logIn,
  newVisitor,
}) => {
  await logIn();
  // Freight is not given back after shipping; so many travel free.
  const trade = await ordered(context, [goodsPlain], 100);
  const no = trade.orders[0]!.no;
  await payByBalance(context, trade);
  await runOps('ship', no);
  await openHearing(page, `/order/info/${no}`);
  await page.getByRole('button', { name: '拒收' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '我要拒收' }).click();
  await expect(status(page)).toContainText('拒收处理中');
  await expect(page.getByText('前没有处理的，由平台决定')).toBeVisible();
  const { merchant_id: merchantId } = await get<OrderDetail>(context, `/api/order/${no}`);
  const desk = await newVisitor();
  await signInAtMerchantDesk(desk, { username: 'e2e.refused', role: 'orders', merchantId });
  const work = await desk.newPage();
  await work.goto('/desk');
  await work.getByRole('link', { name: /拒收待处理/ }).click();
  await expect(work).toHaveURL(/\/desk\/orders\?state=refusal_due/);
  await work.getByRole('link', { name: no }).click();
  await expect(work).toHaveURL(`/desk/orders/${no}`);
  await alive(work);
  const panel = work.getByRole('region', { name: '买家拒收' });
  await expect(panel).toContainText('拒收待商家收回');
  expect(await violationsOf(work)).toEqual([]);
  await panel.getByRole('button', { name: '有异议，转平台处理' }).click();
  await work.getByRole('dialog').getByRole('button', { name: '有异议，转平台处理' }).click();
  await expect(work.getByText('请填写原因，买家会看到')).toBeVisible();
  await work.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await panel.getByRole('button', { name: '确认退回并退款' }).click();
  await work.getByRole('dialog').getByLabel(/^说明/).fill('外箱完好');
  await work.getByRole('dialog').getByRole('button', { name: '确认退回并退款' }).click();
  await expect(panel).toHaveCount(0);
  await expect(work.getByText('已关闭').first()).toBeVisible();
  // The page hears of it by itself.
  await expect(status(page)).toContainText('已关闭');
  const refunds = page.getByRole('region', { name: /退款记录/ });
  await expect(refunds).toContainText(`合计 ¥${showYuan(trade.pay_amount)}`);
  await expect(refunds).toContainText('已退回');
});

test('orders that come elsewhere wait for a press, which leads to the first of them', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  await ordered(context);
  await openHearing(page, '/order');
  const trade = await ordered(context);
  await page.getByRole('button', { name: '显示1个新订单' }).press('Enter');
  await expect(page.getByRole('button', { name: /个新订单$/ })).toHaveCount(0);
  const newest = page.getByRole('main').locator('a:focus');
  await expect(newest).toHaveAttribute('href', new RegExp(trade.orders[0]!.no));
});

test('orders are found by tab, words and page, and are nobody else’s', async ({
  page,
  context,
  logIn,
  newVisitor,
  expectStatus,
}) => {
  await logIn();
  const trades: PlacedTrade[] = [];
  for (let at = 0; at < 11; at++) trades.push(await ordered(context, [goodsPlain]));
  await open(page, '/order?status=10,12');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(10);
  await page.getByRole('link', { name: '第2页' }).click();
  await expect(page).toHaveURL(/status=10%2C12.*page=2/);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  const [first] = trades;
  const no = first!.orders[0]!.no;
  await expect(card(page, no)).toBeVisible();
  // One of the first page, which is not on this one.
  const sought = trades[5]!.orders[0]!.no;
  await page.getByRole('searchbox', { name: '搜索订单' }).fill(sought);
  await page.getByRole('button', { name: '查询' }).click();
  await expect(card(page, sought)).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  // % and _ are letters here, not patterns.
  expect((await get<OrderList>(context, '/api/order?keywords=%25')).total).toBe(0);
  await open(page, '/order?status=50');
  await expect(page.getByText('没有符合条件的订单')).toBeVisible();

  const { pay_no } = await payByBalance(context, first!);
  const stranger = await newVisitor();
  await logIn(undefined, stranger);
  const other = await stranger.newPage();
  for (const path of [`/order/info/${no}`, `/cart/step3/${first!.trade_no}`]) {
    expectStatus(404, path);
    expect((await other.goto(path))?.status(), path).toBe(404);
  }
  await other.goto(`/cart/step4?pay_no=${pay_no}`);
  await expect(other).toHaveURL('/order');
  for (const path of [`/api/order/${no}`, `/api/order/${no}/logistics`, `/api/pay/${pay_no}`])
    expectRefusal(await ask(stranger, 'GET', path), 404);
  for (const verb of ['cancel', 'confirm', 'extend', 'refuse', 'hide', 'rebuy'])
    expectRefusal(await ask(stranger, 'POST', `/api/order/${no}/${verb}`, { form: '' }), 404);
  const steal = { json: JSON.stringify({ trade_no: [trades[1]!.trade_no], provider: 'balance' }) };
  expectRefusal(await ask(stranger, 'POST', '/api/pay', steal), 404);
});

test('orders are shipped by keys alone: a hundred and twenty an hour leave thirty seconds for each', async ({
  context,
  newVisitor,
  logIn,
}) => {
  test.setTimeout(240_000);
  await logIn();
  const nos: string[] = [];
  for (let nth = 0; nth < 3; nth++) nos.push(await paidOrder(context));
  const { merchant_id: merchantId } = await get<OrderDetail>(context, `/api/order/${nos[0]}`);
  const { company } = await get<{ company: string }>(context, '/api/user/info');
  const desk = await newVisitor();
  await signInAtMerchantDesk(desk, { username: 'e2e.keys', role: 'orders', merchantId });
  const work = await desk.newPage();
  const seconds = await workByKeys(work, {
    list: `/desk/orders?${new URLSearchParams({ q: company, state: 'to_ship' })}`,
    cases: nos.map((no) => `/desk/orders/${no}`),
    async act(nth) {
      if (nth === 0) {
        await work.keyboard.press('Escape');
        await work.keyboard.press('?');
        const keys = work.getByRole('dialog', { name: '按键' });
        await expect(keys).toContainText('下一条');
        expect(await violationsOf(work)).toEqual([]);
        await work.keyboard.press('Escape');
        await expect(keys).toHaveCount(0);
        // An empty form leads to its first box.
        await work.keyboard.press('a');
      }
      await expect(work.getByLabel('承运方')).toBeFocused();
      await work.keyboard.type('顺丰速运');
      await work.keyboard.press('Tab');
      await work.keyboard.type(`SF77${nos[nth]?.slice(-10)}`);
      await work.keyboard.press('Enter');
    },
  });
  console.info(`an order by keyboard: ${seconds.toFixed(2)} s of the machine`);
  // What is left of thirty seconds is the packer's.
  expect(seconds).toBeLessThan(10);
});
