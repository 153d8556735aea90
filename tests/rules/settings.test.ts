/** The table of settings: what a person may type into each, and how a value is shown. */
import { describe, expect, it, test } from 'vitest';
import { settingGroups } from '#lib/rules/site/setting-groups.ts';
import {
  cellOf,
  completeValues,
  defaultValues,
  licenceSettings,
  readSetting,
  type SettingKey,
  settingField,
  settingKeys,
  settingShown,
  settingsOf,
  settingText,
  settingValue,
  wantsReason,
} from '#lib/rules/site/settings.ts';
import { entriesOf, keysOf } from '#lib/rules/terms/keys.ts';

const defaults = defaultValues({ hotLine: '400-123-4567', company: '某某医药' });

describe('a typed value', () => {
  test.each<[SettingKey, string, string | number | boolean]>([
    ['hotLine', ' 400-123-4567 ', '400-123-4567'],
    ['chatUrl', '', ''],
    ['chatUrl', 'https://chat.example.com/a?b=1', 'https://chat.example.com/a?b=1'],
    ['hotSearches', '阿莫西林\r\n\n 口罩 \n口罩', '阿莫西林\n口罩'],
    ['marquee', ' \n ', ''],
    ['actAlone', '０', 0],
    ['merchantsNeedTotp', '否', false],
    ['creditCode', '91350100M000100Y43', '91350100M000100Y43'],
    ['holidays', '2027-01-01至2027-01-03\n2027-04-05', '2027-01-01至2027-01-03\n2027-04-05'],
  ])('%s %j is read', (key, typed, cell) => {
    expect(readSetting(key, typed)).toEqual({ cell });
  });

  test.each<[SettingKey, string, string]>([
    ['hotLine', '', '请填写客服热线'],
    ['hotLine', '客服', '客服热线须为电话号码，只用数字、空格和短横线'],
    ['company', 'x'.repeat(101), '运营主体名称最多100个字'],
    ['company', '甲\n乙', '运营主体名称不能换行'],
    ['chatUrl', 'javascript:alert(1)', '在线客服网址须为http://或https://开头的网址'],
    ['qq1', 'abc', '客服QQ须为5到12位数字'],
    ['creditCode', '9135', '统一社会信用代码不正确：统一社会信用代码为18位，现为4位'],
    ['hotSearches', 'x'.repeat(21), '热门搜索每行最多20个字，“xxxxxxxxxx…”太长'],
    ['marquee', Array.from({ length: 11 }, (_, at) => `第${at}条`).join('\n'), '滚动公告最多10行'],
    [
      'makeUpDays',
      '2027-13-01',
      '调休上班日的“2027-13-01”须为日期，如2027-01-01，或起止日期，如2027-02-05 至 2027-02-11',
    ],
    [
      'holidays',
      '2027-02-11 至 2027-02-05',
      '法定节假日的“2027-02-11 至 2027-02-05”须为日期，如2027-01-01，或起止日期，如2027-02-05 至 2027-02-11',
    ],
    ['maxUnpaidTrades', '0', '未付款交易上限须为1到200之间的整数'],
    ['maxUnpaidTrades', '2.5', '未付款交易上限须为1到200之间的整数，不能是“2.5”'],
    ['actAlone', '', '请填写一人一天可办的金额'],
    ['merchantsNeedTotp', '也许', '商家须用身份验证器须填“是”或“否”，不能是“也许”'],
  ])('%s %j is refused', (key, typed, error) => {
    expect(readSetting(key, typed)).toEqual({ error });
  });
});

describe('every setting', () => {
  it('stands in one group and reads its own default back', () => {
    expect(keysOf(settingGroups).flatMap(settingsOf).toSorted()).toEqual([...settingKeys].toSorted());
    for (const [key, value] of entriesOf(defaults)) {
      const { isNeeded = false, fallback } = settingField(key);
      if (value === '' && isNeeded) continue;
      expect.soft(readSetting(key, settingText(value)), key).toEqual({ cell: cellOf(value) });
      expect.soft(settingValue(key, cellOf(value)), key).toEqual(value);
      if (fallback !== undefined) expect.soft(value, key).toBe(fallback);
    }
  });

  it('that two people change, or that the law requires, wants a reason', () => {
    expect(wantsReason(['actAlone'])).toBe(true);
    expect(wantsReason(['qq1', 'company'])).toBe(true);
    expect(wantsReason(['qq1', 'hotSearches'])).toBe(false);
    expect(licenceSettings.length).toBe(7);
  });
});

describe('stored values', () => {
  it('of another type than the field give way to the default', () => {
    const stored = {
      qq1: 99_990_001,
      hotSearches: '口罩',
      maxUnpaidTrades: '30',
      actAlone: null,
      marquee: ['甲'],
    };
    expect(completeValues({ ...stored, other: 1 }, defaults)).toEqual({
      ...defaults,
      qq1: '99990001',
      marquee: ['甲'],
    });
  });

  test.each<[SettingKey, unknown, string]>([
    ['actAlone', 10, '10元'],
    ['transferOverPercent', 1, '1%'],
    ['merchantsNeedTotp', true, '是'],
    ['hotSearches', ['口罩', '黄芪'], '口罩、黄芪'],
    ['marquee', [], '空'],
    ['qq1', '', '空'],
    ['hotLine', '400', '400'],
  ])('%s %j is shown as %s', (key, value, text) => {
    expect(settingShown(key, value)).toBe(text);
  });
});
