/** Addresses in one line: each place is named once, levels that fill a table are not named. */
import { expect, test } from 'vitest';
import { addressText, isFillerDivision, regionText } from '#lib/rules/text/address-text.ts';

test.each([
  ['湖北省', '武汉市', '洪山区', '湖北省武汉市洪山区'],
  ['北京市', '北京市', '朝阳区', '北京市朝阳区'],
  ['北京市', '市辖区', '朝阳区', '北京市朝阳区'],
  ['重庆市', '县', '城口县', '重庆市城口县'],
  ['湖北省', '湖北省', '仙桃市', '湖北省仙桃市'],
  ['湖北省', '省直辖县级行政区划', '仙桃市', '湖北省仙桃市'],
  ['新疆维吾尔自治区', '自治区直辖县级行政区划', '石河子市', '新疆维吾尔自治区石河子市'],
  ['新疆维吾尔自治区', '新疆维吾尔自治区', '石河子市', '新疆维吾尔自治区石河子市'],
  ['广东省', '东莞市', '东莞市', '广东省东莞市'],
  ['吉林省', '吉林市', '船营区', '吉林省吉林市船营区'],
  ['', '', '', ''],
])('%s %s %s is %s', (province, city, district, text) => {
  expect(regionText({ province, city, district })).toBe(text);
  expect(addressText({ province, city, district, detail: '干河路1号' })).toBe(`${text}干河路1号`);
});

test('a county is no level that fills a table', () => {
  expect(['县', '城口县', '市辖区', '仙桃市'].map(isFillerDivision)).toEqual([true, false, true, false]);
});
