/** Confirming an order: choices that follow each other, and placing it once. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  $checkout,
  $isPlacing,
  $payChoice,
  $previewing,
  choose,
  leaveOut,
  placeOrder,
  startCheckout,
} from '#lib/client/stores/checkout/checkout.ts';
import { chooseGift } from '#lib/client/stores/checkout/gift-choices.ts';
import { $remarks, setRemark, toAll } from '#lib/client/stores/checkout/remarks.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import type { Preview } from '#lib/contract/checkout.ts';
import { fakePage } from '#tests/support/page.ts';
import { type Arrived, shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const page = fakePage();

/** A preview as far as the store looks at it. */
function preview(pay = '100.00', gift?: number): Preview {
  const gifts =
    gift === undefined ? [] : [{ activity_id: 5, goods_id: gift, name: `赠品${gift}`, quantity: 1 }];
  return {
    address_id: 3,
    groups: [{ lines: [{ id: 11 }, { id: 12 }], orders: [{ key: '1-1-0', gifts }] }],
    total: { pay_amount: pay, discount_amount: '0.00', shipping_amount: '0.00' },
  } as unknown as Preview;
}

const shown = () => $checkout.get()?.preview.total.pay_amount;
const keyOf = ({ req }: Arrived) => req.headers['idempotency-key'];

beforeEach(() => {
  $isPlacing.set(false);
  $payChoice.set({});
  startCheckout(preview());
});

afterEach(() => {
  while ($dialog.get()) answerDialog(false);
});

test('choices made quickly follow each other, and none is lost', async () => {
  const both = [choose({ coupons: [8] }), choose({ address_id: 4 }), choose({ coupons: [] })];
  expect($previewing.get()).toBe(3);
  const first = await shop.next();
  expect(first.line).toBe('POST /api/order/preview ids[]=11&ids[]=12&address_id=3&coupons[]=8');
  first.answer(200, preview('90.00'));
  const second = await shop.next();
  expect(second.line).toMatch(/address_id=4&coupons\[\]=8$/);
  second.answer(200, { ...preview('91.00'), address_id: 4 });
  const third = await shop.next();
  expect(third.line, 'no coupon has a word of its own').toMatch(/address_id=4&coupons=none$/);
  third.answer(200, { ...preview('101.00'), address_id: 4 });
  await Promise.all(both);
  expect([shown(), $checkout.get()?.choices, $previewing.get()]).toEqual(['101.00', { coupons: [] }, 0]);
});

test('a refresh shows the address that was chosen, and what was written', async () => {
  const chosen = choose({ address_id: 4 });
  (await shop.next()).answer(200, { ...preview(), address_id: 4 });
  await chosen;
  expect(location.href).toBe('http://shop/here?address_id=4');
  setRemark('1-1-0', '周末送');
  startCheckout({ ...preview(), address_id: 4 });
  expect($remarks.get()).toEqual({ '1-1-0': '周末送' });
});

test('a merchant’s lines are left out, unticked, and the others go on', async () => {
  history.replaceState(null, '', new URL('http://shop/here?ids=11,12'));
  const left = leaveOut([12]);
  const unticked = await shop.next();
  expect(unticked.line).toBe('POST /api/cart/batch-select ids[]=12&is_selected=0');
  unticked.answer(200, {});
  const asked = await shop.next();
  expect(asked.line).toBe('POST /api/order/preview ids[]=11&address_id=3');
  asked.answer(200, preview('60.00'));
  await left;
  expect([shown(), $checkout.get()?.ids]).toEqual(['60.00', [11]]);
  expect(new URL(location.href).searchParams.get('ids')).toBe('11');
  const last = leaveOut([11]);
  (await shop.next()).answer(200, {});
  await last;
  expect(page.went).toEqual(['/cart']);
});

