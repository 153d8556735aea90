/** A slow line: what is typed, ticked or pressed before the scripts have come counts, and is never shown as one thing and sent as another. */
import type { Page } from '@playwright/test';
import * as known from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import type { MessageList } from '#lib/contract/messages.ts';
import type { OrderDetail, OrderList } from '#lib/contract/orders/order.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { placed } from '#tests/support/placed.ts';

/** Types a text, or ticks where there is none, the moment the box has been parsed: no script of the page has run. */
async function beforeAlive(page: Page, box: string, text?: string): Promise<void> {
  await page.addInitScript(
    ({ box, text }) => {
      const observer = new MutationObserver(() => {
        const found = document.querySelector<HTMLInputElement>(box);
        if (!found) return;
        observer.disconnect();
        if (text === undefined) found.click();
        else found.value = text;
      });
      observer.observe(document, { childList: true, subtree: true });
    },
    { box, text },
  );
}

const alive = (page: Page) => expect(page.locator('main astro-island[client="load"][ssr]')).toHaveCount(0);

test('name and password', async ({ page }) => {
  await beforeAlive(page, '[name="username"]', 'demo');
  await beforeAlive(page, '[name="password"]', known.demoPassword);
  await page.goto('/login');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('a line of the cart that is taken out of the sum', async ({ page, context, logIn }) => {
  await logIn();
  const lines = [{ goods_id: known.goodsPlain, number: 10 }];
  await post(context, '/api/cart', { json: JSON.stringify({ lines }) });
  await beforeAlive(page, 'input[type="checkbox"][aria-label^="选中布洛芬"]');
  await page.goto('/cart');
  await alive(page);
  await expect(page.getByRole('checkbox', { name: /^选中布洛芬/ })).not.toBeChecked();
  await expect(page.getByRole('region', { name: '合计' })).toContainText('¥0.00');
  const wanted = async () => (await get<CartState>(context, '/api/cart/list')).data[0]?.is_wanted;
  await expect.poll(wanted).toBe(0);
});

test('the remark of an order and the way to pay', async ({ page, context, logIn }) => {
  await logIn();
  const lines = [{ goods_id: known.goodsPlain, number: 20 }];
  await post(context, '/api/cart', { json: JSON.stringify({ lines }) });
  await beforeAlive(page, 'input[aria-label="给所有商家的备注"]', '请附检验报告');
  await beforeAlive(page, 'input[name="provider"][value="sandbox"]');
  await page.goto('/cart/step2');
  await alive(page);
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page).toHaveURL(/\/cart\/step3\//);
  const { list } = await get<OrderList>(context, '/api/order');
  expect((await get<OrderDetail>(context, `/api/order/${list[0]?.no}`)).remark).toBe('请附检验报告');

  await expect(page.getByRole('radio', { name: /模拟收银台/ })).toBeChecked();
  await page.getByRole('button', { name: /立即支付/ }).click();
  await expect(page).toHaveURL(/\/sandbox\/pay/);
});

test('presses: more of a line, to the checkout, the order and its payment', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  const lines = [{ goods_id: known.goodsPlain, number: 20 }];
  await post(context, '/api/cart', { json: JSON.stringify({ lines }) });
  await beforeAlive(page, 'button[aria-label="增加"]');
  await page.goto('/cart');
  const quantity = async () => (await get<CartState>(context, '/api/cart/list')).data[0]?.number;
  await expect.poll(quantity).toBe(30);

  await beforeAlive(page, '[aria-label="提交订单"] button');
  await beforeAlive(page, 'input[name="provider"][value="sandbox"]');
  await beforeAlive(page, '[aria-labelledby="ways"] button');
  await page.goto('/cart/step2');
  await expect(page).toHaveURL(/\/sandbox\/pay/);
});

test('a message that is followed has been read', async ({ page, context, logIn }) => {
  await logIn();
  const { trade_no } = await placed(context);
  await beforeAlive(page, 'a[aria-label^="去支付"]');
  await page.goto('/zhzx/wdxx');
  await expect(page).toHaveURL(`/cart/step3/${trade_no}`);
  expect((await get<MessageList>(context, '/api/message')).unread).toBe(0);
});

test('the way back from the payment shows the trade that waits for it', async ({ page, context, logIn }) => {
  await logIn();
  const lines = [{ goods_id: known.goodsPlain, number: 20 }];
  await post(context, '/api/cart', { json: JSON.stringify({ lines }) });
  await page.goto('/cart/step2');
  await alive(page);
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page).toHaveURL(/\/cart\/step3\//);
  const { pathname } = new URL(page.url());
  const amount = /¥[\d.,]+/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? '';
  await page.goBack();
  await expect(page).toHaveURL('/cart/step2');
  const main = page.getByRole('main');
  await expect(main).toContainText(`订单已提交，待付款 ${amount}`);
  await expect(main).not.toContainText('没有选中要结算的商品');
  await main.getByRole('link', { name: '去付款' }).click();
  await expect(page).toHaveURL(pathname);
});

test('Ctrl+Enter, to the order and its payment', async ({ page, context, logIn }) => {
  await logIn();
  const lines = [{ goods_id: known.goodsPlain, number: 20 }];
  await post(context, '/api/cart', { json: JSON.stringify({ lines }) });
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('main button.btn-big:enabled')) return;
      observer.disconnect();
      const key = new KeyboardEvent('keydown', {
        key: 'Enter',
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
      });
      document.body.dispatchEvent(key);
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/cart/step2');
  // Its big button pays by the balance, after a second look.
  await expect(page).toHaveURL(/\/cart\/step3\//);
  await expect(page.getByRole('dialog', { name: '确认用余额支付' })).toBeVisible();
});

test('the key that leads to the search box, and a word', async ({ page }) => {
  const words = 'input[name="keywords"]';
  await page.addInitScript((box) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(box)) return;
      observer.disconnect();
      const key = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
      document.body.dispatchEvent(key);
    });
    observer.observe(document, { childList: true, subtree: true });
  }, words);
  await beforeAlive(page, words, 'amxl');
  await page.goto('/');
  await expect(page.locator(words)).toBeFocused();
  await expect(page.getByRole('option', { name: /阿莫西林/ }).first()).toBeVisible();
  await expect(page.locator(words)).toHaveValue('amxl');
});

