/** A live room at the desks: planned by a merchant, examined by the platform, held from the console, and its replay. */
import { buyerApproved, merchantHouse } from '#demo/seed/known.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import { liveQuestion } from '#lib/server/db/schema.ts';
import { alive } from '#tests/support/alive.ts';
import { signInAtDesk, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

const minutes = (count: number) => minuteKey(Date.now() + count * 60_000);

test('a room from its plan to its replay', async ({ page, context, newVisitor, database, expectStatus }) => {
  test.setTimeout(300_000);
  expectStatus(422, '/api/desk/live/rooms');
  expectStatus(422, /^\/api\/desk\/live\/rooms\/\d+\/(?:drop|notice)$/);
  // Before the first two seconds of a broadcast there is no picture.
  expectStatus(404, /^\/live\/\d+\/(?:index|picture|words|sound)\.m3u8$/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAtMerchantDesk(context, {
    username: 'zhibo-zhubo',
    role: 'service',
    merchantId: merchantHouse,
  });
  const title = `冬季常备 ${Date.now()}`;

  // Planned, with a wrong number first.
  await page.goto('/desk/live');
  await alive(page);
  await page.getByRole('link', { name: '新建直播' }).click();
  await alive(page);
  await page.getByLabel('标题').fill(title);
  await page.getByLabel('开始时间').fill(minutes(10));
  await page.getByLabel('结束时间').fill(minutes(100));
  await page.getByLabel('主播姓名').fill('何一');
  await page.getByLabel('主播身份证号').fill('110105194912310021');
  await page.getByLabel('优惠券预算（元）').fill('500');
  const find = page.getByLabel('添加商品');
  for (const name of ['感冒', '维生素']) {
    await find.fill(name);
    const first = page.getByRole('list', { name: '找到的商品' }).getByRole('button').first();
    await expect(first).toBeVisible();
    await find.press('Enter');
    await expect(find).toHaveValue('');
  }
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('请填写18位身份证号')).toBeVisible();
  await page.getByLabel('主播身份证号').fill('11010519491231002X');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  await alive(page);
  await expect(page.getByText('身份证末四位')).toContainText('002X');
  await page.keyboard.press('s');
  await expect(page.getByText('待审核').first()).toBeVisible();

  // Examined by the platform, by keys.
  const desk = await newVisitor();
  await signInAtDesk(desk, 'zhibo-zhiguan', 'review');
  const platform = await desk.newPage();
  await platform.goto('/desk/live?state=waiting');
  await alive(platform);
  await platform.getByRole('link', { name: title }).click();
  await expect(platform).toHaveURL(/\/desk\/live\/\d+$/);
  await alive(platform);
  await expect(platform.getByText('实际销售者')).toBeVisible();
  expect(await violationsOf(platform)).toEqual([]);
  await platform.keyboard.press('a');
  await expect(platform.getByText('预告').first()).toBeVisible();

  // On air: a pin with its undo, a coupon, a notice, an answer.
  await page.reload();
  await page.getByRole('link', { name: '控制台' }).click();
  await alive(page);
  await page.getByRole('button', { name: '开播' }).click();
  await expect(page.getByText('直播中').first()).toBeVisible();
  const goods = page.getByRole('list', { name: '本场商品' });
  await goods.getByRole('button', { name: /^置顶/ }).first().click();
  const undo = page.getByRole('button', { name: '撤销' });
  // The message stands for as long as the pointer is on it.
  await undo.hover();
  await expect(goods.getByText('置顶中')).toHaveCount(1);
  await undo.click();
  await expect(goods.getByText('置顶中')).toHaveCount(0);
  await goods.getByRole('button', { name: /^置顶/ }).first().click();
  await expect(goods.getByText('置顶中')).toHaveCount(1);
  await page.getByRole('button', { name: '发优惠券' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('面额（元）').fill('5');
  await dialog.getByLabel('满多少元可用').fill('100');
  await dialog.getByLabel('数量（张）').fill('1000');
  await dialog.getByRole('button', { name: '发出' }).click();
  await expect(dialog.getByText(/预算只剩这些/)).toBeVisible();
  await dialog.getByLabel('数量（张）').fill('50');
  await dialog.getByRole('button', { name: '发出' }).click();
  await expect(page.getByRole('list', { name: '已发优惠券' })).toContainText('已领0/50张');
  const notice = page.getByLabel('公告（观众看到最新一条）');
  await notice.fill('今晚只要9元');
  await notice.press('Enter');
  await expect(page.getByText('请不要写价格和折扣')).toBeVisible();
  await notice.fill('今晚讲三种常备药');
  await notice.press('Enter');
  await expect(page.getByText('现在：今晚讲三种常备药')).toBeVisible();
  const id = Number(/live\/(\d+)/.exec(page.url())?.[1]);
  await database.db
    .insert(liveQuestion)
    .values({ roomId: id, companyId: buyerApproved, clientId: 'e2e', text: '近效期的有吗' });
  const questions = page.getByRole('list', { name: '买家提问' });
  await questions
    .getByRole('listitem')
    .filter({ hasText: '近效期' })
    .getByRole('button', { name: '回答' })
    .click();
  await questions.getByLabel('回答').fill('都是一年以上效期');
  await questions.getByRole('button', { name: '发送' }).click();
  await expect(questions).toContainText('答：都是一年以上效期');
  expect(await violationsOf(page)).toEqual([]);
  // The demo's picture plays as viewers see it: of the time on air, which has just begun.
  const video = page.locator('video');
  const isPlaying = () => video.evaluate((one: HTMLVideoElement) => !one.paused && one.readyState > 2);
  await expect.poll(isPlaying).toBe(true);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  // Over: figures, and the replay.
  await page.getByRole('button', { name: '结束直播' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '结束' }).click();
  await expect(page.getByText('已结束').first()).toBeVisible();
  await page.getByRole('link', { name: '直播资料' }).click();
  await alive(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('region', { name: '直播数据' })).toContainText('1条，已回答1条');
  await page.getByRole('button', { name: '展示回放' }).click();
  const replay = page.getByRole('region', { name: '回放', exact: true });
  await expect(replay).toContainText('展示中');
  const buffer = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n大家好\n');
  await replay
    .getByLabel('选择字幕文件')
    .setInputFiles({ name: '冬季常备.vtt', mimeType: 'text/vtt', buffer });
  await expect(replay).toContainText('字幕：冬季常备.vtt，1条');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: '按商品查看和导出' }).click();
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(2);
});
