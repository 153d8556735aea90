import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ActKind,
  actKind,
  actStateText,
  allActKinds,
  aloneKinds,
} from '#lib/rules/companies/act-kinds.ts';
import { allActStates, canActMove, isActOpen } from '#lib/rules/companies/act-states.ts';
import {
  type ActPerson,
  askedAs,
  correctionProblem,
  deciderProblem,
  kindsToDecide,
  mayActAlone,
  mostCorrected,
  secondText,
  waitsText,
} from '#lib/rules/companies/countersign.ts';
import { allProposalStates, canProposalMove, newProposal } from '#lib/rules/companies/price-proposal.ts';
import { isFarFromDue } from '#lib/rules/orders/transfer-state.ts';
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
    expect(allActStates.filter(isActOpen)).toEqual(['waiting']);
    expect(canActMove('waiting', 'passed')).toBe(true);
    expect(canActMove('waiting', 'refused')).toBe(true);
    expect(canActMove('waiting', 'withdrawn')).toBe(true);
    for (const from of ['passed', 'refused', 'withdrawn'] as const)
      for (const to of allActStates) expect(canActMove(from, to)).toBe(false);
  });

  test('is called by what it moves', () => {
    expect(allActKinds.slice(0, 3).map((kind) => actKind(kind).text)).toEqual([
      '余额调整',
      '平台现金券',
      '平台专享券',
    ]);
    const passed = allActKinds.slice(0, 3).map((kind) => actStateText('passed', kind));
    expect(passed).toEqual(['已入账', '已发放', '已发放']);
    expect(actStateText('waiting', 'voucher')).toBe('待复核');
  });
});

describe('a second person', () => {
  const limits = { alone: 10_00, admin: 10_000_00 };
  const person = (name: string, role?: string, side: 'platform' | 'merchant' = 'platform') => ({
    name,
    side,
    role,
  });
  const act = { askedBy: 'an', askedAs: 'platform:finance', kind: 'balance' as const, amount: 10_00 };
  test.each<[string, Partial<Parameters<typeof deciderProblem>[0]>, ActPerson, string | null]>([
    ['is another than who asked', {}, person('bo', 'finance'), null],
    ['is not who asked', {}, person('an', 'finance'), '另一位'],
    ['is not who asked, as an administrator either', {}, person('an', 'admin'), '另一位'],
    ['may decide this kind', {}, person('bo', 'marketing'), '不能核对转账和账单'],
    ['is of the platform', {}, person('bo', 'admin', 'merchant'), '平台的同事'],
    ['may be a command', {}, person('bo'), null],
    ['is anyone up to the upper limit', { amount: 10_000_00 }, person('bo', 'finance'), null],
    ['is an administrator above it', { amount: 10_000_01 }, person('bo', 'finance'), '须有一位平台管理员'],
    [
      'is an administrator below the negative of it',
      { amount: -10_000_01 },
      person('bo', 'finance'),
      '管理员',
    ],
    ['is an administrator', { amount: 10_000_01 }, person('bo', 'admin'), null],
    [
      'is anyone where an administrator asked',
      { amount: 10_000_01, askedAs: 'platform:admin' },
      person('bo', 'finance'),
      null,
    ],
    [
      'is an administrator where a merchant’s asked',
      { amount: 10_000_01, askedAs: 'merchant:admin' },
      person('bo', 'finance'),
      '管理员',
    ],
    ['needs none for what moves no money', { amount: null, kind: 'low_price' }, person('bo', 'goods'), null],
  ])('%s', (_name, change, decider, said) => {
    const problem = deciderProblem({ ...act, ...change }, decider, limits);
    if (said === null) expect(problem).toBeNull();
    else expect(problem).toContain(said);
  });

  test.each([
    [10_00, 0, true, true],
    [10_01, 0, true, false],
    [-10_00, 0, true, true],
    [-10_01, 0, true, false],
    [4_00, 6_00, true, true],
    [4_00, 6_01, true, false],
    [1, 0, false, false],
    [null, 0, true, false],
  ])(
    'is not needed for %s fen after %s, where one may decide (%s): %s',
    (amount, usedToday, mayDecide, is) => {
      expect(mayActAlone({ amount, usedToday, mayDecide }, limits)).toBe(is);
      expect(mayActAlone({ amount: 1, usedToday: 0, mayDecide: true }, { ...limits, alone: 0 })).toBe(false);
    },
  );

  test.each<[ActKind, number | null, string, string]>([
    ['merchant_close', null, '须由另一位质管或管理员在“待复核”通过后生效。', '须由平台复核后生效。'],
    ['setting', null, '须由另一位管理员在“待复核”通过后生效。', '须由平台复核后生效。'],
    ['coupon', 0, '须由另一位财务或管理员在“待复核”通过后生效。', '须由平台复核后生效。'],
    [
      'voucher',
      6_00,
      '您今天还可单独办理¥6.00，超过的由另一位财务或管理员在“待复核”通过后生效。',
      '您今天还可单独办理¥6.00，超过的由平台复核后生效。',
    ],
    [
      'order_refund',
      null,
      '超过一人限额的，由另一位财务或管理员在“待复核”通过后生效。',
      '超过一人限额的，由平台复核后生效。',
    ],
    [
      'low_price',
      null,
      '低于底价的，由另一位商品运营或管理员在“待复核”通过后生效。',
      '低于底价的，由平台复核后生效。',
    ],
  ])('is said beforehand and while it waits: %s, %s left', (kind, left, atPlatform, atMerchant) => {
    expect(secondText(kind, left, 'platform')).toBe(atPlatform);
    expect(secondText(kind, left, 'merchant')).toBe(atMerchant);
    const [who] = /另一位[^在]+/.exec(atPlatform) ?? [];
    expect(waitsText(kind, 'platform')).toBe(`等${who}复核`);
    expect(waitsText(kind, 'merchant')).toBe('等待平台复核');
  });

  test('decides kinds by their role', () => {
    expect(kindsToDecide(person('an', 'service'))).toEqual([]);
    expect(kindsToDecide(person('an', 'admin', 'merchant'))).toEqual([]);
    expect(kindsToDecide(person('an', 'admin'))).toEqual(allActKinds);
    expect(kindsToDecide(person('an', 'finance'))).not.toContain('low_price');
    expect(aloneKinds('order_refund')).toEqual(['order_refund']);
    expect(aloneKinds('balance')).not.toContain('order_refund');
    expect(askedAs(person('an', 'finance'))).toBe('platform:finance');
    expect(askedAs(person('an'))).toBe('platform');
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

describe('an amount that is far from what is asked for', () => {
  const limits = { fen: 1_00, percent: 1 };
  test.each([
    [100_00, 101_00, false],
    [100_00, 101_01, true],
    [100_00, 98_99, true],
    [50_00, 50_50, false],
    [50_00, 50_51, true],
    [100_000_00, 100_001_01, true],
    [0, 1, true],
    [0, 0, false],
  ])('%i fen asked for, %i came: %s', (due, received, isFar) => {
    expect(isFarFromDue(due, received, limits)).toBe(isFar);
  });
});

describe('a proposed price', () => {
  test('is decided once', () => {
    expect(allProposalStates.filter((to) => canProposalMove(newProposal, to))).toEqual([
      'accepted',
      'refused',
      'withdrawn',
      'replaced',
    ]);
    for (const from of allProposalStates.filter((state) => state !== newProposal))
      for (const to of allProposalStates) expect(canProposalMove(from, to)).toBe(false);
  });
});
