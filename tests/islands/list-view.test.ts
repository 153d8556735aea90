// @vitest-environment happy-dom
/** A view of lists, once chosen, is that of the next search, for each account its own. */
import { beforeEach, expect, test } from 'vitest';
import { inLastView, rememberView } from '#lib/client/stores/shell/list-view.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import type { UserInfo } from '#lib/contract/accounts/schema.ts';

const as = (username: string | null | undefined) =>
  $user.set(username ? ({ username } as UserInfo) : (username as null | undefined));

beforeEach(() => {
  localStorage.clear();
  as(undefined);
});

test('before any was chosen addresses stay what they are', () => {
  for (const href of ['/search?keywords=a', '/list', '/', '/list/info/7', '/cart'])
    expect(inLastView(href)).toBe(href);
});

test.each([
  ['table', '/search/table?keywords=%E5%A4%B4&type=1', '/list/table'],
  ['drugs', '/search/drugs?keywords=%E5%A4%B4&type=1', '/list'],
  ['plain', '/search?keywords=%E5%A4%B4&type=1', '/list/no_image'],
  ['cards', '/search?keywords=%E5%A4%B4&type=1', '/list'],
  ['never-heard-of', '/search?keywords=%E5%A4%B4&type=1', '/list'],
])('after %s searches and lists open so, with all that they ask', (view, search, list) => {
  rememberView(view);
  expect(inLastView('/search?keywords=%E5%A4%B4&type=1')).toBe(search);
  expect(inLastView('/list')).toBe(list);
  expect(inLastView('/search/table?keywords=a')).toBe('/search/table?keywords=a');
});

test('each account has its own; while nobody knows who is there the last one counts', () => {
  as('demo');
  rememberView('table');
  as('other');
  expect(inLastView('/search')).toBe('/search');
  rememberView('drugs');
  as('demo');
  expect(inLastView('/search')).toBe('/search/table');
  as(undefined);
  expect(inLastView('/search')).toBe('/search/drugs');
});
