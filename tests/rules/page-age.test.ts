import { expect, it } from 'vitest';
import { pageAge } from '#lib/rules/site/page-age.ts';

const now = new Date('2026-03-02T10:00:00.000+08:00');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

it.each([
  ['nothing changes', [], 60],
  ['what changes later than in a minute is met by the next rendering', [after(61), after(86_400)], 60],
  ['the first change counts, whatever its place', [after(40), after(7), after(300)], 7],
  ['a begun second counts as whole', [after(6.2)], 7],
  ['what is over changes nothing', [after(-30), after(0), after(20)], 20],
  ['a page is kept for a second at least', [after(0.001)], 1],
])('%s', (_, changes, seconds) => {
  expect(pageAge(changes, now)).toBe(seconds);
});
