/** Codes sent to a phone: their form, how long they hold, how many there may be (rules 2). */
import { keysOf } from '../terms/keys.ts';

/** What a code is for, as its text message says: one of one purpose opens nothing of another. */
const purposes = {
  forget: '重置密码',
  register: '注册账号',
  invite: '加入企业',
  phone_old: '验证原手机号',
  phone_new: '更换手机号',
} as const;
export type CodePurpose = keyof typeof purposes;
export const codePurposes = keysOf(purposes);
/** Those for which anybody may have a code sent; a code of the others comes by a call that looks at more than the phone. */
export const openPurposes = ['forget', 'register'] as const satisfies readonly CodePurpose[];
export type OpenPurpose = (typeof openPurposes)[number];

export const codeLength = 6;
/** A code holds so long, ms. */
export const codeTtl = 5 * 60_000;
/** The next code to a phone may be asked for after so long, ms. */
export const codeGap = 60_000;
/** Codes an hour to one phone, and for one address. */
export const codesOfPhone = 5;
export const codesOfAddress = 20;
/** Wrong codes of one phone in a quarter of an hour; then none is looked at. */
export const codeGuesses = 5;
/** From so many wrong codes of a phone, or phones of one address in an hour, on a puzzle comes first. */
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

/** What a text message with a code says. */
export function codeSentence(purpose: CodePurpose, code: string): string {
  return `验证码${code}，${codeTtl / 60_000}分钟内有效，仅用于${purposes[purpose]}。请勿告诉他人，药批网不会向您索要验证码。`;
}
