// @vitest-environment happy-dom
/** What a buy row says of its price: 到手单价 for the number in the box, 上次买价, and what a coupon's price needs. */
import { afterEach, expect, test } from 'vitest';
import { Buy } from '#islands/buy/Buy.tsx';
import { NetLine } from '#islands/buy/NetLine.tsx';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import { clearDocument, draw, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';
import { coupon, freight, goods, merchant, now, offers } from '../rules/fixtures.ts';

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
const shown = { unit: '瓶', view: 'card' } as const;

test('says what the offer tells for the least purchase, and asks nothing', async () => {
  const place = await draw(<NetLine offer={offer} quantity={10} {...shown} />);
  expect(place.textContent).toBe('到手 ¥11.00上次 ¥1,234.50');
  // Where there is room for it, a card says that freight is in it.
  const { last: _, ...fresh } = offer;
  const first = await draw(<NetLine offer={fresh} quantity={10} {...shown} />);
  expect(first.textContent).toBe('到手 ¥11.00 含运费');
  expect(shop.left()).toBe(0);
});

test('reckons any other number with the terms, which it asks for once', async () => {
  const own = { ...offer };
  const place = await draw(<NetLine offer={own} quantity={20} {...shown} />);
  expect(place.textContent).toContain('到手 —');
  const sent = await shop.next();
  expect(sent.line).toBe('GET /api/goods/price?id=1');
  const basis = { ...offers(), merchants: [merchant({ freight: freight() })] };
  sent.answer(200, { offers: toWire(basis), region: null, timestamp: now });
  await until(() => expect(place.textContent).toContain('到手 ¥10.50上次'));
  await draw(<NetLine offer={own} quantity={30} {...shown} />, place);
  await until(() => expect(place.textContent).toContain('到手 ¥10.00上次'));
  expect(shop.left()).toBe(0);
});

test('says what claiming would bring, as such, beside what is paid now', async () => {
  const net = { ...offer.net!, claim: { price: '10.40', coupons: 2 } };
  const place = await draw(<NetLine offer={{ ...offer, net }} quantity={10} {...shown} />);
  expect(place.textContent).toBe('到手 ¥11.00领券后 ¥10.40上次 ¥1,234.50');
  const page = await draw(<NetLine offer={{ ...offer, net }} quantity={10} unit="瓶" view="detail" />);
  expect(page.textContent).toContain('领2张券后 ¥10.40去领券');
  // For another number by the same rule.
  const more = await draw(<NetLine offer={{ ...offer, net }} quantity={20} {...shown} />);
  const sent = await shop.next();
  const basis = { ...offers(), merchants: [merchant({ freight: freight() })] };
  const claimable = toWire([
    coupon({ id: -7, threshold: 0, value: 2000, startsAt: 0, endsAt: Date.now() + 3_600_000 }),
  ]);
  sent.answer(200, { offers: toWire(basis), claimable, region: null, timestamp: now });
  await until(() => expect(more.textContent).toContain('到手 ¥10.50领券后 ¥9.50'));
});

test('says nothing made up where the terms do not come', async () => {
  const place = await draw(<NetLine offer={{ ...offer }} quantity={20} {...shown} />);
  (await shop.next()).answer(500);
  await until(() => expect(shop.left()).toBe(0));
  expect(place.textContent).toContain('到手 —');
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