test('vouchers that were all taken off are none, and none that were chosen are the best', async () => {
  const off = choose({ vouchers: [] });
  const first = await shop.next();
  expect(first.line).toMatch(/&vouchers=$/);
  first.answer(200, preview());
  const best = choose({ vouchers: undefined });
  const second = await shop.next();
  expect(second.line).not.toContain('vouchers');
  second.answer(200, preview());
  await Promise.all([off, best]);
});

test('a choice that is refused leaves what was, and the next one stands alone', async () => {
  const both = [choose({ coupons: [8] }), choose({ vouchers: [2] })];
  (await shop.next()).answer(403, null, '优惠券已过期');
  const second = await shop.next();
  expect(second.line).not.toContain('coupons');
  second.answer(200, preview('95.00'));
  await Promise.all(both);
  expect([shown(), $checkout.get()?.choices, $dialog.get()?.text]).toEqual([
    '95.00',
    { vouchers: [2] },
    '优惠券已过期',
  ]);
});

test('lines that are gone lead back to the cart', async () => {
  const result = choose({ coupons: [8] });
  (await shop.next()).answer(404, null, '商品已不在购物车');
  await expect.poll(() => $dialog.get()?.confirm).toBe('返回购物车');
  answerDialog(true);
  await result;
  expect(page.went).toEqual(['/cart']);
});

test('a gift chosen in the cart is asked for where the preview gives another', async () => {
  chooseGift(5, 71);
  startCheckout(preview('100.00', 70));
  const asked = await shop.next();
  expect(asked.line).toMatch(/gifts\[5\]=71$/);
  asked.answer(200, preview('100.00', 71));
  await expect.poll(() => $checkout.get()?.choices).toEqual({ gifts: { 5: 71 } });
});

test('pressed twice it is placed once, with what the buyer sees and says', async () => {
  setRemark('1-1-0', ' 周末送 ');
  setRemark('9-9-9', '别的订单');
  setRemark(toAll, '附发票 ');
  const both = [placeOrder(), placeOrder()];
  const placed = await shop.next();
  expect(placed.line).toBe(
    'POST /api/order ids[]=11&ids[]=12&address_id=3&expected_total=100.00&remarks[1-1-0]=附发票；周末送',
  );
  expect(keyOf(placed)).toMatch(/^[0-9a-f]{32}$/);
  placed.answer(200, { trade_no: 'T1' });
  await Promise.all(both);
  expect([shop.left(), page.went, $isPlacing.get()]).toEqual([0, ['/cart/step3/T1'], true]);
});

test('the way to pay that was chosen goes along to the pay page', async () => {
  $payChoice.set({ provider: 'sandbox', with_balance: 1 });
  const result = placeOrder();
  const placed = await shop.next();
  expect(placed.line, 'the order itself knows of no payment').not.toContain('sandbox');
  placed.answer(200, { trade_no: 'T1' });
  await result;
  expect(page.went).toEqual(['/cart/step3/T1?provider=sandbox&with_balance=1']);
});

test('after a change it waits for another look, and the order keeps its key', async () => {
  const result = placeOrder();
  const placed = await shop.next();
  placed.answer(409, preview('88.00'), '价格已变化');
  await result;
  expect([shown(), $isPlacing.get(), page.went]).toEqual(['88.00', false, []]);
  expect($checkout.get()?.changes).toEqual(['价格已变化', '应付金额由 ¥100.00 变为 ¥88.00']);
  const again = placeOrder();
  const second = await shop.next();
  expect([keyOf(second), second.line.includes('expected_total=88.00')]).toEqual([keyOf(placed), true]);
  second.answer(200, { trade_no: 'T2' });
  await again;
  expect(page.went).toEqual(['/cart/step3/T2']);
});

test('no answer frees the button: the same key makes sure that it is one order', async () => {
  const result = placeOrder();
  const placed = await shop.next();
  placed.req.socket.destroy();
  await result;
  expect([$isPlacing.get(), $dialog.get()?.text]).toEqual([false, '请求超时，请刷新页面']);
});
