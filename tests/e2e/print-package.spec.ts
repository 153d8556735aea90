/** The receiving package on paper: contents, 随货同行单 and 首营资料, each on sheets of its own, and nothing of the screen. */
import type { OrderDetail, PlacedTrade } from '#lib/contract/orders/schema.ts';
import { goodsPlain, goodsPlainSecond } from '#lib/server/db/seed/known.ts';
import { get, post } from '#tests/support/calls.ts';
import { atDesk, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { makeGoods, ownWarehouse } from '#tests/support/orders.ts';
import { pdfOf } from '#tests/support/papers.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('the whole package is printed by one press: what is there and what is missing, a sheet a page', async ({
  page,
  context,
  newVisitor,
  logIn,
  database: { db, pool },
}) => {
  test.setTimeout(120_000);
  const json = (value: object) => ({ json: JSON.stringify(value) });
  const { rows: houses } = await pool.query('select merchant_id from goods where id = $1', [goodsPlain]);
  const place = { merchantId: Number(houses[0].merchant_id), warehouseId: ownWarehouse() };
  const goods = [
    await makeGoods(db, goodsPlain, 100, place),
    await makeGoods(db, goodsPlainSecond, 100, place),
  ];
  await logIn();
  const { added } = await post<{ added: { id: number }[] }>(
    context,
    '/api/cart',
    json({ lines: goods.map((goods_id) => ({ goods_id, type: 0, number: 20 })) }),
  );
  const ids = added.map(({ id }) => id);
  const { total } = await post<{ total: { pay_amount: string } }>(
    context,
    '/api/order/preview',
    json({ ids }),
  );
  const made = await post<PlacedTrade>(context, '/api/order', {
    ...json({ ids, expected_total: total.pay_amount }),
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  await post(context, '/api/pay', json({ trade_no: [made.trade_no], provider: 'balance' }));
  const no = made.orders[0]!.no;
  await atDesk('ship', no);

  // The merchant hands in the report of one of the two lots.
  const { merchant_id: merchantId, shipments } = await get<OrderDetail>(context, `/api/order/${no}`);
  expect(shipments).toHaveLength(1);
  const { rows: lots } = await pool.query(
    `select o.goods_id, s.lot_no from shipment_lot s join order_line o on o.id = s.order_line_id
     where o.order_no = $1 order by o.goods_id`,
    [no],
  );
  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, { username: 'e2e.baogao', role: 'admin', merchantId });
  const handed = await shop.request.post('/api/desk/reports', {
    multipart: {
      goods: String(lots[0].goods_id),
      lot_no: lots[0].lot_no,
      file: { name: '报告.pdf', mimeType: 'application/pdf', buffer: pdfOf() },
    },
  });
  expect(handed.status()).toBe(200);

  await page.goto(`/order/papers/${no}`);
  await page.getByRole('link', { name: '打印整套资料' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`订单${no}收货资料`);
  const contents = page.getByRole('region', { name: '收货资料目录' });
  await expect(contents).toContainText('1个包裹');
  await expect(contents).toContainText('1份，缺1份');
  await expect(contents.getByRole('row').filter({ hasText: '缺，商家尚未上传' })).toHaveCount(1);
  const report = contents.getByRole('link');
  await expect(report).toHaveCount(1);
  const answer = await context.request.get((await report.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toBe('application/pdf');
  await expect(page.getByRole('region', { name: /随货同行单/ })).toHaveCount(1);
  await expect(page.getByRole('region', { name: '首营资料' })).toContainText('许可证');
  expect(await violationsOf(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/package.png`, fullPage: true });

  // On paper: a page a sheet, and nothing of what stands above them on the screen.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: '返回' })).toBeHidden();
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
});
