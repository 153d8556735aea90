/** Paying in WeChat's own browser, whose bridge the test is: it hands what it is told to the counterpart, which checks who signed it. */
import { expect } from '#tests/support/e2e.ts';
import { placed } from '#tests/support/placed.ts';
import { test } from '#tests/support/trade-day.ts';

test.use({
  viewport: { width: 390, height: 844 },
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; V2307A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36 XWEB/1260093 MicroMessenger/8.0.50.2701(0x28003253) WeChat/arm64 NetType/WIFI Language/zh_CN',
});

test('who opens the shop in WeChat pays there: sent to WeChat and back, the sheet closed once, then paid', async ({
  page,
  context,
  logIn,
  wechat,
}) => {
  test.setTimeout(240_000);
  await logIn();
  const made = await placed(context);

  // The browser's own part: the bridge comes after the page, and its sheet is closed the first time.
  let opened = 0;
  await page.exposeFunction('openWechatSheet', (values: Record<string, string>) => {
    opened += 1;
    return opened === 1 ? 'get_brand_wcpay_request:cancel' : wechat.sheet(values);
  });
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const bridge = {
        invoke(name: string, values: object, answer: (said: object) => void) {
          if (name !== 'getBrandWCPayRequest') return answer({ err_msg: 'system:function_not_exist' });
          const open: (given: object) => Promise<string> = Reflect.get(globalThis, 'openWechatSheet');
          void open(values).then((said) => answer({ err_msg: said }));
        },
      };
      Reflect.set(globalThis, 'WeixinJSBridge', bridge);
      document.dispatchEvent(new Event('WeixinJSBridgeReady'));
    });
  });

  await page.goto(`/cart/step3/${made.trade_no}`);
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  // Nobody can scan a code with the phone that shows it.
  await expect(page.getByText('微信扫码支付')).toHaveCount(0);
  await page.getByRole('radio', { name: /微信支付.*在微信里直接付款/ }).check();
  await page.getByRole('button', { name: '立即支付' }).click();

  await expect(page).toHaveURL(/\/wechat\/pay\?code=/);
  await expect(page.getByText('没有付款。')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/jsapi.png`, fullPage: true });
  const [payNo = ''] = [...wechat.orders.keys()];
  expect(wechat.orders.get(payNo)).toMatchObject({ state: 'NOTPAY', openid: wechat.oauth.openid });

  await page.getByRole('button', { name: '重新打开微信支付' }).click();
  // Told to nobody yet: the page of the result asks the shop, and the shop asks WeChat.
  await expect(page).toHaveURL(/\/cart\/step4\?pay_no=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('支付成功');
  expect(opened).toBe(2);
  expect((await wechat.notifyPaid(payNo)).status).toBe(200);
  expect(wechat.given(payNo)).toEqual([]);

  // The way back opens nothing that could be paid again.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/没有打开微信支付|支付成功|交易已付款/);
  expect(wechat.orders.size).toBe(1);
});
