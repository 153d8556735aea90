// @vitest-environment happy-dom
/** Redeeming: a dialog stays while what is behind it cannot be read, and an ended session leads to the login. */
import { afterEach, expect, test } from 'vitest';
import { RedeemBox } from '#islands/mall/RedeemBox.tsx';
import type { MallGoodsDetail } from '#lib/contract/mall.ts';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
afterEach(clearDocument);

const goods: MallGoodsDetail = {
  ...{ id: 7, kind: 'voucher', kind_text: '现金券', name: '10元现金券', summary: '', image: '/x.webp' },
  ...{ points: 100, money_amount: '0.00', number: 5, sold: 0, limit_text: '', buyers_text: '' },
  ...{ state: 'offered', state_text: '', start_time: '2026-11-01T00:00:00Z', end_time: null },
  ...{ images: [], description: '', delivery: '', value_amount: '10.00', threshold_amount: '0.00' },
  ...{ valid_days: 30, wheel: null, needs_address: 0, needs_password: 0 },
  mine: {
    ...{ usable: 300, missing: 0, used: 0, most: 3 },
    ...{ can_redeem: 1, refusal_code: '', refusal: '' },
  },
};

const dialogOf = () => document.querySelector('[role=dialog], dialog');

async function drawBox(answer: MallGoodsDetail) {
  const place = await draw(<RedeemBox id={7} />);
  (await shop.next()).answer(200, answer);
  return place;
}

test('an ended session leads to the login and back', async () => {
  const place = await drawBox({ ...goods, mine: null });
  await until(() => expect(named(place, '登录后兑换').getAttribute('href')).toBe('/login?next=%2Fjfsc%2F7'));
});

test.each([
  [403, '立即兑换'],
  [404, '商品已下架，不能兑换。'],
])('an open dialog stays when the reload is answered with %s', async (code, behind) => {
  const place = await drawBox(goods);
  await until(() => named(place, '立即兑换'));
  await press(named(place, '立即兑换'));
  await until(() => expect(dialogOf()?.textContent).toContain('兑换后剩200积分'));
  const button = () => named(document, '确认兑换');
  await press(button());
  const sent = await shop.next();
  expect(sent.line).toContain('POST /api/points/exchange');
  sent.answer(409, null, '兑换价格刚刚有变动，请刷新后再兑换');
  await until(() => expect(shop.left()).toBe(1));
  (await shop.next()).answer(code);
  await until(() => expect(dialogOf()?.textContent).toContain('兑换价格刚刚有变动'));
  await until(() => expect(place.textContent).toContain(behind));
  expect(dialogOf()?.textContent).toContain('10元现金券');
});
