import { describe, expect, it } from 'vitest';
import { buyerPassword, passwordProblem, strengthText } from '#lib/rules/companies/password.ts';
import { codePurposes, codeSentence, codeText, isCode } from '#lib/rules/companies/phone-code.ts';

describe('a code', () => {
  it.each([
    [0, '000000'],
    [42, '000042'],
    [999_999, '999999'],
  ])('of %i is %s', (number, text) => {
    expect(codeText(number)).toBe(text);
    expect(isCode(text)).toBe(true);
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６'])('is not %s', (text) => {
    expect(isCode(text)).toBe(false);
  });

  it('says how long it holds', () => {
    for (const purpose of codePurposes)
      expect(codeSentence(purpose, '000042')).toContain('验证码000042，5分钟内有效');
    expect(codeSentence('forget', '000042')).toContain('仅用于重置密码');
    expect(codeSentence('register', '000042')).toContain('仅用于注册账号');
    expect(codeSentence('invite', '000042')).toContain('仅用于加入企业');
  });
});

describe('a password', () => {
  const { min, max } = buyerPassword;
  it.each([
    [min - 1, 4, '密码至少8个字'],
    [min, 4, undefined],
    [max, 4, undefined],
    [max + 1, 4, '密码最多128个字'],
    [min, 1, '这个密码太容易被猜到，请换一个，例如用几个不相干的词'],
    [min, 2, undefined],
  ] as const)('of %i letters and strength %i: %s', (length, strength, problem) => {
    expect(passwordProblem(length, strength)).toBe(problem);
  });

  it('has a word for each strength', () => {
    expect(([0, 1, 2, 3, 4] as const).map(strengthText)).toEqual(['太简单', '较弱', '一般', '较强', '很强']);
  });
});
