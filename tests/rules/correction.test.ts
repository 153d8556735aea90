import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allCorrectionKinds,
  allCorrectionStates,
  canCorrectionMove,
  correctionKindText,
  correctionProblem,
  correctionStateText,
  deciderProblem,
  isCorrectionOpen,
  mostCorrected,
} from '#lib/rules/companies/correction.ts';
import { type Issue, issueLimits, issueProblem } from '#lib/rules/promotions/issued.ts';
import { findDay } from '#lib/rules/terms/activity-time.ts';

describe('a correction of the balance', () => {
  test.each([
    [0, 100, '请填写要调整的金额'],
    [1, 0, null],
    [-100, 100, null],
    [-101, 100, '余额只有¥1.00，不能调减¥1.01'],
    [mostCorrected, 0, null],
    [mostCorrected + 1, 0, '每次最多调整100万元'],
    [-mostCorrected - 1, mostCorrected * 2, '每次最多调整100万元'],
  ])('%i fen over %i: %s', (amount, balance, problem) => {
    expect(correctionProblem(amount, balance)).toBe(problem);
  });

  test('never leaves less than nothing', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(), (amount, balance) => {
        fc.pre(correctionProblem(amount, balance) === null);
        expect(balance + amount).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('is decided once, by somebody else', () => {
    expect(allCorrectionStates.filter(isCorrectionOpen)).toEqual(['waiting']);
    expect(canCorrectionMove('waiting', 'passed')).toBe(true);
    expect(canCorrectionMove('waiting', 'refused')).toBe(true);
    for (const from of ['passed', 'refused'] as const)
      for (const to of allCorrectionStates) expect(canCorrectionMove(from, to)).toBe(false);
    expect(deciderProblem('guanli', 'guanli')).toContain('另一位');
    expect(deciderProblem('guanli', 'caiwu')).toBeNull();
  });

  test('is called by what it moves', () => {
    expect(allCorrectionKinds.map(correctionKindText)).toEqual(['余额调整', '平台现金券', '平台专享券']);
    const passed = allCorrectionKinds.map((kind) => correctionStateText('passed', kind));
    expect(passed).toEqual(['已入账', '已发放', '已发放']);
    expect(correctionStateText('waiting', 'voucher')).toBe('待复核');
  });
});

describe('a coupon given by hand', () => {
  const now = findDay('2026-11-23')! + 12 * 3_600_000;
  const good: Issue = { kind: 'voucher', value: 50_00, threshold: 0, until: '2026-12-31' };
  test.each<[string, Partial<Issue>, string | undefined]>([
    ['a voucher', {}, undefined],
    ['of nothing', { value: 0 }, 'value'],
    ['of the most', { value: issueLimits.most }, undefined],
    ['of more', { value: issueLimits.most + 1 }, 'value'],
    ['a voucher with a threshold', { threshold: 1 }, 'threshold'],
    ['a coupon from as much as it takes off', { kind: 'coupon', threshold: 50_00 }, undefined],
    ['a coupon from less', { kind: 'coupon', threshold: 49_99 }, 'threshold'],
    ['until today', { until: '2026-11-23' }, undefined],
    ['until yesterday', { until: '2026-11-22' }, 'until'],
    ['until a day that is none', { until: '2026-02-30' }, 'until'],
    ['for a year', { until: '2027-11-23' }, undefined],
    ['for longer', { until: '2027-11-25' }, 'until'],
  ])('%s', (_name, change, field) => {
    expect(issueProblem({ ...good, ...change }, now)?.field).toBe(field);
  });
});
