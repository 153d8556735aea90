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
  constructor() {
    super();
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
  page.tell('pagehide');
  vi.useRealTimers();
});

test('one stream a page; its news reach who asked for their kind, and other tabs', async () => {
  const { hearNews, onNews } = await load();
  const heard: NewsKind[] = [];
  onNews('cart', () => heard.push('cart'));
  const stop = onNews('order', () => heard.push('order'));
  const other = new BroadcastChannel('news');
  const told: unknown[] = [];
  other.onmessage = (event) => told.push((event as MessageEvent).data);
  hearNews();
  hearNews();
  const stream = await nextStream(1);
  stream.says('hello', { beat: 0 });
  stream.says('cart');
  stream.says('order');
  stop();
  stream.says('order');
  expect(heard).toEqual(['cart', 'order']);
  // The counts of the header are asked for once, after all of these.
  const counts = await shop.next();
  expect(counts.line).toBe('GET /api/user/info');
  counts.answer(200, { cart: 7 });
  const user = { user: { cart: 7 } };
  await expect.poll(() => told).toEqual([{ kind: 'cart' }, { kind: 'order' }, { kind: 'order' }, user]);
  other.close();
});

test('what other tabs hear is heard here too', async () => {
  const { hearNews, onNews } = await load();
  const { $cartTotal } = await import('#lib/client/stores/cart/cart-total.ts');
  let heard = 0;
  onNews('message', () => {
    heard += 1;
  });
  hearNews();
  await nextStream(1);
  const other = new BroadcastChannel('news');
  other.postMessage({ kind: 'message' });
  other.postMessage({ user: { cart: 4 } });
  await expect.poll(() => [heard, $cartTotal.get()]).toEqual([1, 4]);
  expect(shop.left()).toBe(0);
  other.close();
});

test('a page that goes closes its stream and frees the place for another tab', async () => {
  const first = await load();
  first.hearNews();
  const stream = await nextStream(1);
  page.tell('pagehide');
  expect(stream.isClosed).toBe(true);
  vi.resetModules();
  const second = await load();
  second.hearNews();
  expect((await nextStream(2)).isClosed).toBe(false);
});

test('the page that comes back out of the browser’s history listens again and asks what it missed', async () => {
  const { hearNews } = await load();
  hearNews();
  await nextStream(1);
  page.tell('pagehide');
  page.tell('pageshow', { persisted: true });
  const counts = await shop.next();
  expect(counts.line).toBe('GET /api/user/info');
  counts.answer(200, { cart: 1 });
  await nextStream(2);
});
