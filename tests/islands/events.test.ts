/** Live news: one tab listens, a lost stream is opened again, and what was missed is told. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NewsKind } from '#lib/contract/events/stream.ts';
import { fakePage } from '#tests/support/page.ts';
import { shopServer } from '#tests/support/shop-server.ts';
import { soon } from '#tests/support/soon.ts';

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
  says(type: string, data: unknown = {}, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
}

const load = () => import('#lib/client/stores/live/events.ts');
const nextStream = async (count: number) => {
  await soon(() => expect(Stream.all.length).toBe(count));
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
  vi.restoreAllMocks();
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

test('news of chat have data and a position: a lost stream goes on behind it, one without a position says that', async () => {
  const { listenToNews, onNews } = await load();
  // The shortest pause between two streams.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const received: string[] = [];
  onNews('chat', (data) => received.push(data));
  onNews('chat_reload', (data) => received.push(`reload ${data}`));
  listenToNews();
  const first = await nextStream(1);
  first.says('hello', { beat: 0 });
  const typing = { talk: 7, what: 'typing', seq: 0, side: 'staff', name: '小李' };
  // Who types changes no count of the header.
  first.says('chat', typing);
  first.says('bye', { after: 0 });
  (await shop.next()).answer(200, { cart: 1 });
  const second = await nextStream(2);
  expect(second.address).toBe('/api/events');
  second.says('hello', { beat: 0 });
  expect(received).toEqual([JSON.stringify(typing), '', 'reload ']);
  (await shop.next()).answer(200, { cart: 1 });
  const news = { talk: 7, what: 'message', seq: 3, side: 'staff', name: '' };
  second.says('chat', news, '12:5');
  (await shop.next()).answer(200, { cart: 1 });
  second.says('bye', { after: 0 });
  (await shop.next()).answer(200, { cart: 1 });
  const third = await nextStream(3);
  expect(third.address).toBe('/api/events?after=12%3A5');
  third.says('hello', { beat: 0 });
  expect(received.slice(3)).toEqual([JSON.stringify(news)]);
  (await shop.next()).answer(200, { cart: 1 });
});

test('a tab that takes over goes on behind the position of the others', async () => {
  const { listenToNews, onNews } = await load();
  const received: string[] = [];
  onNews('chat', (data) => received.push(data));
  const goes = Promise.withResolvers<void>();
  const other = new BroadcastChannel('news');
  void navigator.locks.request('news', () => goes.promise);
  listenToNews();
  other.postMessage({ kind: 'chat', data: '{"talk":7}', at: '9:1' });
  await expect.poll(() => received).toEqual(['{"talk":7}']);
  goes.resolve();
  other.close();
  expect((await nextStream(1)).address).toBe('/api/events?after=9%3A1');
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

test('counts of the header that the page asked for before it heard are asked for again', async () => {
  const { listenToNews } = await load();
  const { $user, loadUser } = await import('#lib/client/stores/shell/user.ts');
  const loaded = loadUser();
  const before = await shop.next();
  expect(before.line).toBe('GET /api/user/info');
  before.answer(200, { message_count: 0, is_passed: 1 });
  await loaded;
  listenToNews();
  const stream = await nextStream(1);
  expect(shop.left()).toBe(0);
  stream.says('hello', { beat: 0 });
  const after = await shop.next();
  expect(after.line).toBe('GET /api/user/info');
  after.answer(200, { message_count: 1, is_passed: 1 });
  await soon(() => expect($user.get()?.message_count).toBe(1));
});

test('a desk’s page asks what waits once, when its stream is open', async () => {
  const { $waiting, followWaiting } = await import('#lib/client/stores/desk/notices.ts');
  const asked = vi.spyOn(globalThis, 'fetch');
  followWaiting();
  const stream = await nextStream(1);
  expect(asked).not.toHaveBeenCalled();
  stream.says('hello', { beat: 0 });
  const one = await shop.next();
  expect(one.line).toBe('GET /api/desk/waiting');
  one.answer(200, { list: [{ href: '/desk/orders', count: 2 }] });
  await soon(() => expect($waiting.get()).toEqual([{ href: '/desk/orders', count: 2 }]));
  expect(asked).toHaveBeenCalledOnce();
});

test('a desk’s page that hears nothing for a second asks by itself, and again when it hears', async () => {
  const { followWaiting } = await import('#lib/client/stores/desk/notices.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  followWaiting();
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  (await shop.next()).answer(200, { list: [] });
  (await nextStream(1)).says('hello', { beat: 0 });
  (await shop.next()).answer(200, { list: [] });
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
  await soon(() => expect(received).toEqual(['P1 paid', 'P2 paid']));
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
  await soon(() => expect(received).toEqual(['paid']));
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
    await soon(() => expect(received.length).toBe(count));
  }
  // The browser has opened it again by itself.
  stream.says('hello', { beat: 0 });
  (await shop.next()).answer(200, { state: 'paid' });
  await soon(() => expect(received).toEqual(['open', 'open', 'paid']));
  expect(stream.isClosed).toBe(true);
  stop();
  expect(shop.left()).toBe(0);
});
