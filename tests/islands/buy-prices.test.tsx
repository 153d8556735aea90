// @vitest-environment happy-dom
/** What a buy row says of its price: 到手单价 for the number in the box, 上次买价, and what a coupon's price needs. */
import { afterEach, expect, test } from 'vitest';
import { Buy } from '#islands/buy/Buy.tsx';
import { NetLine } from '#islands/buy/NetLine.tsx';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { clearDocument, draw, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';
import { goods } from '../rules/fixtures.ts';

const shop = shopServer();
domPage();
afterEach(clearDocument);

const offer = {
  id: 1,
  net: { price: '11.00', number: 10, freight: '10.00', coupons: 0 },
  last: { price: '1234.50', number: 20, day: '2026-11-20' },
  qhj: '9.10',
  qhj_number: 70,
} as Offer;
const answered = { ...offer, buy_state: {} } as Offer;
const shown = { unit: '瓶', view: 'card' } as const;

test('says the offer’s own figure until the box is touched, and asks nothing', async () => {
  const place = await draw(<NetLine offer={offer} quantity={null} shown={10} {...shown} />);
  expect(place.textContent).toBe('到手 ¥11.00含运费上次 ¥1,234.50');
  // For how many pieces, where the box shows another number.
  const other = await draw(<NetLine offer={offer} quantity={null} shown={5} {...shown} />);
  expect(other.textContent).toContain('到手 ¥11.00买10瓶 含运费');
  const touched = await draw(<NetLine offer={offer} quantity={10} shown={10} {...shown} />);
  expect(touched.textContent).toBe('到手 ¥11.00含运费上次 ¥1,234.50');
  expect(shop.left()).toBe(0);
});

test.each([
  [{ freight: '10.00' }, '含运费', '含运费¥10.00'],
  [{ freight: '10.00', others: '5.00' }, '含运费', '含运费¥10.00'],
  [{ freight: '0.00', others: '10.00' }, '运费另计', '同商家其他商品已付¥10.00'],
  [{ freight: '0.00' }, '到手 ¥11.00', '已领的券'],
])('says what of the freight is in it: %o', async (over, short, long) => {
  const place = await draw(
    <NetLine offer={{ id: 1, net: { ...offer.net!, ...over } }} quantity={null} {...shown} />,
  );
  expect(place.textContent?.endsWith(short)).toBe(true);
  expect(place.querySelector('[title]')?.getAttribute('title')).toContain(long);
});

test('asks the server for any other number, once for presses in a row', async () => {
  const own = { ...offer };
  const place = await draw(<NetLine offer={own} quantity={20} {...shown} />);
  expect(place.textContent).toContain('到手 —');
  await draw(<NetLine offer={own} quantity={30} {...shown} />, place);
  const sent = await shop.next();
  expect(decodeURIComponent(sent.line)).toBe('GET /api/goods/offers?ids[]=1&number=30');
  sent.answer(200, [{ ...answered, net: { ...offer.net, price: '10.50', number: 30 } }]);
  await until(() => expect(place.textContent).toContain('到手 ¥10.50'));
  expect(shop.left()).toBe(0);
  // An offer that was loaded again, as after a change of the cart, asks again.
  await draw(<NetLine offer={{ ...own }} quantity={30} {...shown} />, place);
  (await shop.next()).answer(500);
  await until(() => expect(shop.left()).toBe(0));
  expect(place.textContent).toContain('到手 —');
});

test('says what claiming would bring, as such, beside what is paid now', async () => {
  const net = { ...offer.net!, claim: { price: '10.40', coupons: 2 } };
  const place = await draw(<NetLine offer={{ ...offer, net }} quantity={null} {...shown} />);
  expect(place.textContent).toBe('到手 ¥11.00含运费领券后 ¥10.40上次 ¥1,234.50');
  const page = await draw(<NetLine offer={{ ...offer, net }} quantity={null} unit="瓶" view="detail" />);
  expect(page.textContent).toContain('领2张券后 ¥10.40去领券');
});

test('a coupon’s price that needs more pieces says so in words', async () => {
  const terms = goods({ packStep: 10, minQuantity: 10 });
  const drawn = (over: Partial<Offer>) =>
    draw(<Buy offer={{ ...offer, ...over }} terms={terms} view="card" type={0} />);
  expect((await drawn({})).textContent).toContain('满70盒 券后9.10');
  const reached = await drawn({ qhj_number: 10 });
  expect(reached.textContent).toContain('券后9.10');
  expect(reached.textContent).not.toContain('满10盒');
  expect((await drawn({ qhj: '10.01' })).textContent).not.toContain('券后');
});
