/** 统一社会信用代码 (GB 32100-2015). */
import { withoutHidden } from './one-line.ts';

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** The check digit of the first 17 characters; null when one of them is not in the alphabet. */
export function findCheckDigit(first17: string): string | null {
  if (first17.length !== 17) return null;
  let sum = 0;
  let weight = 1;
  for (const char of first17) {
    const value = alphabet.indexOf(char);
    if (value < 0) return null;
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return alphabet.charAt((31 - (sum % 31)) % 31);
}

/** Why a code is refused: a sentence, or null when it is right. Lower case and full width are let pass. */
export function findCreditCodeProblem(input: string): string | null {
  const code = normalizeCreditCode(input);
  if (code === '') return '请输入统一社会信用代码';
  if (code.length !== 18) return `统一社会信用代码为18位，现为${code.length}位`;
  const digit = findCheckDigit(code.slice(0, 17));
  if (digit === null || !alphabet.includes(code.charAt(17)))
    return '统一社会信用代码含有不允许的字符（如I、O、S、V、Z）';
  return digit === code[17] ? null : '统一社会信用代码校验位不正确，请核对';
}

/** The stored form of the code: half width, upper case, no spaces. */
export function normalizeCreditCode(input: string): string {
  return withoutHidden(input.normalize('NFKC')).replace(/\s/g, '').toUpperCase();
}
