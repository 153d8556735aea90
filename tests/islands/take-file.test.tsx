// @vitest-environment happy-dom
/** A file that the server makes: a refusal is said in its place, and nothing is saved under its name. */
import { afterEach, expect, test } from 'vitest';
import { PapersPage } from '#islands/orders/PapersPage.tsx';
import type { OrderPapers } from '#lib/contract/receiving.ts';
import { clearDocument, draw, named, press, savedFiles, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();

afterEach(clearDocument);

const papers: OrderPapers = {
  no: 'D1',
  merchant_id: 1,
  merchant: '示范医药',
  parcels: 1,
  trace_codes: 0,
  lots: [],
  missing: 0,
  codes_missing: 0,
  unasked: 0,
  onboarding: [
    {
      goods_id: 0,
      title: '供货单位',
      papers: [
        {
          kind_text: '质量保证协议',
          number: '',
          valid_to: '2026-01-31',
          state_text: '已过期',
          is_lacking: 1,
          is_asked: 0,
          files: [{ name: 'a.pdf', url: '/file/onboarding/7' }],
        },
      ],
    },
  ],
  onboarding_missing: 1,
  onboarding_unasked: 1,
  contracts: [],
  invoices: [],
  licences: [],
  zip_url: '/file/package/D1',
  pdf_url: '/file/package/D1/pdf',
};
const alerts = (place: ParentNode) =>
  [...place.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

test.each([
  [429, '正在生成的PDF较多，请稍候再试', '正在生成的PDF较多，请稍候再试'],
  [409, '订单已发生变化', '订单已发生变化'],
  [503, '暂时无法生成PDF', '暂时无法生成PDF'],
])('a refusal with %i stands on the page until the next press', async (code, message, said) => {
  const files = savedFiles();
  const place = await draw(<PapersPage initial={papers} mayAsk mayInvoice />);
  await press(named(place, '一键下载整套PDF'));
  const first = await shop.next();
  expect(first.line).toBe('GET /file/package/D1/pdf');
  // A second press while the first is on its way asks for nothing.
  await press(named(place, '一键下载整套PDF'));
  first.answer(code, null, message);
  await until(() => expect(alerts(place)).toEqual([said]));
  expect([files.length, shop.left()]).toEqual([0, 0]);
  await press(named(place, '一键下载整套PDF'));
  expect(alerts(place)).toEqual([]);
  (await shop.next()).answerRaw(200, 'application/pdf', '%PDF-1.7');
  await until(() => expect(files.map(({ size }) => size)).toEqual([8]));
});

test('what is not there says so in words, though nothing comes with it', async () => {
  const files = savedFiles();
  const place = await draw(<PapersPage initial={papers} mayAsk mayInvoice />);
  await press(named(place, '下载资料包（ZIP）'));
  (await shop.next()).answerRaw(404, 'text/plain', '');
  await until(() => expect(alerts(place)).toEqual(['没有可下载的文件，可能登录已失效，请刷新页面后重试']));
  expect(files).toEqual([]);
});

test('a ZIP of any size is left to the browser once it begins', async () => {
  const files = savedFiles();
  const place = await draw(<PapersPage initial={papers} mayAsk mayInvoice />);
  await press(named(place, '下载资料包（ZIP）'));
  (await shop.next()).answerRaw(200, 'application/zip', 'PK');
  await until(() => expect(HTMLAnchorElement.prototype.click).toHaveBeenCalledOnce());
  expect([files, alerts(place)]).toEqual([[], []]);
});

test('what is missing of 首营资料 is listed and asked for by the same press', async () => {
  const place = await draw(<PapersPage initial={papers} mayAsk mayInvoice />);
  expect(place.textContent).toContain('缺1份首营资料');
  await press(named(place, '向商家索取'));
  const asked = await shop.next();
  expect(asked.line).toBe('POST /api/order/D1/papers');
  const [set] = papers.onboarding;
  asked.answer(200, {
    ...papers,
    onboarding: [{ ...set, papers: set!.papers.map((paper) => ({ ...paper, is_asked: 1 })) }],
    onboarding_unasked: 0,
  });
  await until(() => expect(place.textContent).toContain('缺1份首营资料，已向商家索取'));
  expect(place.textContent).toContain('已过期，已索取');
  expect(named(place, '下载供货单位质量保证协议').getAttribute('href')).toBe('/file/onboarding/7');
});
