// @vitest-environment happy-dom
/** What an order's page says of pieces that are still to come, and of money that is not back yet. */
import { afterEach, expect, test } from 'vitest';
import { OrderLines } from '#islands/orders/OrderLines.tsx';
import { orderNumbers } from '#lib/contract/order-numbers.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { clearDocument, draw } from '#tests/support/dom.tsx';

afterEach(clearDocument);

const amounts = { shipping_amount: '0.00', rebate_amount: '0.00', cashback_amount: '0.00' };

function orderOf(status: OrderStatus, line: object, refunds: { is_back: number }[] = []): OrderDetail {
  const goods = {
    id: 1,
    goods_id: 1,
    name: '布洛芬',
    guige: '20粒',
    sccj: '某厂',
    bzdw: '盒',
    price: '9.80',
  };
  const pieces = { number: 10, shipped_number: 0, refunded_number: 0, pay_amount: '98.00', ...line };
  const whole = { status: orderNumbers[status], paid_at: '2026-11-26T05:00:00.000Z', pay_amount: '98.00' };
  const back = { refunds, refunded_amount: refunds.length === 0 ? '0.00' : '98.00' };
  return { ...amounts, ...whole, ...back, lines: [{ ...goods, ...pieces }] } as unknown as OrderDetail;
}

const textOf = async (order: OrderDetail) => (await draw(<OrderLines order={order} />)).textContent ?? '';

test('a part of an order is on its way: how much of each line is still to come', async () => {
  const text = await textOf(orderOf('part_shipped', { shipped_number: 6, refunded_number: 1 }));
  expect(text).toContain('已发6盒待发3盒已退1盒');
  const whole = await textOf(orderOf('part_shipped', { shipped_number: 10 }));
  expect(whole).toContain('已发10盒');
  expect(whole).not.toContain('待发');
  expect(await textOf(orderOf('completed', { shipped_number: 6 }))).not.toContain('待发');
});

test('money is called back when all of it is', async () => {
  const line = { refunded_number: 10 };
  expect(await textOf(orderOf('closed', line, [{ is_back: 1 }, { is_back: 1 }]))).toContain('已退款−¥98.00');
  const open = await textOf(orderOf('closed', line, [{ is_back: 1 }, { is_back: 0 }]));
  expect(open).toContain('退款（处理中）−¥98.00');
});
