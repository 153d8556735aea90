/** Live news: one tab listens, a lost stream is opened again, and what was missed is told. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NewsKind } from '#lib/contract/events/stream.ts';
import { fakePage } from '#tests/support/page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const page = fakePage();

/** Node has no EventSource: the test opens, tells and cuts. */
class Stream extends EventTarget {
  static all: Stream[] = [];
  isClosed = false;
  address: string;
  constructor(address: string) {
    super();
    this.address = address;
    Stream.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
  says(type: string, data: unknown = {}) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

const load = () => import('#lib/client/stores/live/events.ts');
const nextStream = async (count: number) => {
  await vi.waitFor(() => expect(Stream.all.length).toBe(count));
  return Stream.all.at(-1)!;
};

beforeEach(() => {
  vi.resetModules();
  Stream.all = [];
  vi.stubGlobal('EventSource', Stream);
});

afterEach(async () => {
  // The lock goes with the page, and the next test's page takes it.
  page.sendNotice('pagehide');
  vi.useRealTimers();
});

test('one stream a page; its news reach who asked for their kind, and other tabs', async () => {
  const { listenToNews, onNews } = await load();
  const received: NewsKind[] = [];
  onNews('cart', () => received.push('cart'));
  const stop = onNews('order', () => received.push('order'));
  const other = new BroadcastChannel('news');
  const notified: unknown[] = [];
  other.onmessage = (event) => notified.push((event as MessageEvent).data);
  listenToNews();
  listenToNews();
  const stream = await nextStream(1);
  stream.says('hello', { beat: 0 });
  stream.says('cart');
  stream.says('order');
  stop();
  stream.says('order');
  expect(received).toEqual(['cart', 'order']);
  // The counts of the header are asked for once, after all of these.
  const counts = await shop.next();
  expect(counts.line).toBe('GET /api/user/info');
  counts.answer(200, { cart: 7 });
  const shown = { shown: { cart: 7 } };
  await expect
    .poll(() => notified)
    .toEqual([
      { hearing: 'who' },
      { hearing: 'yes' },
      { kind: 'cart' },
      { kind: 'order' },
      { kind: 'order' },
      shown,
    ]);
  other.close();
});

test('what other tabs hear is heard here too', async () => {
  const { listenToNews, onNews } = await load();
  const { $cartTotal } = await import('#lib/client/stores/cart/cart-total.ts');
  let received = 0;
  onNews('message', () => {
    received += 1;
  });
  listenToNews();
  await nextStream(1);
  const other = new BroadcastChannel('news');
  other.postMessage({ kind: 'message' });
  other.postMessage({ shown: { cart: 4 } });
  await expect.poll(() => [received, $cartTotal.get()]).toEqual([1, 4]);
  expect(shop.left()).toBe(0);
  other.close();
});

test('a page that goes closes its stream and frees the place for another tab', async () => {
  const first = await load();
  first.listenToNews();
  const stream = await nextStream(1);
  page.sendNotice('pagehide');
  expect(stream.isClosed).toBe(true);
  vi.resetModules();
  const second = await load();
  second.listenToNews();
  expect((await nextStream(2)).isClosed).toBe(false);
});

test('the page that comes back out of the browser’s history listens again and asks what it missed', async () => {
  const { listenToNews } = await load();
  listenToNews();
  await nextStream(1);
  page.sendNotice('pagehide');
  page.sendNotice('pageshow', { persisted: true });
  const counts = await shop.next();
  expect(counts.line).toBe('GET /api/user/info');
  counts.answer(200, { cart: 1 });
  await nextStream(2);
});

/** The time for the next question does not come. */
const never = () => () => {};

test('what was paid before the page heard is asked about as soon as it hears, by its own stream or another tab’s', async () => {
  const { listenToNews } = await load();
  const { watchPayment } = await import('#lib/client/stores/orders/pay.ts');
  const received: string[] = [];
  const watchOne = (no: string) => watchPayment(no, ({ status }) => received.push(`${no} ${status}`), never);
  const stop = watchOne('P0');
  watchOne('P1');
  stop();
  listenToNews();
  const stream = await nextStream(1);
  stream.says('hello', { beat: 0 });
  const first = await shop.next();
  expect(first.line).toContain('/api/pay/P1');
  first.answer(200, { status: 'paid' });
  // One that is drawn when the stream is open already.
  watchOne('P2');
  const second = await shop.next();
  expect(second.line).toContain('/api/pay/P2');
  second.answer(200, { status: 'paid' });
  // A tab that comes later asks whether anybody hears, as it has no stream.
  const other = new BroadcastChannel('news');
  const notified: unknown[] = [];
  other.onmessage = (event) => notified.push((event as MessageEvent).data);
  other.postMessage({ hearing: 'who' });
  await expect.poll(() => notified).toEqual([{ hearing: 'yes' }]);
  other.close();
  await vi.waitFor(() => expect(received).toEqual(['P1 paid', 'P2 paid']));
  expect(shop.left()).toBe(0);
});

test('a tab without a stream of its own asks when another tab hears, and again when it takes over', async () => {
  const { listenToNews } = await load();
  const { watchPayment } = await import('#lib/client/stores/orders/pay.ts');
  const other = new BroadcastChannel('news');
  const goes = Promise.withResolvers<void>();
  void navigator.locks.request('news', () => goes.promise);
  const stop = watchPayment('P1', () => undefined, never);
  listenToNews();
  other.postMessage({ hearing: 'yes' });
  const first = await shop.next();
  expect(first.line).toContain('/api/pay/P1');
  first.answer(200, { status: 'pending' });
  expect(Stream.all).toEqual([]);
  // The other tab goes: what came between its stream and this one was missed.
  goes.resolve();
  other.close();
  (await shop.next()).answer(200, { cart: 1 });
  (await nextStream(1)).says('hello', { beat: 0 });
  const second = await shop.next();
  expect(second.line).toContain('/api/pay/P1');
  second.answer(200, { status: 'pending' });
  // The header's counts come after the news.
  (await shop.next()).answer(200, { cart: 1 });
  stop();
  expect(shop.left()).toBe(0);
});

test('news of a payment are asked about at once, also while a question hangs at the payment house', async () => {
  const { listenToNews } = await load();
  const { watchPayment } = await import('#lib/client/stores/orders/pay.ts');
  listenToNews();
  const stream = await nextStream(1);
  stream.says('hello', { beat: 0 });
  const received: string[] = [];
  watchPayment('P1', ({ status }) => received.push(status), never);
  const slow = await shop.next();
  stream.says('order');
  const quick = await shop.next();
  // The header's counts come after them.
  const counts = shop.next();
  expect([slow.line, quick.line].every((line) => line.includes('/api/pay/P1'))).toBe(true);
  quick.answer(200, { status: 'paid' });
  await vi.waitFor(() => expect(received).toEqual(['paid']));
  slow.answer(200, { status: 'pending' });
  (await counts).answer(401);
  expect(received).toEqual(['paid']);
  expect(shop.left()).toBe(0);
});

test('who has a 代付 link open asks at once when its own stream says so, and again after a stream that was lost', async () => {
  const { watchLink } = await import('#lib/client/stores/orders/pay-links.ts');
  const received: string[] = [];
  const stop = watchLink('a.b.c', ({ state }) => received.push(state), never);
  const stream = await nextStream(1);
  expect(stream.address).toBe('/api/pay/link/a.b.c/events');
  // It may have been paid before the stream was open.
  stream.says('hello', { beat: 0 });
  for (const count of [1, 2]) {
    if (count === 2) stream.says('order');
    const question = await shop.next();
    expect(question.line).toContain('/api/pay/link/a.b.c');
    question.answer(200, { state: 'open' });
    await vi.waitFor(() => expect(received.length).toBe(count));
  }
  // The browser has opened it again by itself.
  stream.says('hello', { beat: 0 });
  (await shop.next()).answer(200, { state: 'paid' });
  await vi.waitFor(() => expect(received).toEqual(['open', 'open', 'paid']));
  expect(stream.isClosed).toBe(true);
  stop();
  expect(shop.left()).toBe(0);
});
