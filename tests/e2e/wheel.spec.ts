/** 幸运大转盘: odds for everyone, the popup after a sign-in, a draw with its proof, and a wheel that is over. */
import { eq, sql } from 'drizzle-orm';
import { wheel } from '#lib/server/db/schema.ts';
import { closeWheels } from '#lib/server/draws/open.ts';
import { enterOn, tabTo } from '#tests/support/by-keys.ts';
import { type Database, expect, test } from '#tests/support/e2e.ts';
import { e2eSecret } from '#tests/support/e2e-secret.ts';
import { violationsOf } from '#tests/support/sound.ts';
import { openedWheel, prize } from '#tests/support/wheels.ts';

// Signing in brings chances of each open wheel: one test at a time has one.
test.describe.configure({ mode: 'default' });

// The seed is sealed as the server unseals it.
process.env.AUTH_SECRET = e2eSecret;

/** A wheel of ten tickets that signing in brings a chance of. */
const makeWheel = ({ db }: Database, name: string) =>
  openedWheel(db, [prize('points', 4, { name: '5积分' }), prize('nothing', 6, { name: '谢谢参与' })], {
    name,
    perSign: 1,
  });

test('a chance from signing in is drawn in the popup of the home page, and its proof holds', async ({
  page,
  logIn,
  database,
}) => {
  const { id } = await makeWheel(database, '弹窗转盘');
  await logIn();
  await page.goto('/deftyel');
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await page.getByRole('button', { name: /^签到 \+/ }).click();
  await expect(page.getByRole('button', { name: '今天已签到' })).toBeVisible();

  await page.goto('/');
  const popup = page.getByRole('complementary', { name: '抽奖' });
  // The wheel turns for seconds: it is stopped in its turn until somebody on a slow machine has come to the cross.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Animation.enable');
  await browser.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await popup.getByRole('button', { name: '抽奖（还有1次）' }).press('Enter');
  // Closing while it runs asks first.
  await popup.getByRole('button', { name: '关闭抽奖' }).click();
  const question = page.getByRole('dialog', { name: '正在抽奖' });
  await expect(question).toContainText('可以在个人中心的抽奖记录里查看');
  await question.getByRole('button', { name: '继续等待' }).click();
  await browser.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await expect(popup.getByRole('status')).toHaveText(/恭喜，抽中5积分|这次没有抽中/);
  await expect(popup.getByRole('button', { name: '抽奖（还有0次）' })).toBeDisabled();
  expect(await violationsOf(page, 'aside[aria-label="抽奖"]')).toEqual([]);
  await popup.getByRole('button', { name: '关闭抽奖' }).click();
  await expect(popup).toHaveCount(0);

  await page.goto('/user');
  await page.getByRole('navigation').getByRole('link', { name: '抽奖记录' }).click();
  const draws = page.getByRole('list', { name: '抽奖记录' }).getByRole('listitem');
  await expect(draws).toHaveCount(1);
  const ticket = /第(\d+)号奖券/.exec((await draws.textContent()) ?? '')?.[1] ?? '';
  await draws.getByRole('link', { name: '核对' }).click();
  await page.getByRole('textbox', { name: '奖券号' }).fill(ticket);
  await page.getByRole('button', { name: '核对', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: '相符：' })).toContainText(`第${ticket}号奖券`);
  expect(await violationsOf(page, 'main')).toEqual([]);

  // After its end everyone plays it again.
  await database.db.update(wheel).set({ endsAt: sql`now() - interval '1 second'` }).where(eq(wheel.id, id));
  await closeWheels(database.db, new Date());
  await page.goto(`/zpcj?id=${id}`);
  await expect(page.getByText('已结束 ·')).toBeVisible();
  await page.getByRole('link', { name: '核对任何一次抽奖' }).click();
  await page.getByRole('button', { name: '开始核对' }).click();
  await expect(page.getByRole('status').first()).toContainText('全部相符：种子、根值和1次抽奖都对');
});

test.describe('without motion, by keys alone', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a buyer signs in, finds the wheel, draws, reads the result and checks it', async ({
    page,
    logIn,
    database,
  }) => {
    const name = '键盘转盘';
    await makeWheel(database, name);
    await logIn();
    await page.goto('/deftyel');
    await enterOn(page, page.getByRole('button', { name: /^签到 \+/ }));
    await expect(page.getByRole('heading', { name: '签到', exact: true })).toBeFocused();
    await page.goto('/user');
    await page.getByRole('navigation').getByRole('link', { name: '幸运大转盘' }).first().press('Enter');
    await expect(page).toHaveURL(/\/zpcj/);
    const heading = page.getByRole('heading', { level: 1 });
    // Other tests have wheels too; those that are open name each other.
    if ((await heading.textContent())?.startsWith(name) !== true)
      await enterOn(page, page.getByRole('link', { name }));
    await expect(heading).toContainText(name);

    const button = page.getByRole('button', { name: '抽奖（还有1次）' });
    await enterOn(page, button);
    const result = page.getByText(/恭喜，抽中5积分|这次没有抽中/);
    await expect(result).toBeFocused();
    const row = page.getByRole('row', { name: /谢谢参与/ });
    await expect(row).toContainText(/60%.*(66\.67|55\.56)%/);
    await enterOn(page, page.getByRole('link', { name: '怎么核对' }));
    await expect(page).toHaveURL(/\/zpcj\/verify/);
    const box = page.getByRole('textbox', { name: '奖券号' });
    await tabTo(page, box);
    await expect(box).toHaveValue(/^\d+$/);
    await enterOn(page, page.getByRole('button', { name: '核对', exact: true }));
    await expect(page.getByRole('status').filter({ hasText: '相符：' })).toBeVisible();
  });
});

test.describe('without motion, on a phone', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 390, height: 844 } });

  test('a visitor reads the odds; a card turns over for a buyer', async ({ page, logIn, database }) => {
    const { id } = await makeWheel(database, '翻牌转盘');
    const address = `/zpcj?id=${id}`;
    await page.goto(address);
    await expect(page.getByRole('link', { name: '登录后抽奖' })).toHaveAttribute('href', /^\/login\?next=/);
    await expect(page.getByRole('row', { name: /5积分/ })).toContainText('40%');
    expect(await violationsOf(page, 'main')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    await logIn();
    await page.goto('/deftyel');
    await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
    await page.getByRole('button', { name: /^签到 \+/ }).click();
    await expect(page.getByRole('button', { name: '今天已签到' })).toBeVisible();
    // The popup covers nothing until it is wanted.
    await page.goto('/');
    const popup = page.getByRole('complementary', { name: '抽奖' });
    const badge = popup.getByRole('button', { name: '抽奖机会1次' });
    await expect(badge).toBeVisible();
    expect((await popup.boundingBox())?.height).toBeLessThan(60);
    expect(await violationsOf(page, 'aside[aria-label="抽奖"]')).toEqual([]);
    await badge.click();
    await expect(popup.getByRole('button', { name: '抽奖（还有1次）' })).toBeVisible();
    // It may be of another test's wheel.
    await popup.getByRole('button', { name: '关闭抽奖' }).click();
    await expect(popup).toHaveCount(0);
    await page.goto(address);
    await expect(page.getByText('抽奖后翻开')).toBeVisible();
    await page.getByRole('button', { name: '抽奖（还有1次）' }).click();
    await expect(page.getByText(/恭喜，抽中5积分|这次没有抽中/)).toBeVisible();
    await expect(page.getByText('本机已核对')).toBeVisible();
    await expect(page.getByRole('button', { name: '抽奖（还有0次）' })).toBeDisabled();
  });
});
