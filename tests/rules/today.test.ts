/** Waiting work at the desks: order and wording. */
import { expect, it } from 'vitest';
import { isOverdue, sortWaiting, type Wait, waitText } from '#lib/rules/site/today.ts';

const now = new Date('2026-11-28T04:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

it('puts overdue work first, then the longest waiting, then terms and what has no time', () => {
  const waits: (Wait & { name: string })[] = [
    { name: 'no time', count: 3, since: null, wait: 'age' },
    { name: 'term', count: 1, since: ago(-200), wait: 'deadline' },
    { name: 'young', count: 1, since: ago(1), wait: 'age' },
    { name: 'old', count: 1, since: ago(90), wait: 'age' },
    { name: 'late', count: 1, since: ago(50), wait: 'overdue' },
    { name: 'term is over', count: 1, since: ago(2), wait: 'deadline' },
  ];
  expect(sortWaiting(waits, now).map(({ name }) => name)).toEqual([
    'late',
    'term is over',
    'old',
    'young',
    'term',
    'no time',
  ]);
  expect(isOverdue({ count: 0, since: null, wait: 'overdue' }, now)).toBe(false);
});

it('says an age of what waits and a date of a term', () => {
  expect(waitText({ since: ago(0), wait: 'age' }, now)).toBe('最早的已等1分钟');
  expect(waitText({ since: ago(3.5), wait: 'age' }, now)).toBe('最早的已等3小时');
  expect(waitText({ since: ago(47), wait: 'overdue' }, now)).toBe('最早的已等47小时');
  expect(waitText({ since: ago(49), wait: 'overdue' }, now)).toBe('最早的已等2天');
  expect(waitText({ since: new Date('2026-12-08T02:00:00Z'), wait: 'deadline' }, now)).toBe(
    '最近的截止 12-08',
  );
  expect(waitText({ since: new Date('2026-11-20T02:00:00Z'), wait: 'deadline' }, now)).toBe(
    '最早的已在11-20截止',
  );
  expect(waitText({ since: null, wait: 'age' }, now)).toBe('');
});
