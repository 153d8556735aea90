/** The main job as a buyer does it: find, see my price, fill a cart from several merchants, order, pay, see it wait. */
import type { Locator, Page } from '@playwright/test';
import { demoPassword } from '#demo/seed/known.ts';
import { alive } from '#tests/support/alive.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { passPayGuard } from '#tests/support/pay-guard.ts';

// A whole purchase is ten pages and as many calls, beside another test.
test.setTimeout(240_000);

const cardsOf = (page: Page) => page.getByRole('main').getByRole('article');

/** The first goods of a merchant among the results that can be bought. */
function buyable(page: Page, merchant: string): Locator {
  return cardsOf(page)
    .filter({ hasText: merchant })
    .filter({ has: page.getByRole('button', { name: '加入购物车' }) })
    .first();
}

async function search(page: Page, words: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('combobox', { name: '搜索关键词' }).fill(words);
  await page.getByRole('button', { name: '搜索', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(words);
}

/** Adds from two merchants and answers their names. */
async function addFromTwo(page: Page): Promise<[string, string]> {
  const merchants: [string, string] = ['衡川自营', '岚谷医药'];
  for (const merchant of merchants) {
    const card = buyable(page, merchant);
    await expect(card).toContainText(/¥\d+\.\d{2}/);
    await card.getByRole('button', { name: '加入购物车' }).click();
    await expect(page.getByText('已加入购物车').first()).toBeVisible();
  }
  await expect(
    page
      .getByRole('link', { name: /^购物车/ })
      .filter({ visible: true })
      .first(),
  ).toContainText('2');
  return merchants;
}

/** Types a quantity into the first line of the cart, up to its limits, and leaves enough for the minimum order. */
async function tryLimits(page: Page): Promise<void> {
  const group = page.getByRole('group', { name: /数量$/ }).first();
  const box = group.getByRole('textbox');
  const bounds = /(\d+)到(\d+)$/.exec((await box.getAttribute('aria-label')) ?? '');
  const [min, max] = [Number(bounds?.[1]), Number(bounds?.[2])];
  await expect(box).toHaveValue(String(min));
  await expect(group.getByRole('button', { name: '减少' })).toBeDisabled();
  await box.fill('999999');
  await expect(page.getByText('已达最大购买量').filter({ visible: true }).first()).toBeVisible();
  await expect(box).toHaveValue(String(max));
  await expect(group.getByRole('button', { name: '增加' })).toBeDisabled();
  await box.fill('1');
  await expect(box).toHaveValue(String(min));
  // Between two packs it is rounded down to the pack.
  await box.fill(String(min * 4 + 1));
  await expect(box).toHaveValue(String(min * 4));
  await group.getByRole('button', { name: '增加' }).click();
  await expect(box).toHaveValue(String(min * 5));
}

/** From the filled cart to the pay page; answers the amount to pay. */
async function confirm(page: Page, merchants: readonly string[]): Promise<string> {
  const sum = page.getByRole('region', { name: '合计' });
  await expect(sum).toContainText('已选 2 种');
  await page.getByRole('button', { name: /^去结算/ }).click();
  await expect(page).toHaveURL('/cart/step2');
  for (const merchant of merchants) await expect(page.getByRole('main')).toContainText(merchant);
  const place = page.getByRole('region', { name: '提交订单', exact: true });
  const amount = /¥([\d.,]+)/.exec((await place.textContent()) ?? '')?.[1] ?? '';
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page).toHaveURL(/\/cart\/step3\//);
  await expect(page.getByRole('main')).toContainText(`¥${amount}`);
  return amount;
}

/** Each test has goods of its own: another one that buys them in this moment would lower what there is. */
async function fillCart(page: Page, words: string): Promise<readonly string[]> {
  await search(page, words);
  const merchants = await addFromTwo(page);
  await page.goto('/cart');
  await alive(page);
  await tryLimits(page);
  return merchants;
}

/** Both orders, one a merchant, wait for their shipment. */
async function expectWaiting(page: Page, merchants: readonly string[]): Promise<void> {
  await page.goto('/order');
  for (const merchant of merchants) {
    await expect(
      page.getByRole('main').getByRole('article').filter({ hasText: merchant }).first(),
    ).toContainText('待发货');
  }
}

test('log in, find by initials, add from two merchants, confirm, pay by the sandbox', async ({
  page,
  logIn,
}) => {
  // Logging in by hand takes a name that is free; the fixture's cookie is dropped for it.
  const name = await logIn();
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('textbox', { name: '登录名或手机号' }).fill(name);
  await page.getByRole('textbox', { name: '密码' }).fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner')).toContainText('安全退出');

  const merchants = await fillCart(page, 'amxl');
  const amount = await confirm(page, merchants);
  await page.getByRole('radio', { name: /模拟收银台/ }).check();
  await page.getByRole('button', { name: /支付/ }).last().click();
  await expect(page.getByRole('heading', { name: '模拟收银台' })).toBeVisible();
  await expect(page.getByRole('main').or(page.locator('body')).first()).toContainText(`¥${amount}`);
  await page.getByRole('button', { name: '支付成功', exact: true }).click();
  await expect(page).toHaveURL(/\/cart\/step4/);
  await expect(page.getByRole('heading', { name: /支付成功/ })).toBeVisible();
  await expectWaiting(page, merchants);
});

test('the same with the balance, which is less afterwards', async ({ page, logIn }) => {
  await logIn();
  const balanceOf = async () => {
    const { data } = await (await page.request.get('/api/user/user-money')).json();
    return Math.round(Number(data.balance) * 100);
  };
  const before = await balanceOf();
  const merchants = await fillCart(page, 'klms');
  const amount = await confirm(page, merchants);
  await page.getByRole('radio', { name: /余额/ }).check();
  await page.getByRole('button', { name: /支付/ }).last().click();
  await passPayGuard(page);
  await expect(page).toHaveURL(/\/cart\/step4/);
  await expect(page.getByRole('heading', { name: /支付成功/ })).toBeVisible();
  expect(before - (await balanceOf())).toBe(Math.round(Number(amount.replaceAll(',', '')) * 100));
  await expectWaiting(page, merchants);
});

test('a buyer whose papers are looked at sees 资质审核中 and no price', async ({ page, logIn }) => {
  await logIn('pending');
  await search(page, 'amxl');
  await expect(cardsOf(page).first()).toContainText('资质审核中');
  await expect(page.getByRole('button', { name: '加入购物车' })).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('¥');
  await cardsOf(page).first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('main')).toContainText('资质审核中');
  await expect(page.getByRole('main')).not.toContainText('¥');
});

test.describe('390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the whole purchase by touch', async ({ page, logIn }) => {
    await logIn();
    const merchants = await fillCart(page, 'aqms');
    await confirm(page, merchants);
    await page.getByRole('radio', { name: /余额/ }).check();
    await page.getByRole('button', { name: /支付/ }).last().tap();
    await passPayGuard(page);
    await expect(page.getByRole('heading', { name: /支付成功/ })).toBeVisible();
    await expectWaiting(page, merchants);
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0], 'nothing sticks out at the side').toBeLessThanOrEqual(widths[1]!);
  });
});

