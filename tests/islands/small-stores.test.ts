/** Stores of one press each: what is shown at once, what a refusal takes back, and where a visitor is led. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  $activityGoods,
  $groupBuys,
  joinGroupBuy,
  loadSales,
} from '#lib/client/stores/activities/activities.ts';
import { claimCoupon, loadCouponCenter } from '#lib/client/stores/activities/coupons.ts';
import { $asked, askForPrice, askForStock, endAlert } from '#lib/client/stores/goods/alerts.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $region, chooseRegion, followRegion, savedRegion } from '#lib/client/stores/shell/region.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import { fakePage } from '#tests/support/page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const page = fakePage();

const toasts = () => $toasts.get().map(({ kind, text }) => `${kind} ${text}`);

beforeEach(() => {
  $asked.set(new Map());
  $groupBuys.set({});
  $activityGoods.set({});
});
afterEach(() => {
  while ($dialog.get()) answerDialog(false);
  for (const { id } of $toasts.get()) closeToast(id);
});

describe('claiming a coupon', () => {
  test('answers how it stands now, and says so', async () => {
    const result = claimCoupon(8);
    const sent = await shop.next();
    expect(sent.line).toBe('POST /api/coupon/8/claim');
    sent.answer(200, { id: 8, state: 'taken' });
    await expect(result).resolves.toEqual({ id: 8, state: 'taken' });
    expect(toasts()).toEqual(['success 领取成功']);
  });

  test('gone meanwhile: the refusal brings how it stands now', async () => {
    const result = claimCoupon(8);
    (await shop.next()).answer(409, { id: 8, state: 'sold_out' }, '该优惠券已抢光');
    await expect(result).resolves.toEqual({ id: 8, state: 'sold_out' });
    expect([toasts(), $dialog.get()]).toEqual([['warning 该优惠券已抢光'], null]);
  });

  test('refused for another reason nothing is known of it', async () => {
    const result = claimCoupon(8);
    (await shop.next()).answer(403, null, '您的角色不能领券');
    await expect(result).resolves.toBeUndefined();
    expect($dialog.get()?.text).toBe('您的角色不能领券');
  });

  test('a visitor is led to the login page, and has seen all there is', async () => {
    page.cookie('');
    await expect(claimCoupon(8)).resolves.toBeUndefined();
    await expect(loadCouponCenter({})).resolves.toBeUndefined();
    expect([page.went, shop.left()]).toEqual([['/login?next=%2Fhere'], 0]);
  });
});

describe('到货通知 and 降价通知', () => {
  test('each is known by its kind once the server has it', async () => {
    const both = [askForStock(5), askForPrice(5)];
    expect($asked.get().size).toBe(0);
    (await shop.next()).answer(200, {});
    (await shop.next()).answer(200, {});
    await Promise.all(both);
    expect([...$asked.get()]).toEqual([
      ['stock:5', true],
      ['price:5', true],
    ]);
  });

  test('a price of one’s own is sent, and an end is kept over what the offer said', async () => {
    const requested = askForPrice(5, '9.90');
    const asked = await shop.next();
    expect(asked.line).toBe('POST /api/notify/price goods_id=5&price=9.90');
    asked.answer(200, {});
    await requested;
    const ended = endAlert(5, 'price');
    const sent = await shop.next();
    expect(sent.line).toBe('POST /api/notify/cancel goods_id=5&kind=price');
    sent.answer(200, { open: 0 });
    expect(await ended).toBe(true);
    expect($asked.get().get('price:5')).toBe(false);
  });

  test('refused it can be asked for again', async () => {
    const result = askForStock(5);
    (await shop.next()).answer(403, null, '最多登记200种');
    await result;
    expect([$asked.get().size, $dialog.get()?.text, toasts()]).toEqual([0, '最多登记200种', []]);
  });
});

describe('the region of the header', () => {
  const wuhan = { code: '420102', name: '湖北省武汉市江岸区' };

  test('is kept in this browser, and another tab’s choice is followed until that ends', () => {
    const stop = followRegion();
    expect($region.get()).toBeNull();
    chooseRegion(wuhan);
    expect([$region.get(), savedRegion()]).toEqual([wuhan, wuhan]);
    const elsewhere = { code: '110101', name: '北京市东城区' };
    localStorage.setItem('region', JSON.stringify(elsewhere));
    page.sendNotice('storage', { key: 'other' });
    expect($region.get()).toEqual(wuhan);
    page.sendNotice('storage', { key: 'region' });
    expect($region.get()).toEqual(elsewhere);
    localStorage.removeItem('region');
    // Storage that is cleared names no key.
    page.sendNotice('storage', { key: null });
    expect($region.get()).toBeNull();
    stop();
    localStorage.setItem('region', JSON.stringify(wuhan));
    page.sendNotice('storage', { key: 'region' });
    expect($region.get()).toBeNull();
  });

  test.each(['{', '[]', 'null', '{"code":"x","name":"y"}', '{"code":"420102"}'])(
    '%s is no region',
    (kept) => {
      localStorage.setItem('region', kept);
      expect(savedRegion()).toBeNull();
    },
  );

  test('without storage the choice holds for this page', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('closed');
      },
      setItem: () => {
        throw new Error('closed');
      },
    });
    chooseRegion(wuhan);
    expect([$region.get(), savedRegion()]).toEqual([wuhan, null]);
  });
});

describe('group-buys and flash sales', () => {
  test('joining goes on to the confirm page of its line', async () => {
    const result = joinGroupBuy(3, 20);
    const sent = await shop.next();
    expect(sent.line).toBe('POST /api/group-buy/3/join number=20');
    sent.answer(200, { id: 77 });
    await result;
    expect(page.went).toEqual(['/cart/step2?ids=77']);
  });

  test('refused, it says why and shows how far the group is now', async () => {
    const result = joinGroupBuy(3, 20);
    (await shop.next()).answer(409, null, '已满员');
    const again = await shop.next();
    expect(again.line).toBe('GET /api/group-buy?id=3');
    again.answer(200, { list: [{ id: 3, joined_percent: 100 }], timestamp: Date.now() });
    await result;
    expect([$dialog.get()?.text, $groupBuys.get(), page.went]).toEqual([
      '已满员',
      { 3: { id: 3, joined_percent: 100 } },
      [],
    ]);
  });

  test('one sale that does not answer takes nothing from the other', async () => {
    const result = loadSales([1, 2, 2]);
    for (let at = 0; at < 2; at += 1) {
      const asked = await shop.next();
      if (asked.line.includes('id=1')) asked.answer(500);
      else asked.answer(200, { timestamp: Date.now(), list: [{ miaosha_goods_id: 9, price: '1.00' }] });
    }
    await result;
    expect([$activityGoods.get(), shop.left()]).toEqual([{ 9: { miaosha_goods_id: 9, price: '1.00' } }, 0]);
  });
});
