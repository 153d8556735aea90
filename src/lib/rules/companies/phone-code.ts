/** Codes sent to a phone: their form, validity and limits (rules 2). */
import { keysOf } from '../terms/keys.ts';

/** The purposes of a code, with the words of its text message: a code is valid for its purpose only. */
const purposes = {
  forget: '重置密码',
  register: '注册账号',
  invite: '加入企业',
  phone_old: '验证原手机号',
  phone_new: '更换手机号',
  contract: '签署合同',
} as const;
export type CodePurpose = keyof typeof purposes;
export const codePurposes = keysOf(purposes);
/** Purposes for which anyone may request a code; codes of the others come by a call that checks more than the phone. */
export const openPurposes = ['forget', 'register'] as const satisfies readonly CodePurpose[];
export type OpenPurpose = (typeof openPurposes)[number];

export const codeLength = 6;
/** Validity of a code, ms. */
export const codeTtl = 5 * 60_000;
/** Pause before the next code to a phone, ms. */
export const codeGap = 60_000;
/** Codes an hour to one phone, and for one address. */
export const codesOfPhone = 5;
export const codesOfAddress = 20;
/** Wrong codes of one phone in a quarter of an hour; then none is looked at. */
export const codeGuesses = 5;
/** From this many wrong codes of a phone, or phones of one address in an hour, on a puzzle is required. */
export const wrongBeforePuzzle = 3;
export const phonesBeforePuzzle = 3;

/** Six digits of a whole number from 0 up to 999999: 42 is 000042. */
export function codeText(number: number): string {
  return String(number).padStart(codeLength, '0');
}

/** True for what may be a code at all. */
export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/** The text message with a code. */
export function codeSentence(purpose: CodePurpose, code: string): string {
  return `验证码${code}，${codeTtl / 60_000}分钟内有效，仅用于${purposes[purpose]}。请勿告诉他人，药批网不会向您索要验证码。`;
}
