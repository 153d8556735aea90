import { expect, test } from 'vitest';
import { dueNames, dueText, isTemplateDue, templateDayText } from '#lib/rules/purchase/template-day.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);
const none = { weekday: null, monthDay: null };

test.each([
  [{ ...none, weekday: 1 }, '每周一'],
  [{ ...none, weekday: 7 }, '每周日'],
  [{ ...none, monthDay: 15 }, '每月15日'],
  [none, ''],
])('%o is %s', (day, text) => {
  expect(templateDayText(day)).toBe(text);
});

// 2026-11-23 is a Monday.
test.each<[string, { weekday: number | null; monthDay: number | null }, string | null, string, boolean]>([
  ['its weekday, from the first moment', { ...none, weekday: 1 }, null, '2026-11-23T00:00:00', true],
  ['the last moment before', { ...none, weekday: 1 }, null, '2026-11-22T23:59:59', false],
  ['its last moment', { ...none, weekday: 1 }, '2026-11-16', '2026-11-23T23:59:59', true],
  ['the day after', { ...none, weekday: 1 }, null, '2026-11-24T00:00:00', false],
  ['ordered today', { ...none, weekday: 1 }, '2026-11-23', '2026-11-23T09:00:00', false],
  ['a Sunday', { ...none, weekday: 7 }, null, '2026-11-22T09:00:00', true],
  ['its day of the month', { ...none, monthDay: 23 }, null, '2026-11-23T09:00:00', true],
  ['another day of the month', { ...none, monthDay: 22 }, null, '2026-11-23T09:00:00', false],
  ['the 31st in a month of 30', { ...none, monthDay: 31 }, null, '2026-11-30T09:00:00', true],
  ['the 31st in February', { ...none, monthDay: 31 }, null, '2027-02-28T09:00:00', true],
  ['not the day before the 31st', { ...none, monthDay: 31 }, null, '2026-12-30T09:00:00', false],
  ['no day at all', none, null, '2026-11-23T09:00:00', false],
])('%s', (_, day, usedOn, now, isDue) => {
  expect(isTemplateDue(day, usedOn, at(now))).toBe(isDue);
});

test('those that are due are named, of many how many there are', () => {
  const on = (name: string, weekday: number | null, usedOn: string | null = null) => ({
    ...none,
    name,
    weekday,
    usedOn,
  });
  const all = [on('甲', 1), on('乙', 2), on('丙', 1, '2026-11-23'), on('丁', null), on('戊', 1)];
  expect(dueNames(all, at('2026-11-23T09:00:00'))).toEqual(['甲', '戊']);
  expect(['', '甲', '甲、乙', '甲等3个模板']).toEqual(
    [[], ['甲'], ['甲', '乙'], ['甲', '乙', '丙']].map(dueText),
  );
});
