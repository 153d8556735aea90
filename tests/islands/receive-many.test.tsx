// @vitest-environment happy-dom
/** Receiving several orders: what is scanned is ticked, also an order behind those that are shown first. */
import { afterEach, expect, test } from 'vitest';
import { ReceiveMany } from '#islands/receiving/ReceiveMany.tsx';
import type { OrdersToReceive } from '#lib/contract/orders/receive-many.ts';
import { clearDocument, draw, named, typeInto, typeKey, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
afterEach(clearDocument);

const row = (no: string, why = ''): OrdersToReceive['list'][number] => ({
  no,
  merchant: `商家${no}`,
  pay_amount: '20.00',
  shipped_at: '2026-11-20T02:00:00.000Z',
  receive_by: '2026-11-30T02:00:00.000Z',
  pieces: 2,
  names: ['布洛芬'],
  kinds: 1,
  parcels: [],
  is_arrived: 0,
  why,
});
const orders = (...list: OrdersToReceive['list']): OrdersToReceive => ({ list, total: 300, may_receive: 1 });

test.each([
  ['is shown', 'A', undefined, '已勾选商家A的订单，¥20.00', 1],
  ['is behind them', 'Z', [row('Z'), row('A')], '已勾选商家Z的订单，¥20.00', 1],
  ['is behind them and cold', 'Z', [row('Z', '冷链商品，收货时要填到货温度')], '商家Z：冷链商品', 0],
  ['waits no longer', 'Z', [row('A')], '商家Z的订单已完成，不用收货', 0],
] as const)('a scanned order that %s', async (_name, no, asked, said, ticked) => {
  const place = await draw(<ReceiveMany initial={orders(row('A'), row('B'))} scanned={null} code={null} />);
  const box = place.querySelector<HTMLInputElement>('[aria-label=扫描包裹]')!;
  await typeInto(box, 'SF1');
  box.focus();
  await typeKey('Enter');
  (await shop.next()).answer(200, { no, merchant: `商家${no}`, status_text: '已完成' });
  if (asked) {
    const more = await shop.next();
    expect(more.line).toBe(`GET /api/order/to-receive?no=${no}`);
    more.answer(200, orders(...asked));
  }
  await until(() => expect(place.textContent).toContain(said));
  expect(named(place, `收货（${ticked}）`)).toMatchObject({ disabled: ticked === 0 });
});