/** Presses Tab until the wanted control has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let pressed = 0; pressed < 150; pressed++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      const outline = await wanted.evaluate((element) => {
        const seen = [element, element.parentElement, element.closest('form'), element.closest('label')];
        return seen.some((one) => {
          const style = one && getComputedStyle(one);
          return (
            style &&
            (style.outlineStyle !== 'none' || style.boxShadow !== 'none' || style.borderStyle !== 'none')
          );
        });
      });
      expect(outline, 'the focus is to be seen').toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${wanted}`);
}

test('the whole purchase without a mouse', async ({ page, logIn }) => {
  // Some hundreds of presses of Tab, each looked at.
  test.slow();
  const name = await logIn();
  await page.context().clearCookies();
  await page.goto('/login');
  await tabTo(page, page.getByRole('textbox', { name: '登录名或手机号' }));
  await page.keyboard.type(name);
  await tabTo(page, page.getByRole('textbox', { name: '密码' }));
  await page.keyboard.type(demoPassword);
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner')).toContainText('安全退出');

  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: '搜索关键词' })).toBeFocused();
  await page.keyboard.type('blf');
  await expect(page.getByRole('listbox', { name: '搜索建议' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('button', { name: '加入购物车' }).first()).toBeVisible();
  const box = page
    .getByRole('main')
    .getByRole('textbox', { name: /^购买数量/ })
    .first();
  await tabTo(page, box);
  await page.keyboard.press('ArrowUp');
  await tabTo(page, page.getByRole('main').getByRole('button', { name: '加入购物车' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByText('已加入购物车').first()).toBeVisible();
  // By the header: the toast with its own link is gone before a slow machine has reached it.
  await page.keyboard.press('/');
  await tabTo(
    page,
    page
      .getByRole('banner')
      .getByRole('link', { name: /^购物车/ })
      .filter({ visible: true })
      .first(),
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cart');

  await tabTo(page, page.getByRole('button', { name: /^去结算/ }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cart/step2');
  await tabTo(page, page.getByRole('button', { name: '提交订单' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cart\/step3\//);
  await tabTo(page, page.getByRole('radio', { name: /余额/ }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: /支付/ }).last());
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog').getByRole('button', { name: /^支付¥/ });
  await again.waitFor();
  await tabTo(page, again);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /支付成功/ })).toBeVisible();
});
