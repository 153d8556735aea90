import { expect, test } from 'vitest';
import { activityScope, dayScope, limitScope, weekScope } from '#lib/rules/promotions/quota.ts';

test('uses are counted apart by limit, by Shanghai day and by Shanghai week', () => {
  const sundayNight = Date.UTC(2026, 10, 22, 15, 59);
  expect(limitScope(17)).toBe('all:17');
  expect(dayScope(17, sundayNight)).toBe('day:2026-11-22:17');
  expect(dayScope(17, sundayNight + 60_000)).toBe('day:2026-11-23:17');
  expect(weekScope(17, sundayNight)).toBe('week:2026-11-16:17');
  expect(weekScope(17, sundayNight + 60_000)).toBe('week:2026-11-23:17');
  expect(activityScope(4, 17)).toBe('activity:4:17');
});
