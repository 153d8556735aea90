/** 首营资料: which kinds there are, which have to be there, which expire, and how they stand. */
import { describe, expect, it } from 'vitest';
import {
  isOnboardingRequired,
  onboardingKindKeys,
  onboardingKinds,
  onboardingKindsOf,
  refuseValidTo,
} from '#lib/rules/companies/onboarding.ts';
import { isOnboardingLacking, onboardingState } from '#lib/rules/companies/onboarding-state.ts';
import { findDay } from '#lib/rules/terms/activity-time.ts';

const now = findDay('2026-11-26')! + 12 * 3_600_000;
const medicine = { approvalNo: '国药准字Z20260001' };
const plain = { approvalNo: '' };

describe('the kinds', () => {
  it('are these: whose, needed of medicines, needed of what has no 批准文号, with a last day', () => {
    const yes = (is: boolean) => (is ? 'yes' : 'no');
    expect(
      onboardingKindKeys.map((kind) => {
        const { text, of, validity } = onboardingKinds[kind];
        const needed = [medicine, plain].map((goods) =>
          yes(isOnboardingRequired(kind, of === 'merchant' ? null : goods)),
        );
        return [text, of, ...needed, validity].join(' ');
      }),
    ).toEqual([
      '营业执照 merchant yes yes optional',
      '药品经营许可证或药品生产许可证 merchant yes yes needed',
      '质量保证协议 merchant yes yes needed',
      '销售人员授权委托书 merchant yes yes needed',
      '印章印模 merchant yes yes none',
      '随货同行单样式 merchant yes yes none',
      '开户许可和开票资料 merchant yes yes none',
      '企业年度报告公示 merchant no no none',
      'GSP证书或符合性检查结果 merchant no no optional',
      '质量体系调查表 merchant no no none',
      '食品经营许可证 merchant no no needed',
      '医疗器械经营许可证或备案凭证 merchant no no optional',
      '生产企业营业执照 maker yes yes optional',
      '生产企业生产许可证 maker yes no needed',
      '药品注册批件或再注册批件 goods yes no needed',
      '质量标准 goods yes yes none',
      '包装、标签、说明书样稿 goods yes no none',
      '检验报告 goods no no none',
      '物价资料 goods no no none',
    ]);
  });

  it('stand on one sheet each: the merchant’s, or the goods’ with its maker’s', () => {
    const both = [...onboardingKindsOf('merchant'), ...onboardingKindsOf('goods')];
    expect(both.toSorted()).toEqual(onboardingKindKeys.toSorted());
    expect(new Set(both).size).toBe(both.length);
    expect(onboardingKindsOf('goods')).toContain('maker_licence');
  });
});

it.each([
  [undefined, 'missing', true, false],
  [null, 'valid', false, false],
  ['2026-11-25', 'expired', true, true],
  ['2026-11-26', 'month', false, false],
  ['2026-12-26', 'month', false, false],
  ['2026-12-27', 'quarter', false, false],
  ['2027-02-24', 'quarter', false, false],
  ['2027-02-25', 'valid', false, false],
] as const)('a paper until %s is %s', (validTo, state, lacksNeeded, lacksOther) => {
  expect(onboardingState(validTo, now)).toBe(state);
  expect(isOnboardingLacking(onboardingState(validTo, now), true)).toBe(lacksNeeded);
  expect(isOnboardingLacking(onboardingState(validTo, now), false)).toBe(lacksOther);
});

it.each([
  ['drug_licence', '', '请填写药品经营许可证或药品生产许可证的有效期至'],
  ['drug_licence', '2026-11-26', null],
  ['drug_licence', '2026-11-25', '药品经营许可证或药品生产许可证已过有效期，请上传有效的资料'],
  ['business_licence', '', null],
  ['business_licence', '2026-01-01', '营业执照已过有效期，请上传有效的资料'],
  ['seal_specimens', '', null],
  ['seal_specimens', '2027-01-01', '印章印模没有有效期，请不要填写'],
] as const)('%s with the last day “%s”: %s', (kind, validTo, refusal) => {
  expect(refuseValidTo(kind, validTo, now)).toBe(refusal);
});