interface FirstWords {
  id: string;
  text: string;
  /** From the card's own edges, whole px. */
  top: number;
  bottom: number;
  left: number;
}

declare global {
  interface Window {
    /** What stood in the cards before their islands lived. */
    early: FirstWords[];
  }
}

for (const width of [390, 1440])
  test(`prices stand in their place before the islands live, ${width} px`, async ({ page, logIn }) => {
    await logIn();
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      window.early = [];
      const observer = new MutationObserver((changes) => {
        for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
          const card = added.parentElement;
          const words =
            added instanceof HTMLElement && 'early' in added.dataset && added.querySelector('span, p');
          if (!card || !words) continue;
          const [own, around] = [words.getBoundingClientRect(), card.getBoundingClientRect()];
          window.early.push({
            id: card.dataset.goods ?? '',
            text: words.textContent,
            top: Math.round(own.top - around.top),
            bottom: Math.round(around.bottom - own.top),
            left: Math.round(own.left - around.left),
          });
        }
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/goods/offers') asked.push(request.url());
    });
    await page.goto('/list');
    const cards = page.locator('main article[data-goods]');
    for (const card of await cards.all()) {
      await card.scrollIntoViewIfNeeded();
      await expect(card.locator('.when-visitor, [data-waiting], [data-early]')).toHaveCount(0);
    }
    const early = await page.evaluate(() => window.early);
    expect(early.some(({ text }) => text.startsWith('¥'))).toBe(true);
    expect(early.some(({ text }) => !text.startsWith('¥'))).toBe(true);
    for (const words of early) {
      const drawn = await page.locator(`main article[data-goods="${words.id}"]`).evaluate((card) => {
        const first = card.querySelector('astro-island > :first-child')?.querySelector('.text-price, p');
        const [own, around] = [first?.getBoundingClientRect(), card.getBoundingClientRect()];
        if (!first || !own) return null;
        return {
          text: first.textContent,
          top: Math.round(own.top - around.top),
          bottom: Math.round(around.bottom - own.top),
          left: Math.round(own.left - around.left),
        };
      });
      expect.soft(drawn, words.id).toMatchObject({ text: words.text, left: words.left });
      // A face that takes a line more makes its whole row higher: its own words stay below the head of the card, those
      // beside it above the foot of theirs.
      const isInPlace = drawn?.top === words.top || drawn?.bottom === words.bottom;
      expect.soft(isInPlace, JSON.stringify({ words, drawn })).toBe(true);
    }
    expect(asked).toHaveLength(1);
  });
