/** The rows of a filter are written as text: whatever a maker is called, it stays a text. */
import { expect, test } from 'vitest';
import { optionRows } from '../../src/components/goods/option-rows.ts';

const option = { name: '片剂', count: 12, href: '/list?form=%E7%89%87%E5%89%82&sort=sale', isChosen: false };

test('a row is a link with its count', () => {
  expect(optionRows([option])).toBe(
    '<li><a rel="nofollow" href="/list?form=%E7%89%87%E5%89%82&amp;sort=sale" class="filter-option"><span>片剂</span><b>12</b></a></li>',
  );
  expect(optionRows([])).toBe('');
  expect(optionRows([option, option]).match(/<li>/g)).toHaveLength(2);
});

test('what is chosen says so, also to who sees no colour', () => {
  const row = optionRows([{ ...option, isChosen: true }]);
  expect(row).toContain('class="filter-option is-chosen"');
  expect(row).toContain('<span class="sr-only">已选，再点取消</span></a>');
});

test('signs of HTML in a name or an address are text', () => {
  const row = optionRows([
    { ...option, name: '<img src=x onerror=alert(1)>&"', href: '/list?maker="><script>' },
  ]);
  expect(row).not.toMatch(/<img|<script|="">/);
  expect(row).toContain('<span>&lt;img src=x onerror=alert(1)&gt;&amp;&quot;</span>');
  expect(row).toContain('href="/list?maker=&quot;&gt;&lt;script&gt;"');
});
