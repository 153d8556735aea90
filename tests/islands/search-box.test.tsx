// @vitest-environment happy-dom
/** The search box: proposals as a combobox, answers that come too late, recent searches, and where it leads. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchBox } from '#islands/shell/SearchBox.tsx';
import { listRecent, rememberSearch } from '#lib/client/recent-searches.ts';
import { suggestDelay } from '#lib/contract/constants.ts';
import {
  boxOf,
  clearDocument,
  does,
  draw,
  named,
  press,
  typeInto,
  typeKey,
  until,
} from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const went = domPage();

const box = (place: ParentNode) => place.querySelector<HTMLInputElement>('[role=combobox]')!;
const options = (place: ParentNode) =>
  [...place.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);
const active = (place: ParentNode) =>
  document.getElementById(box(place).getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  await clearDocument();
});

/** The typing rests: the timer of the proposals runs out. */
const rests = () => does(() => vi.advanceTimersByTime(suggestDelay));

/** A box in which something was typed and for which these proposals came. */
async function proposed(text: string, names: string[], kind = 'goods'): Promise<HTMLElement> {
  const place = await draw(<SearchBox />);
  await does(() => box(place).focus());
  await typeInto(box(place), text);
  await rests();
  vi.useRealTimers();
  (await shop.next()).answer(
    200,
    names.map((name, id) => ({ kind, id, name })),
  );
  await until(() => expect(options(place)).toEqual(names));
  return place;
}

test('nothing is asked before the typing rests, and only for what it came to', async () => {
  const place = await draw(<SearchBox />);
  await does(() => box(place).focus());
  await typeInto(box(place), '阿');
  await does(() => vi.advanceTimersByTime(suggestDelay - 1));
  await typeInto(box(place), '阿莫 ');
  await rests();
  vi.useRealTimers();
  const asked = await shop.next();
  expect(decodeURIComponent(asked.line)).toBe('GET /api/goods/search?keywords=阿莫&type=0');
  await until(() => expect(place.textContent).toContain('搜索中…'));
  expect(shop.left()).toBe(0);
  asked.answer(200, []);
  await until(() => expect(place.textContent).toContain('暂无数据'));
});

test('an answer that a newer text overtook is not shown', async () => {
  const place = await draw(<SearchBox />);
  await does(() => box(place).focus());
  await typeInto(box(place), '板蓝');
  await rests();
  const late = await shop.next();
  await typeInto(box(place), '板蓝根');
  await rests();
  vi.useRealTimers();
  (await shop.next()).answer(200, [{ kind: 'goods', id: 1, name: '板蓝根颗粒' }]);
  await until(() => expect(options(place)).toEqual(['板蓝根颗粒']));
  late.answer(200, [{ kind: 'goods', id: 2, name: '板蓝' }]);
  // The next answer is heard after the late one.
  await typeInto(box(place), '');
  await until(() => expect(options(place)).toEqual([]));
});

test('without proposals the search itself still works', async () => {
  const place = await draw(<SearchBox />);
  await does(() => box(place).focus());
  await typeInto(box(place), '头孢');
  await rests();
  vi.useRealTimers();
  (await shop.next()).answer(500);
  await until(() => expect(place.textContent).toContain('暂无数据'));
  await press(named(place, '搜索'));
  expect([went, listRecent()]).toEqual([
    ['/search?keywords=%E5%A4%B4%E5%AD%A2'],
    [{ keywords: '头孢', type: 0 }],
  ]);
});

test('arrows go through the proposals and back to what was typed; Enter takes the marked one', async () => {
  const place = await proposed('西林', ['阿莫西林胶囊', '阿莫西林颗粒']);
  const steps: (string | null)[] = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
    await typeKey(key);
    steps.push(active(place));
  }
  expect(steps).toEqual(['阿莫西林胶囊', '阿莫西林颗粒', null, '阿莫西林颗粒']);
  await press(named(place, '搜索'));
  expect([went, box(place).value]).toEqual([
    [`/search?keywords=${encodeURIComponent('阿莫西林颗粒')}`],
    '阿莫西林颗粒',
  ]);
});

test('Esc closes the list first, and empties the box at the second press', async () => {
  const place = await proposed('枸杞', ['枸杞子']);
  await typeKey('Escape');
  expect([options(place), box(place).value]).toEqual([[], '枸杞']);
  await typeKey('Escape');
  expect(box(place).value).toBe('');
});

test('keys of an input method are its own', async () => {
  const place = await proposed('维生素', ['维生素C片']);
  const event = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, isComposing: true });
  await does(() => box(place).dispatchEvent(event));
  expect(active(place)).toBeNull();
});

test('a merchant’s proposal leads to the merchant and is no search', async () => {
  const place = await proposed('衡川', ['衡川自营'], 'merchant');
  await press(place.querySelector('[role=option]')!);
  expect([went, listRecent()]).toEqual([['/ListOthershanghu/0'], []]);
});

test('makers are asked for and searched as such', async () => {
  const place = await draw(<SearchBox />);
  await typeInto(boxOf<HTMLSelectElement>(place, '搜索类型'), '1');
  await does(() => box(place).focus());
  await typeInto(box(place), '珞珩');
  await rests();
  vi.useRealTimers();
  const asked = await shop.next();
  expect(decodeURIComponent(asked.line)).toBe('GET /api/goods/search?sccj_keywords=珞珩&type=1');
  asked.answer(200, []);
  await until(() => expect(place.textContent).toContain('暂无数据'));
  await press(named(place, '搜索'));
  expect(went).toEqual([`/search?sccj_keywords=${encodeURIComponent('珞珩')}&type=1`]);
});

test('an empty box offers what was searched for, until it is forgotten', async () => {
  rememberSearch({ keywords: '布洛芬', type: 0 });
  rememberSearch({ keywords: '珞珩', type: 1 });
  const place = await draw(<SearchBox />);
  await does(() => box(place).focus());
  vi.useRealTimers();
  await until(() => expect(options(place)).toEqual(['珞珩', '布洛芬']));
  await press([...place.querySelectorAll('button')].find((one) => one.textContent?.includes('清'))!);
  expect([options(place), listRecent()]).toEqual([[], []]);
});

test('hot searches without a line of their own stand below them', async () => {
  rememberSearch({ keywords: '布洛芬', type: 0 });
  const hot = document.createElement('ul');
  hot.dataset.hot = '';
  hot.style.display = 'none';
  hot.innerHTML = '<li><a href="/search?keywords=口罩">口罩</a></li>';
  document.body.append(hot);
  const place = await draw(<SearchBox />);
  await does(() => box(place).focus());
  vi.useRealTimers();
  await until(() => expect(options(place)).toEqual(['布洛芬', '口罩']));
});

test('an empty search stays here, and waits for words', async () => {
  const place = await draw(<SearchBox />);
  await press(named(place, '搜索'));
  expect([went, document.activeElement === box(place), shop.left()]).toEqual([[], true, 0]);
});

test('a press that comes before the box knows what was typed early searches for it all the same', async () => {
  const place = await draw(<SearchBox />);
  // As between the moment in which the box comes to life and its first effect: the document holds the words alone.
  box(place).value = '阿莫西林';
  await press(named(place, '搜索'));
  expect(went).toEqual([`/search?keywords=${encodeURIComponent('阿莫西林')}`]);
});
