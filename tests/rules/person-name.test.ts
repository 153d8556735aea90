/** What people are called who have said a name, and who have not. */
import { expect, test } from 'vitest';
import { isOwnName, placeholderName } from '#lib/rules/companies/person-name.ts';

test('who has said no name is called by the end of the phone, and is asked for one', () => {
  const given = placeholderName('13911112222');
  expect(given).toBe('用户2222');
  // Also after the phone has changed.
  expect([given, '用户0001', '', ' '].map(isOwnName)).toEqual([false, false, false, false]);
  expect(['许安然', '用户', '用户2222号', '张用户2222'].map(isOwnName)).toEqual([true, true, true, true]);
});
