// @vitest-environment happy-dom
/** A view of lists, once chosen, is that of the next search, for each account its own. */
import { runInThisContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import { earlyPresses } from '#islands/shell/early-presses.ts';
import { followView, inLastView, rememberView } from '#lib/client/stores/shell/list-view.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const as = (username: string | null | undefined, list_view = '') =>
  $user.set(username ? ({ username, list_view } as UserInfo) : (username as null | undefined));
const shop = shopServer();
domPage();
followView();

beforeEach(() => {
  localStorage.clear();
  as(undefined);
});

/** What the shop is told, and answered with nothing. */
async function notified(): Promise<string> {
  const sent = await shop.next();
  sent.answer(200, null);
  return sent.line;
}

test('before any was chosen addresses stay what they are', () => {
  for (const href of ['/search?keywords=a', '/list', '/', '/list/info/7', '/cart'])
    expect(inLastView(href)).toBe(href);
});

test.each([
  ['table', '/search/table?keywords=%E5%A4%B4&type=1', '/list/table'],
  ['drugs', '/search/drugs?keywords=%E5%A4%B4&type=1', '/list/drugs'],
  ['plain', '/search?keywords=%E5%A4%B4&type=1', '/list/no_image'],
  ['cards', '/search?keywords=%E5%A4%B4&type=1', '/list'],
  ['never-heard-of', '/search?keywords=%E5%A4%B4&type=1', '/list'],
])('after %s searches and lists open so, with all that they ask', (view, search, list) => {
  rememberView(view);
  expect(inLastView('/search?keywords=%E5%A4%B4&type=1')).toBe(search);
  expect(inLastView('/list')).toBe(list);
  expect(inLastView('/search/table?keywords=a')).toBe('/search/table?keywords=a');
});

test('each account has its own; while nobody knows who is there the last one counts', async () => {
  as('demo');
  rememberView('table');
  as('other');
  expect(inLastView('/search')).toBe('/search');
  rememberView('drugs');
  as('demo');
  expect(inLastView('/search')).toBe('/search/table');
  as(undefined);
  expect(inLastView('/search')).toBe('/search/drugs');
  expect([await notified(), await notified()].sort()).toEqual([
    'POST /api/user/list-view view=drugs',
    'POST /api/user/list-view view=table',
  ]);
});

test('what was chosen on another device holds as soon as it is known who is there', () => {
  as(null);
  rememberView('table');
  as('demo', 'drugs');
  expect(inLastView('/search')).toBe('/search/drugs');
  as('other');
  expect(inLastView('/search')).toBe('/search');
  expect(shop.left()).toBe(0);
});

test('what was chosen here is not undone by an older word, and sent once more where it did not arrive', async () => {
  as('demo', 'drugs');
  rememberView('table');
  expect(await notified()).toBe('POST /api/user/list-view view=table');
  // The next page: the server was asked before it heard.
  as(undefined);
  as('demo', 'drugs');
  expect(inLastView('/search')).toBe('/search/table');
  expect(await notified()).toBe('POST /api/user/list-view view=table');
  // Once only: then the server's word counts again.
  as('demo', 'cards');
  expect(inLastView('/search')).toBe('/search');
  expect(shop.left()).toBe(0);
});

test('what was chosen before it was known who is there is theirs, and told', async () => {
  rememberView('drugs');
  expect(inLastView('/search')).toBe('/search/drugs');
  as('demo', 'table');
  expect(inLastView('/search')).toBe('/search/drugs');
  expect(await notified()).toBe('POST /api/user/list-view view=drugs');
  as('other');
  expect(inLastView('/search')).toBe('/search');
  expect(shop.left()).toBe(0);
});

test('a view that is pressed before the scripts of its page came is that of the next page', async () => {
  runInThisContext(earlyPresses);
  document.body.innerHTML = '<a data-view="drugs"><b>按品种</b></a>';
  document.querySelector('b')?.click();
  as('demo', 'cards');
  expect(inLastView('/search')).toBe('/search/drugs');
  expect(await notified()).toBe('POST /api/user/list-view view=drugs');
});

test('a visitor’s choice stays in the browser', () => {
  as(null);
  rememberView('table');
  expect(inLastView('/search')).toBe('/search/table');
  expect(shop.left()).toBe(0);
});
