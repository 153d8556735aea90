/** The addresses of lists: one thing changes, the rest stays. */
import { expect, test } from 'vitest';
import { clearedHref, listHref, toggleHref } from '#islands/goods/list-links.ts';
import type { GoodsListInput } from '#lib/contract/goods/calls.ts';

const empty: GoodsListInput = {
  keywords: '',
  sccj_keywords: '',
  merchant_id: [],
  maker: [],
  form: [],
  spec: [],
  otc: [],
  expiry: [],
  page: 1,
  size: 20,
};
const input: GoodsListInput = {
  ...empty,
  keywords: '头孢 a&b',
  maker: ['甲', '乙'],
  merchant_id: [3, 4],
  otc: ['rx'],
  in_stock: 1,
  price_min: '1.5',
  sort: 'price',
  order: 'asc',
  page: 7,
};
const kept =
  'keywords=%E5%A4%B4%E5%AD%A2+a%26b&merchant_id=3%2C4&maker=%E7%94%B2%7C%E4%B9%99&otc=rx&in_stock=1&price_min=1.5&sort=price&order=asc';

test('everything stays but the page', () => {
  expect(listHref('/list', input)).toBe(`/list?${kept}`);
  expect(listHref('/list', input, { page: 2 })).toBe(`/list?${kept}&page=2`);
  // Made once, asked for again.
  expect(listHref('/list/table', input)).toBe(`/list/table?${kept}`);
});

test('one thing changes or goes', () => {
  expect(listHref('/list', input, { price_min: undefined })).toBe(
    `/list?${kept.replace('&price_min=1.5', '')}`,
  );
  expect(listHref('/list', input, { sort: 'default', order: undefined })).toBe(
    `/list?${kept.replace('&sort=price&order=asc', '')}`,
  );
  expect(listHref('/list', input, { category_id: 12, in_stock: undefined })).toBe(
    `/list?${kept.replace('b&m', 'b&category_id=12&m').replace('&in_stock=1', '')}`,
  );
});

test('a value of a filter is put in and taken out', () => {
  expect(toggleHref('/list', input, 'maker', '乙')).toBe(`/list?${kept.replace('%7C%E4%B9%99', '')}`);
  expect(toggleHref('/list', input, 'merchant_id', 9)).toBe(`/list?${kept.replace('3%2C4', '3%2C4%2C9')}`);
  expect(toggleHref('/list', input, 'otc', 'rx')).toBe(`/list?${kept.replace('&otc=rx', '')}`);
});

test('an empty list has no query', () => {
  const none = { ...empty };
  expect(listHref('/list', none)).toBe('/list');
  expect(listHref('/list', none, { expiry: ['18-', '0-6'] })).toBe('/list?expiry=18-%2C0-6');
  expect(clearedHref('/search', input)).toBe('/search?keywords=%E5%A4%B4%E5%AD%A2+a%26b');
});
