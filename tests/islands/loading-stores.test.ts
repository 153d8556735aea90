/** Stores that ask the server once, again after a failure, or again and again: each in a page of its own. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakePage } from '#tests/support/page.ts';
import { shopServer } from '#tests/support/shop-server.ts';
import { soon } from '#tests/support/soon.ts';

const shop = shopServer();
const page = fakePage();

// What was asked for stands in the module: every test is a page of its own.
beforeEach(() => vi.resetModules());

describe('offers', () => {
  const load = () => import('#lib/client/stores/goods/offers.ts');

  test('each goods is asked for once a page; one that is gone is known as gone', async () => {
    const { $offers, $offersPhase, loadOffers } = await load();
    const first = loadOffers([1, 2, 2]);
    const second = loadOffers([2, 3]);
    const [a, b] = [await shop.next(), await shop.next()].toSorted((x, y) => (x.line < y.line ? -1 : 1));
    expect([a!.line, b!.line].map((line) => decodeURIComponent(line).replace(/^.*\?/, ''))).toEqual([
      'ids[]=1&ids[]=2',
      'ids[]=3',
    ]);
    a!.answer(200, [{ id: 1 }]);
    b!.answer(200, [{ id: 3 }]);
    await Promise.all([first, second]);
    expect([$offers.get(), $offersPhase.get()]).toEqual([{ 1: { id: 1 }, 2: null, 3: { id: 3 } }, 'ready']);
  });

  test('follow the cart: changes in a row load what is shown once more', async () => {
    const { $offers, loadOffers } = await load();
    const { $cartNumbers } = await import('#lib/client/stores/cart/cart-total.ts');
    const first = loadOffers([1, 2]);
    (await shop.next()).answer(200, [{ id: 1 }]);
    await first;
    $cartNumbers.setKey('2', 5);
    $cartNumbers.setKey('2', 10);
    const again = await shop.next();
    expect(decodeURIComponent(again.line)).toContain('ids[]=1');
    again.answer(200, [{ id: 1, cart_num: 3 }]);
    await soon(() => expect($offers.get()).toEqual({ 1: { id: 1, cart_num: 3 }, 2: null }));
    expect(shop.left()).toBe(0);
  });

  test('many go in several calls; what failed is asked for again, what came is not', async () => {
    const { $offersPhase, loadOffers } = await load();
    const ids = Array.from({ length: 201 }, (_, at) => at + 1);
    const failed = loadOffers(ids);
    (await shop.next()).answer(
      200,
      ids.slice(0, 200).map((id) => ({ id })),
    );
    (await shop.next()).answer(500);
    await failed;
    expect($offersPhase.get()).toBe('failed');
    const again = loadOffers(ids);
    const rest = await shop.next();
    expect(decodeURIComponent(rest.line)).toMatch(/\?ids\[\]=201$/);
    rest.answer(200, []);
    await again;
    expect($offersPhase.get()).toBe('ready');
  });

  test('a visitor asks for nothing', async () => {
    page.cookie('other=1');
    const { $offersPhase, loadOffers } = await load();
    await loadOffers([1]);
    expect([$offersPhase.get(), shop.left()]).toEqual(['visitor', 0]);
  });
});

describe('the user', () => {
  const load = () => import('#lib/client/stores/shell/user.ts');

  test('is asked for once a page, however many want to know', async () => {
    const { $user, loadUser } = await load();
    const both = [loadUser(), loadUser()];
    (await shop.next()).answer(200, { name: '某药房' });
    await Promise.all(both);
    await loadUser();
    expect([$user.get(), shop.left()]).toEqual([{ name: '某药房' }, 0]);
  });

  test('is nobody after a failure, and for a visitor without a question', async () => {
    const first = await load();
    const failed = first.loadUser();
    (await shop.next()).answer(500);
    await failed;
    expect(first.$user.get()).toBeNull();
    vi.resetModules();
    page.cookie('');
    const second = await load();
    await second.loadUser();
    expect([second.$user.get(), shop.left()]).toEqual([null, 0]);
  });
});

describe('regions', () => {
  test('are loaded once, and again after a failure', async () => {
    const { loadRegions } = await import('#lib/client/stores/checkout/addresses.ts');
    const failed = [loadRegions(), loadRegions()];
    const refused = Promise.all(failed.map((one) => expect(one).rejects.toMatchObject({ code: 500 })));
    (await shop.next()).answer(500);
    await refused;
    const again = loadRegions();
    (await shop.next()).answer(200, [{ code: '42' }]);
    await expect(again).resolves.toEqual([{ code: '42' }]);
    expect(loadRegions()).toBe(again);
  });
});

describe('addresses', () => {
  test('an address that is gone already shows what there is, and is refused all the same', async () => {
    const { $addresses, deleteAddress } = await import('#lib/client/stores/checkout/addresses.ts');
    const refused = expect(deleteAddress(3)).rejects.toMatchObject({ code: 404 });
    (await shop.next()).answer(404);
    (await shop.next()).answer(200, { list: [{ id: 4 }] });
    await refused;
    expect($addresses.get()).toEqual([{ id: 4 }]);
  });
});

describe('proposals of the search box', () => {
  test('are good for five seconds, by kind', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { suggest } = await import('#lib/client/suggestions.ts');
    const asked = async (kind: 0 | 1, words: string, list: unknown[]) => {
      const result = suggest(kind, words);
      (await shop.next()).answer(200, list);
      return result;
    };
    expect(await asked(0, '阿莫', [1])).toEqual([1]);
    expect(await asked(1, '阿莫', [2])).toEqual([2]);
    vi.setSystemTime(Date.now() + 4_999);
    expect(await suggest(0, '阿莫')).toEqual([1]);
    vi.setSystemTime(Date.now() + 1);
    expect(await asked(0, '阿莫', [3])).toEqual([3]);
    vi.useRealTimers();
  });
});

describe('paying', () => {
  const load = () => import('#lib/client/stores/orders/pay.ts');

  test('pressed twice it is paid once, and the button stays busy while the page leaves', async () => {
    const { $paying, payTrades } = await load();
    const both = [payTrades(['T1'], { provider: 'balance' }), payTrades(['T1'], { provider: 'wechat' })];
    const asked = await shop.next();
    expect(asked.line).toContain('provider=balance');
    asked.answer(200, { pay_no: 'P1', redirect: null });
    await Promise.all(both);
    expect([page.went, $paying.get(), shop.left()]).toEqual([['/cart/step4?pay_no=P1'], 'balance', 0]);
  });

  test('refused, the other ways are free again', async () => {
    const { $paying, payTrades } = await load();
    const result = payTrades(['T1'], { provider: 'balance' });
    (await shop.next()).answer(409, null, '订单已支付');
    await result;
    expect([page.went, $paying.get()]).toEqual([[], null]);
  });

  /** Pauses between two questions end when the test says so. */
  function holdPauses() {
    const held: { ms: number; end: () => void }[] = [];
    function pause(end: () => void, ms: number): () => void {
      const one = { ms, end };
      held.push(one);
      return () => void held.splice(held.indexOf(one), 1);
    }
    return { held, pause };
  }

  test('asks more slowly each time, also after a lost answer, until it is settled', async () => {
    const { held, pause } = holdPauses();
    const { watchPayment } = await load();
    const received: string[] = [];
    watchPayment('P1', ({ status }) => received.push(status), pause);
    const pauses: number[] = [];
    for (const status of ['pending', null, 'pending', 'pending', 'pending', 'pending', 'done']) {
      await expect.poll(() => held.length).toBe(1);
      const { ms, end } = held.pop()!;
      pauses.push(ms);
      end();
      const question = await shop.next();
      if (status) question.answer(200, { status });
      else {
        // Lost is what is lost twice: the first is sent once more.
        question.req.socket.destroy();
        (await shop.next()).req.socket.destroy();
      }
    }
    await expect.poll(() => received.at(-1)).toBe('done');
    expect(pauses).toEqual([1000, 1500, 2000, 3000, 5000, 5000, 5000]);
    expect([received.length, held.length]).toEqual([6, 0]);
  });

  test('gives up quietly after five minutes, and at once when it is stopped', async () => {
    const { held, pause } = holdPauses();
    const { watchPayment } = await load();
    watchPayment('P1', () => undefined, pause)();
    expect(held).toEqual([]);
    let received = 0;
    vi.useFakeTimers({ toFake: ['Date'] });
    const onAnswer = () => {
      received += 1;
    };
    watchPayment('P2', onAnswer, pause);
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1);
    held.pop()!.end();
    (await shop.next()).answer(200, { status: 'pending' });
    await expect.poll(() => received).toBe(1);
    expect(held).toEqual([]);
    vi.useRealTimers();
  });
});

describe('several lines at once', () => {
  test('go in forms of 500; reasons of all forms are told together', async () => {
    const { addLines } = await import('#lib/client/stores/quick-order/quick-order.ts');
    const lines = Array.from({ length: 501 }, (_, at) => ({ goods_id: at + 1, ck_id: 1, number: 1 }));
    const result = addLines(lines);
    (await shop.next()).answer(200, {
      total: 1,
      added: [{ goods_id: 1, number: 1 }],
      refused: [{ goods_id: 2, reason: '缺货' }],
    });
    (await shop.next()).answer(200, {
      total: 1,
      added: [],
      refused: [{ goods_id: 501, reason: '限购' }],
    });
    await expect(result).resolves.toEqual({
      added: 1,
      refused: new Map([
        [2, '缺货'],
        [501, '限购'],
      ]),
    });
  });
});
