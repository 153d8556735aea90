/** How a company registers: its forms, its steps, and the agreement (rules 2). */
import type { CompanyState } from './company-state.ts';

/** single: one company. head: a head office that names its stores. */
export const registrationForms = ['single', 'head'] as const;
export type RegistrationForm = (typeof registrationForms)[number];

/** A store named by a head office. */
export interface NamedStore {
  /** The resulting company; null before. */
  companyId: number | null;
  name: string;
  creditCode: string;
  regionCode: string;
  /** True once the head office no longer wants it. */
  isDropped?: boolean;
}

/**
 * The current version of 用户协议 and 隐私政策: the day of their text, and its number on that day. Another text is another
 * version, which everybody has to accept at their next login (tests/rules/agreement.test.ts).
 */
export const agreementVersion = '2026-11-30-7';

/** Messages for a person who has not accepted it. */
export const agreementRefusals = {
  unread: '请阅读并同意用户协议和隐私政策',
  /** The current version differs from that of the page. */
  stale: '用户协议或隐私政策已更新，请刷新页面，阅读后再同意',
  /** At a login. */
  renewed: '请阅读并同意当前版本的用户协议和隐私政策后再登录',
} as const;

/** Most stores that a head office can name during registration. */
export const maxStores = 200;

/** 1 account, 2 company, 3 documents, 4 submitted: waiting, or decided. */
export type RegistrationStep = 1 | 2 | 3 | 4;

export const registrationSteps = ['注册账号', '企业资料', '资质证照', '等待审核'] as const;

/** The step of a registration: a visitor is at the first one; `isFilled` once the company has been described. */
export function registrationStep(state: CompanyState | null, isFilled: boolean): RegistrationStep {
  if (state === null) return 1;
  return mayRegister(state) ? (isFilled ? 3 : 2) : 4;
}

/** True while the company still has to submit: never submitted, or returned. */
export function mayRegister(state: CompanyState | (string & {})): boolean {
  return state === 'draft' || state === 'rejected';
}

/** True until a company is approved for the first time: it still has to submit, or waits for the desk. */
export function isOnItsWayIn(state: CompanyState | (string & {})): boolean {
  return mayRegister(state) || state === 'reviewing';
}

/** The name of a company until it is given. */
export function draftName(phone: string): string {
  return `待完善的企业（尾号${phone.slice(-4)}）`;
}
