/**
 * One day of trade in four browsers: lots come in, an order is paid by a phone, sent in part under its lots, what is short
 * goes back, a colleague receives with a difference, the merchant refuses, the platform decides, and the money is back.
 */
import type { Page } from '@playwright/test';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { alive, openHearing } from '#tests/support/alive.ts';
import { get, post } from '#tests/support/calls.ts';
import { toastOf } from '#tests/support/controls.ts';
import { signInAtDesk, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect } from '#tests/support/e2e.ts';
import { makeGoods, ownWarehouse } from '#tests/support/orders.ts';
import { pictureOf } from '#tests/support/papers.ts';
import { placed } from '#tests/support/placed.ts';
import { untilRead } from '#tests/support/reading.ts';
import { violationsOf } from '#tests/support/sound.ts';
import { addColleague, test } from '#tests/support/trade-day.ts';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

/** Nothing that axe finds, nothing beyond a phone's width. */
async function isSound(page: Page): Promise<void> {
  expect(await violationsOf(page, 'main')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/390-${Date.now()}.png`, fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/1440-${Date.now()}.png`, fullPage: true });
}

const fen = (yuan: string) => Math.round(Number(yuan) * 100);
const code = (n: number) => `8${String(n).padStart(19, '0')}`;
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a day of trade, from lots that come in to money that goes back', async ({
  page,
  context,
  newVisitor,
  logIn,
  wechat,
  courier,
  database,
}) => {
  test.setTimeout(480_000);
  const { db, pool } = database;
  const { rows: counterparts } = await pool.query('select merchant_id from goods where id = $1', [
    goodsPlain,
  ]);
  const merchantId: number = counterparts[0].merchant_id;
  // One that carts take: these goods stand in the lists that other tests fill carts from.
  const place = { merchantId, warehouseId: ownWarehouse() };
  const [first, second] = [
    await makeGoods(db, goodsPlain, 0, place),
    await makeGoods(db, goodsPlainSecond, 0, place),
  ];

  // The merchant: lots come in, one by the desk's form, the others by its calls.
  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, { username: 'e2e.day.shop', role: 'orders', merchantId });
  const desk = await shop.newPage();
  await open(desk, '/desk/lots');
  await desk.getByRole('button', { name: '批次入库' }).first().click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('商品').fill(String(first));
  await dialog.getByRole('list', { name: '找到的商品' }).getByRole('button').click();
  await dialog.getByLabel('批号').fill('DAY-A');
  await dialog.getByLabel('生产日期').fill(dayFrom(-30));
  await dialog.getByLabel('有效期至').fill(dayFrom(300));
  await dialog.getByLabel(/入库数量/).fill('12');
  await dialog.getByRole('button', { name: '确认入库' }).click();
  await expect(toastOf(desk)).toContainText('批号DAY-A在库12');
  for (const [goods, lot, days] of [
    [first, 'DAY-B', 500],
    [second, 'DAY-C', 400],
  ] as const)
    await post(shop, '/api/desk/lots', {
      json: JSON.stringify({
        ref: crypto.randomUUID(),
        goods_id: goods,
        lot_no: lot,
        produced_on: dayFrom(-30),
        expires_on: dayFrom(days),
        pieces: 10,
      }),
    });

  // The buyer: orders, and a phone pays.
  const buyer = await logIn();
  const made = await placed(context, [
    { goods_id: first, number: 20 },
    { goods_id: second, number: 10 },
  ]);
  const no = made.orders[0]!.no;
  await page.clock.install();
  await openHearing(page, `/cart/step3/${made.trade_no}`);
  await page.getByRole('radio', { name: /微信支付/ }).check();
  await page.getByRole('button', { name: '立即支付' }).click();
  await expect(page.getByRole('img', { name: '微信支付付款二维码' })).toBeVisible();
  const [payNo] = [...wechat.orders.keys()];
  expect(wechat.orders.get(payNo!)?.total).toBe(fen(made.pay_amount));
  expect(wechat.scan(payNo!)).toBe(true);
  // The page goes on by the news alone: its clock stands, so that it asks for nothing by itself.
  await page.clock.pauseAt(Date.now() + 10_000);
  expect((await wechat.notifyPaid(payNo!)).status).toBe(200);
  await expect(page).toHaveURL(/\/cart\/step4\?pay_no=/);
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('支付成功');

  // The merchant: a part goes out, four are not there, papers are printed.
  await open(desk, `/desk/orders/${no}`);
  const nameOf = async (goods: number) =>
    String(
      (
        await pool.query(
          `select snapshot->>'name' as name from order_line where order_no = $1 and goods_id = $2`,
          [no, goods],
        )
      ).rows[0].name,
    );
  const [nameA, nameB] = [await nameOf(first), await nameOf(second)];
  await desk
    .getByRole('textbox', { name: `追溯码：${nameA}` })
    .fill(Array.from({ length: 20 }, (_, n) => code(n)).join('\n'));
  await desk.getByLabel(`本次发货数量：${nameB}`).fill('6');
  await desk.getByLabel('承运方').fill('顺丰速运');
  await desk.getByLabel('运单号').fill('SF-DAY-1');
  await desk.getByRole('button', { name: '发货', exact: true }).click();
  await expect(desk.getByText('部分发货').first()).toBeVisible();
  await open(page, `/order/receive/${no}`);
  await expect(page.getByText(/还有商品没有发出/)).toBeVisible();
  await desk.getByRole('button', { name: `缺货：${nameB}` }).click();
  await dialog.getByLabel(/原因/).fill('仓库盘亏');
  await dialog.getByRole('button', { name: '登记缺货并退款' }).click();
  await expect(desk.getByText('待收货').first()).toBeVisible();
  const short = await get<OrderDetail>(context, `/api/order/${no}`);
  expect(wechat.given(payNo!)).toEqual([fen(short.refunded_amount)]);

  // The courier's house tells where the parcel is: the buyer reads it on the order, the newest first.
  await pool.query(
    `update tracking set provider = 'kuaidi100', code = 'shunfeng' where shipment_id =
       (select id from shipment where order_no = $1)`,
    [no],
  );
  const at = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  courier.ways.set('SF-DAY-1', [
    [at, '顺丰速运 已收取快件', '103'],
    [at, '快件正在派送途中', '5'],
  ]);
  expect((await courier.push('SF-DAY-1')).status).toBe(200);
  await open(page, `/order/info/${no}`);
  const way = page.getByRole('region', { name: /物流与批号/ }).getByRole('article');
  await expect(way).toContainText('派送中');
  await expect(way.getByRole('listitem').filter({ hasText: '快件正在派送途中' })).toBeVisible();
  await expect(way.getByRole('listitem').filter({ hasText: '已收取快件' })).toBeVisible();

  await open(desk, `/desk/orders/${no}/note`);
  await expect(desk.getByText('DAY-A').first()).toBeVisible();
  await expect(desk.getByText('DAY-C').first()).toBeVisible();

  // The colleague: the package, the boxes, and one that is broken.
  const warehouse = await newVisitor();
  await logIn(await addColleague(database, buyer, 'receiver'), warehouse);
  const receiver = await warehouse.newPage();
  await open(receiver, `/order/papers/${no}`);
  await expect(receiver.getByRole('cell', { name: /^DAY-B/ })).toBeVisible();
  await receiver.getByRole('link', { name: '验收收货' }).click();
  await expect(receiver).toHaveURL(`/order/receive/${no}`);
  await alive(receiver);
  const scanner = receiver.getByLabel('扫描或粘贴追溯码、条码');
  await scanner.fill(code(0));
  await scanner.press('Enter');
  await expect(receiver.getByText('追溯码相符1个')).toBeVisible();
  await scanner.fill(`${code(0)}\n${code(999)}`);
  await receiver.getByRole('button', { name: '核对' }).click();
  await expect(receiver.getByRole('alert')).toContainText(code(999));
  await scanner.fill(Array.from({ length: 20 }, (_, n) => code(n)).join('\n'));
  await receiver.getByRole('button', { name: '核对' }).click();
  await expect(receiver.getByText('已核对 2/3 行')).toBeVisible();
  // What was looked at is still there after the page was closed.
  await receiver.reload();
  await alive(receiver);
  await expect(receiver.getByText('已核对 2/3 行')).toBeVisible();
  await receiver.getByRole('button', { name: /DAY-C.*有差异/ }).click();
  await receiver.getByLabel(/DAY-C.*破损的数量/).fill('2');
  await expect(receiver.getByText(/预计退款 ¥/)).toBeVisible();
  await receiver.getByRole('button', { name: '确认收货并提交差异' }).click();
  await expect(receiver.getByText('请上传能看清破损的照片')).toBeVisible();
  await receiver.locator('input[type=file]').setInputFiles({
    name: '破损.jpg',
    mimeType: 'image/jpeg',
    buffer: await pictureOf('#aa3333'),
  });
  await expect(receiver.getByRole('list', { name: '已上传的图片' }).getByRole('img')).toBeVisible(untilRead);
  await receiver.getByRole('checkbox', { name: /DAY-C/ }).check();
  await isSound(receiver);
  await receiver.getByRole('button', { name: '确认收货并提交差异' }).click();
  const link = receiver.getByRole('list', { name: '这个订单的售后' }).getByRole('link');
  await expect(link).toContainText('破损');
  await isSound(receiver);
  // The link to the case says how it stands too: its own page is told by its address.
  const caseNo = ((await link.getAttribute('href')) ?? '').split('/').at(-1)!;
  await openHearing(receiver, `/order/sh/${caseNo}`);
  await expect(receiver.getByText('待商家审核')).toBeVisible();

  // The merchant refuses, the colleague asks the platform, the platform decides.
  await open(desk, `/desk/aftersale/${caseNo}`);
  await expect(desk.getByText(/验收：破损/)).toBeVisible();
  await desk.getByRole('button', { name: '驳回' }).click();
  await dialog.getByRole('textbox').fill('外箱完好');
  await dialog.getByRole('button', { name: '驳回售后' }).click();
  await expect(receiver.getByRole('heading', { name: '不同意商家的决定' })).toBeVisible();
  await receiver.getByLabel(/理由/).fill('有开箱照片');
  await receiver.getByRole('button', { name: '申请平台介入' }).click();
  await expect(receiver.getByText('待平台处理')).toBeVisible();
  const counterpart = await newVisitor();
  await signInAtDesk(counterpart, 'e2e.day.platform', 'service');
  const platform = await counterpart.newPage();
  await open(platform, `/desk/aftersale/${caseNo}`);
  await platform.getByRole('button', { name: '同意，无需寄回' }).click();
  await platform.getByRole('dialog').getByRole('button', { name: '同意，无需寄回' }).click();
  await expect(platform.getByText(/^(退款中|已完成)$/)).toBeVisible();
  await expect(receiver.getByText('已退款')).toBeVisible();

  // Money and pieces: what the house gave back is what the order says, and every piece is somewhere.
  const after = await get<OrderDetail>(context, `/api/order/${no}`);
  expect(after.status_text).toBe('已完成');
  expect(wechat.given(payNo!).reduce((sum, one) => sum + one, 0)).toBe(fen(after.refunded_amount));
  expect(fen(after.refunded_amount)).toBeGreaterThan(fen(short.refunded_amount));
  expect(fen(after.refunded_amount)).toBeLessThan(fen(after.pay_amount));
  const { rows: lots } = await pool.query(
    `select l.lot_no, l.on_hand, l.held, coalesce((select sum(s.quantity)::int from shipment_lot s
       join order_line o on o.id = s.order_line_id where o.goods_id = l.goods_id and s.lot_no = l.lot_no), 0) as sent
     from lot l where l.goods_id = any($1) and l.lot_no like 'DAY-%' order by l.lot_no`,
    [[first, second]],
  );
  expect(lots).toEqual([
    { lot_no: 'DAY-A', on_hand: 0, held: 0, sent: 12 },
    { lot_no: 'DAY-B', on_hand: 2, held: 0, sent: 8 },
    { lot_no: 'DAY-C', on_hand: 0, held: 0, sent: 6 },
  ]);
});
