/** The 统一社会信用代码 (GB 32100-2015): its digits and its check digit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditCode } from '#demo/seed/credit-code.ts';
import { findCheckDigit, findCreditCodeProblem, normalizeCreditCode } from '#lib/rules/text/credit-code.ts';

describe('a credit code', () => {
  it.each([
    // The standard's own example, and companies that everybody can look up.
    ['91350100M000100Y43', null],
    ['9144030071526726XG', null],
    ['91110000802100433B', null],
    ['', '请输入统一社会信用代码'],
    ['9144030071526726X', '统一社会信用代码为18位，现为17位'],
    ['9144030071526726XGG', '统一社会信用代码为18位，现为19位'],
    ['9144030071526726XO', '统一社会信用代码含有不允许的字符（如I、O、S、V、Z）'],
    ['9144030071526726XH', '统一社会信用代码校验位不正确，请核对'],
    ['9144030017526726XG', '统一社会信用代码校验位不正确，请核对'],
  ])('%s: %s', (code, problem) => {
    expect(findCreditCodeProblem(code)).toBe(problem);
  });

  it('is read as it is typed', () => {
    expect(normalizeCreditCode(' 9144030071526726xg ')).toBe('9144030071526726XG');
    expect(normalizeCreditCode('９１４４０３００７１５２６７２６ｘｇ')).toBe('9144030071526726XG');
  });

  it('has a check digit only of digits', () => {
    expect(findCheckDigit('9144030071526726X')).toBe('G');
    expect(findCheckDigit('9144030071526726O')).toBeNull();
  });

  it('is noticed with one place wrong, whichever it is', () => {
    const places = [...'0123456789'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 900_000 }),
        fc.integer({ min: 2, max: 7 }),
        fc.constantFrom(...places),
        (serial, at, digit) => {
          const code = creditCode('420111', serial);
          expect(findCreditCodeProblem(code)).toBeNull();
          const wrong = code.slice(0, at) + digit + code.slice(at + 1);
          expect(findCreditCodeProblem(wrong) === null).toBe(wrong === code);
        },
      ),
    );
  });
});
