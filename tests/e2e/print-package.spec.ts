/** What a warehouse prints and sends, each on sheets of its own, and the receiving package as one PDF. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { alive } from '#tests/support/alive.ts';
import { post } from '#tests/support/calls.ts';
import { toastOf } from '#tests/support/controls.ts';
import { signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { makeGoods, ownWarehouse } from '#tests/support/orders.ts';
import { pdfOf, pictureOf } from '#tests/support/papers.ts';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { payByBalance, placed } from '#tests/support/placed.ts';
import { untilRead } from '#tests/support/reading.ts';
import { violationsOf } from '#tests/support/sound.ts';

/** The sheets of what the browser would print. */
async function sheetsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  await page.emulateMedia({ media: null });
  // Width and height of each, in points.
  return [...printed.matchAll(/\/MediaBox \[0 0 (\d+)[.\d]* (\d+)/g)].map(
    ([, width, height]) => `${width}x${height}`,
  );
}

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const json = (value: object) => ({ json: JSON.stringify(value) });

test('orders go out by a table with its papers, the whole package is one PDF by one press, and its lot is recalled', async ({
  page,
  context,
  newVisitor,
  logIn,
  expectStatus,
  database: { db, pool },
}) => {
  test.setTimeout(360_000);
  const { rows: counterparts } = await pool.query(
    'select g.merchant_id, p.name from goods g join product p on p.id = g.product_id where g.id = $1',
    [goodsPlain],
  );
  const name: string = counterparts[0].name;
  const merchantId = Number(counterparts[0].merchant_id);
  const place = { merchantId, warehouseId: ownWarehouse() };
  const goods = [
    await makeGoods(db, goodsPlain, 0, place),
    await makeGoods(db, goodsPlainSecond, 100, place),
  ];
  await logIn();
  async function paid(lines: readonly (readonly [number, number])[]): Promise<string> {
    const made = await placed(
      context,
      lines.map(([goods_id, number]) => ({ goods_id, number })),
    );
    await payByBalance(context, made);
    return made.orders[0]!.no;
  }
  // Eight lots of twenty: an order of seven of them has more rows than go onto one of the small sheets.
  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, { username: 'e2e.baogao', role: 'admin', merchantId });
  for (let n = 1; n <= 8; n++)
    await post(
      shop,
      '/api/desk/lots',
      json({
        ref: crypto.randomUUID(),
        goods_id: goods[0],
        lot_no: `PACK-${n}`,
        produced_on: dayFrom(-30),
        expires_on: dayFrom(300 + n),
        pieces: 20,
      }),
    );
  const no = await paid([
    [goods[0]!, 140],
    [goods[1]!, 20],
  ]);
  const back = await paid([[goods[0]!, 20]]);
  // Of the other order half is asked back.
  const { rows: own } = await pool.query('select id from order_line where order_no = $1', [back]);
  const asked = {
    no: back,
    kind: 'refund_only',
    lines: [{ line_id: own[0].id, lot_no: '', number: 10 }],
  };
  const { amount } = await post<{ amount: string }>(context, '/api/aftersale/preview', json(asked));
  await post(
    context,
    '/api/aftersale',
    json({
      ...asked,
      reasons: ['不需要了'],
      text: '',
      pictures: [],
      expected_amount: amount,
      token: crypto.randomUUID(),
    }),
  );

  // The warehouse: a pick list of both, and a table of which one row is wrong.
  const desk = await shop.newPage();
  await desk.goto('/desk/orders');
  await alive(desk);
  for (const one of [no, back])
    await desk
      .getByRole('row')
      .filter({ has: desk.getByRole('link', { name: one }) })
      .getByRole('checkbox')
      .check();
  await desk.getByRole('link', { name: '打印拣货单' }).click();
  await expect(desk).toHaveURL(/\/desk\/orders\/pick\//);
  await expect(desk.getByRole('region', { name: '拣货合计' })).toContainText('2个订单');
  await expect(desk.getByRole('region', { name: `订单${back}` })).toContainText('处理售后之前请勿装箱');
  await expect(desk.getByRole('region', { name: `订单${no}` })).not.toContainText('处理售后');
  expect(await sheetsOf(desk)).toHaveLength(3);
  await desk.goto('/desk/dispatch');
  await alive(desk);
  const saved = desk.waitForEvent('download');
  await desk.getByRole('button', { name: '下载待发货订单' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^待发货订单-.*\.xlsx$/);
  const tracking = `SF-PACK-${Date.now()}`;
  await desk.getByLabel('选择发货表').setInputFiles({
    name: '发货表.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['订单号,承运方,运单号', `${no},顺丰速运,${tracking}`, `${back},顺丰速运,${tracking}`].join('\r\n'),
    ),
  });
  await expect(desk.getByText('共2行：0个包裹已发，1个可发，1行有误')).toBeVisible();
  const wrong = desk.getByRole('row').filter({ hasText: back });
  await expect(wrong).toContainText('有误，不发');
  await expect(wrong).toContainText('买家申请退款中');
  expect(await violationsOf(desk)).toEqual([]);
  await desk.getByRole('button', { name: '发出1个包裹' }).click();
  await expect(desk.getByRole('row').filter({ hasText: no })).toContainText('已发货');

  // 三联: seven rows and more do not go onto one of its sheets.
  await desk.goto(`/desk/orders/${no}/note?paper=pin`);
  await expect(desk.getByRole('region', { name: /随货同行单 第\d页/ })).toHaveCount(2);
  expect(await sheetsOf(desk)).toEqual(['683x396', '683x396']);

  // The merchant hands in the report of one of the lots.
  const { rows: lots } = await pool.query(
    `select o.goods_id, s.lot_no from shipment_lot s join order_line o on o.id = s.order_line_id
     where o.order_no = $1 order by s.lot_no desc`,
    [no],
  );
  const [lot] = lots;
  const handed = await shop.request.post('/api/desk/reports', {
    multipart: {
      goods: String(lot.goods_id),
      lot_no: lot.lot_no,
      file: { name: '报告.pdf', mimeType: 'application/pdf', buffer: pdfOf() },
    },
  });
  expect(handed.status()).toBe(200);

  // Reports and codes that are missing are asked for by one press, and the codes of a lot are added.
  await page.goto(`/order/papers/${no}`);
  await alive(page);
  await expect(page.getByText(/缺7个批次的药检报告、\d+个追溯码、\d+份首营资料$/)).toBeVisible();
  await page.getByRole('button', { name: '向商家索取' }).click();
  await expect(page.getByText(/份首营资料，已向商家索取$/)).toBeVisible();
  await expect(page.getByRole('cell', { name: '缺20个，已索取' }).first()).toBeVisible();
  await desk.goto(`/desk/orders/${no}`);
  await alive(desk);
  await expect(desk.getByText('买家索取').first()).toBeVisible();
  await desk.getByRole('button', { name: /^补登/ }).first().click();
  const dialog = desk.getByRole('dialog');
  const run = String(Date.now()).padStart(16, '0');
  const codes = Array.from({ length: 20 }, (_, n) => `87${run}${String(n).padStart(2, '0')}`);
  const box = dialog.getByRole('textbox', { name: /缺的20个追溯码/ });
  // One code may be a case of twenty boxes: the server knows.
  expectStatus(422, `/api/desk/orders/${no}/codes`);
  await box.fill(codes[0]!);
  await dialog.getByRole('button', { name: '补登' }).click();
  await expect(dialog.getByText('追溯码1个，与')).toBeVisible();
  expect(await violationsOf(desk)).toEqual([]);
  if (process.env.SHOTS) await desk.screenshot({ path: `${process.env.SHOTS}/codes.png` });
  await box.fill(codes.join('\n'));
  await dialog.getByRole('button', { name: '补登' }).click();
  await expect(desk.getByRole('cell', { name: '20个', exact: true })).toHaveCount(1);

  // 首营资料 that were asked for stand on the merchant's desk, and are handed in with a last day.
  await desk.goto('/desk');
  const waiting = desk.getByRole('listitem').filter({ hasText: '买家索取首营资料' });
  await expect(waiting.getByRole('paragraph').first()).not.toHaveText('0');
  await waiting.getByRole('link').click();
  await alive(desk);
  await expect(desk.getByRole('row').filter({ hasText: name })).not.toHaveCount(0);
  await desk.getByRole('button', { name: /^(上传|更换)：质量保证协议$/ }).click();
  await dialog.getByLabel('选择资料文件').setInputFiles([
    { name: '协议.pdf', mimeType: 'application/pdf', buffer: pdfOf(2, '/E2e 1') },
    { name: '附页.png', mimeType: 'image/png', buffer: await pictureOf('#1f6fd6', 'png') },
  ]);
  await dialog.getByRole('textbox', { name: '编号' }).fill('ZL-E2E');
  await dialog.getByLabel(/有效期至/).fill(dayFrom(200));
  expect(await violationsOf(desk)).toEqual([]);
  if (process.env.SHOTS) await desk.screenshot({ path: `${process.env.SHOTS}/upload.png` });
  await dialog.getByRole('button', { name: '保存' }).click();
  const held = desk.getByRole('row').filter({ hasText: '质量保证协议' }).first();
  await expect(held).toContainText('ZL-E2E', untilRead);
  await expect(held.getByRole('link', { name: '质量保证协议第2份' })).toBeVisible();
  // The whole text: 有效期至 is the name of a column, which each row has for telephones.
  await expect(held.getByText('有效', { exact: true })).toBeVisible();
  expect(await violationsOf(desk)).toEqual([]);

  await page.goto(`/order/papers/${no}`);
  await alive(page);
  const theirs = page.getByRole('row').filter({ hasText: 'ZL-E2E' });
  await expect(theirs.getByText('有效', { exact: true })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/papers.png`, fullPage: true });
  // The whole package is one PDF, by one press.
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: '一键下载整套PDF' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`收货资料-${no}.pdf`);
  const texts = await pdfTexts(await readFile(await download.path()));
  // Contents, the note, codes, what is missing, 首营资料, the page of the report, and the scans of 首营资料.
  expect(texts[0]).toContain(`订单${no}收货资料`);
  expect(texts[1]).toContain(tracking);
  expect(texts[2]).toContain(codes[19]);
  expect(texts[3]!.match(/药检报告/g)).toHaveLength(7);
  expect(texts[4]).toContain('许可证');
  expect(texts[5]).toContain(`批号${lot.lot_no}`);
  expect(texts[5]).toContain(`第6页共${texts.length}页`);
  const scans = texts.filter((text, at) => at > 5 && text.includes('供货单位质量保证协议'));
  expect(scans.map((text) => /（[12]\/2）|第2份/.exec(text)?.[0])).toEqual(['（1/2）', '（2/2）', '第2份']);

  // Whose session has ended reads so where they pressed: nothing is saved under the package's name.
  await context.clearCookies();
  expectStatus(404, `/file/package/${no}/pdf`);
  // What the open page asks for by itself hears it too.
  expectStatus(401, /^\/api\//);
  await page.getByRole('link', { name: '一键下载整套PDF' }).click();
  await expect(page.getByRole('alert')).toContainText('没有可下载的文件，可能登录已失效');

  // A lot is recalled: who received it stands on the list, on paper too.
  await desk.goto(`/desk/lots/${lot.goods_id}?lot_no=${encodeURIComponent(lot.lot_no)}`);
  await alive(desk);
  await desk.getByRole('button', { name: '召回', exact: true }).click();
  await dialog.getByRole('textbox', { name: /召回原因/ }).fill('质量可疑');
  await dialog.getByRole('button', { name: '召回并通知买家' }).click();
  await expect(toastOf(desk)).toContainText('已通知1家买家');
  await desk.emulateMedia({ media: 'print' });
  await expect(desk.getByRole('table', { name: '收到这个批次的买家' })).toContainText(no);
  await expect(desk.getByRole('button', { name: '打印' })).toBeHidden();
  const saves = desk.getByRole('button', { name: '导出CSV', includeHidden: true });
  await expect(saves).not.toHaveCount(0);
  for (const save of await saves.all()) await expect(save).toBeHidden();
  await expect(desk.getByRole('heading', { name: '出入库记录' })).toBeHidden();
});
