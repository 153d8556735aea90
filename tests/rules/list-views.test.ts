import { expect, test } from 'vitest';
import { pathInView, viewAt } from '#lib/rules/site/list-views.ts';

test.each([
  ['/list', 'table', '/list/table'],
  ['/list', 'plain', '/list/no_image'],
  ['/search', 'drugs', '/search/drugs'],
  ['/list', 'drugs', '/list/drugs'],
  ['/list', 'cards', undefined],
  ['/yx', 'table', undefined],
  ['/list', '', undefined],
])('%s as %s is %s', (list, view, path) => {
  expect(pathInView(list, view)).toBe(path);
});

test.each([
  ['/list/table', 'table'],
  ['/list/table?otc=1', 'table'],
  ['/list/no_image', 'plain'],
  ['/search/drugs', 'drugs'],
  ['/list', undefined],
  ['/help', undefined],
  ['', undefined],
])('%s opens %s', (address, view) => {
  expect(viewAt(address)).toBe(view);
});
