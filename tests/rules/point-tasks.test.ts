/** Tasks for points (rules 6): which terms are refused, and what counts. */
import { describe, expect, it } from 'vitest';
import {
  answerProblem,
  findTaskFault,
  isAsked,
  type MerchantWord,
  startProblem,
  type TaskTerms,
  taskCounts,
  taskGain,
  taskMonth,
} from '#lib/rules/points/tasks.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);
const plain: TaskTerms & { merchantWord: MerchantWord; passedAt: number | null } = {
  merchantWord: 'asked',
  passedAt: null,
  kind: 'scan',
  points: 5,
  chances: 0,
  wheelId: null,
  merchantId: null,
  payer: 'platform',
  startsAt: at('2026-11-01T00:00:00'),
  endsAt: null,
  monthly: 20,
};

describe('terms of a task', () => {
  it.each<[string, Partial<TaskTerms>, string | null]>([
    ['points alone', {}, null],
    ['chances of a wheel', { points: 0, chances: 1, wheelId: 3 }, null],
    ['nothing to gain', { points: 0 }, 'points'],
    ['chances of no wheel', { chances: 1 }, 'wheel_id'],
    ['a wheel without chances', { wheelId: 3 }, 'chances'],
    ['documents of a merchant', { kind: 'papers', merchantId: 1 }, 'merchant_id'],
    ['a merchant who pays and is not named', { payer: 'merchant' }, 'payer'],
    ['a merchant who pays for its own orders', { payer: 'merchant', merchantId: 1 }, null],
    [
      'a merchant who pays for chances alone',
      { payer: 'merchant', merchantId: 1, points: 0, chances: 1, wheelId: 3 },
      'payer',
    ],
    ['an end before the beginning', { endsAt: at('2026-10-31T00:00:00') }, 'ends_at'],
    ['an end at the beginning', { endsAt: at('2026-11-01T00:00:00') }, 'ends_at'],
    ['first orders a month', { kind: 'first_order' }, 'monthly'],
    ['first orders', { kind: 'first_order', monthly: null }, null],
  ])('%s', (_, change, field) => {
    expect(findTaskFault({ ...plain, ...change })?.field ?? null).toBe(field);
  });
});

describe('what counts', () => {
  const event = { kind: 'scan', merchantId: 7, at: at('2026-11-30T23:59:59') } as const;
  it.each<[string, Partial<typeof plain>, boolean]>([
    ['any merchant', {}, true],
    ['the merchant itself', { merchantId: 7 }, true],
    ['another merchant', { merchantId: 8 }, false],
    ['another kind', { kind: 'papers' }, false],
    ['before the beginning', { startsAt: at('2026-12-01T00:00:00') }, false],
    ['the last second', { endsAt: at('2026-12-01T00:00:00') }, true],
    ['after the end', { endsAt: at('2026-11-30T23:59:59') }, false],
    ['the moment at which it was passed', { passedAt: at('2026-11-30T23:59:59') }, true],
    ['before it was passed', { passedAt: at('2026-12-01T00:00:00') }, false],
  ])('%s', (_, change, counts) => {
    expect(taskCounts({ ...plain, ...change }, event)).toBe(counts);
  });

  it('is counted in the month of Shanghai', () => {
    expect(taskMonth(Date.parse('2026-11-30T15:59:59Z'))).toBe('2026-11');
    expect(taskMonth(Date.parse('2026-11-30T16:00:00Z'))).toBe('2026-12');
  });

  it('is told in words', () => {
    expect(taskGain({ points: 20, chances: 0 })).toBe('20分');
    expect(taskGain({ points: 20, chances: 1 })).toBe('20分、1次抽奖');
    expect(taskGain({ points: 0, chances: 2 })).toBe('2次抽奖');
  });
});

describe('who has to say yes', () => {
  const now = at('2026-11-20T12:00:00');
  const merchant = { ...plain, payer: 'merchant', merchantId: 7, passedAt: now } as const;
  it.each<[string, Partial<typeof plain>, string]>([
    ['the platform’s', {}, ''],
    ['one that a merchant is asked for', { payer: 'merchant' }, ''],
    ['one that its merchant refused', { payer: 'merchant', merchantWord: 'refused' }, '商家不同意承担'],
    ['one that its merchant is asked for', { payer: 'merchant', passedAt: now }, '等待商家答复'],
    ['one that its merchant agreed to', { payer: 'merchant', merchantWord: 'agreed', passedAt: now }, ''],
    ['one that ends now', { endsAt: now }, '任务已经结束'],
  ])('%s is turned on, or is not: %o', (_, change, said) => {
    expect(startProblem({ ...plain, ...change }, now) ?? '').toContain(said);
  });

  it('asks a merchant from the pass to its answer', () => {
    expect(isAsked(merchant)).toBe(true);
    expect(isAsked({ ...merchant, passedAt: null })).toBe(false);
    expect(isAsked({ ...merchant, merchantWord: 'refused' })).toBe(false);
    expect(isAsked({ ...merchant, payer: 'platform' })).toBe(false);
  });

  it.each<[string, Partial<typeof plain>, string | null]>([
    ['asked', {}, null],
    ['answered', { merchantWord: 'agreed' }, '已经答复过：商家已同意'],
    ['not passed, or stopped', { passedAt: null }, '平台已停用这个任务'],
    ['over', { endsAt: now }, '任务已经结束'],
  ])('a merchant answers where it is %s', (_, change, said) => {
    const problem = answerProblem({ ...merchant, ...change }, now);
    if (said === null) expect(problem).toBeNull();
    else expect(problem).toContain(said);
  });
});
