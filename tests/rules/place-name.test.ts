import { expect, it } from 'vitest';
import { placeName } from '#lib/rules/text/address-text.ts';

it.each([
  ['中国', '广东省', '深圳市', '广东省 深圳市'],
  ['中国', '北京', '北京市', '北京市'],
  ['中国', '新疆', '乌鲁木齐市', '新疆 乌鲁木齐市'],
  ['中国', '香港', '', '香港'],
  ['中国', '', '', '中国'],
  ['美国', '', '', '美国'],
  ['日本', '东京都', '', '日本 东京都'],
  ['', '', '内网IP', null],
])('%s %s %s is %s', (country, province, city, text) => {
  expect(placeName({ country, province, city })).toBe(text);
});

it('nothing found is no place', () => expect(placeName(null)).toBeNull());
