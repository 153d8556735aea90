/** How far back a night's pass goes. */
import { expect, it } from 'vitest';
import { flowDays } from '#lib/rules/flows/compare.ts';
import { flowStep, passSince } from '#lib/rules/flows/pass.ts';
import { dayKey, findDay } from '#lib/rules/terms/activity-time.ts';

const dayMs = 86_400_000;
const first = findDay('2026-11-30')!;
const backOf = (day: number, since: string) => (day - findDay(since)!) / dayMs;

it('goes back forty days at first, further each night, and 400 days at last', () => {
  const backs: number[] = [];
  let before: string | null = null;
  for (let night = 0; night < 14; night++) {
    const day = first + night * dayMs;
    before = passSince(dayKey(day), before);
    backs.push(backOf(day, before));
  }
  expect(backs).toEqual([40, 81, 122, 163, 204, 245, 286, 327, 368, 400, 400, 400, 400, 400]);
});

it.each([
  ['a night after nights without a pass', '2026-11-30', '2026-10-01', 60 + flowStep],
  ['a night after one that went back as far as any', '2026-11-30', '2000-01-01', flowDays],
  ['the first night', '2026-11-30', null, flowStep],
])('%s', (_what, day, before, back) => {
  expect(backOf(findDay(day)!, passSince(day, before))).toBe(back);
});
