/** How a company registers: its forms, its steps, and the agreement (rules 2). */
import type { CompanyState } from './company-state.ts';

/** single: one company. head: a head office that names its stores. */
export const registrationForms = ['single', 'head'] as const;
export type RegistrationForm = (typeof registrationForms)[number];

/** A store as a head office names it. */
export interface NamedStore {
  /** The company that it has become; null before. */
  companyId: number | null;
  name: string;
  creditCode: string;
  regionCode: string;
  /** True once the head office does not want it any more. */
  isDropped?: boolean;
}

/**
 * The version of 用户协议 and 隐私政策 that is in force: the day of their text, and which one of that day. Another text is
 * another version, which everybody is asked for at their next log-in (tests/rules/agreement.test.ts).
 */
export const agreementVersion = '2026-11-28-2';

/** What is said to whom has not agreed to it. */
export const agreementRefusals = {
  unread: '请阅读并同意用户协议和隐私政策',
  /** Another version is in force than the page knew. */
  stale: '用户协议或隐私政策已更新，请刷新页面，阅读后再同意',
  /** At a log-in. */
  renewed: '用户协议和隐私政策有新版本，请阅读并同意后再登录',
} as const;

/** Stores that a head office can name while it registers. */
export const maxStores = 200;

/** 1 account, 2 company, 3 papers, 4 handed in: waiting, or decided. */
export type RegistrationStep = 1 | 2 | 3 | 4;

export const registrationSteps = ['注册账号', '企业资料', '资质证照', '等待审核'] as const;

/** Where a registration stands: nobody logged in is at its beginning; `isFilled` once the company has been described. */
export function registrationStep(state: CompanyState | null, isFilled: boolean): RegistrationStep {
  if (state === null) return 1;
  return mayRegister(state) ? (isFilled ? 3 : 2) : 4;
}

/** True while the company has still to hand in: never handed in, or returned. */
export function mayRegister(state: CompanyState | (string & {})): boolean {
  return state === 'draft' || state === 'rejected';
}

/** True until a company is approved for the first time: it has still to hand in, or waits for the desk. */
export function isOnItsWayIn(state: CompanyState | (string & {})): boolean {
  return mayRegister(state) || state === 'reviewing';
}

/** What a company is called until it says its name. */
export function draftName(phone: string): string {
  return `待完善的企业（尾号${phone.slice(-4)}）`;
}
