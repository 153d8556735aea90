/** Logging in and the user entity (rules 11, "User"). */

import { z } from 'zod';
import { maxPersonName } from '#lib/rules/companies/person-name.ts';
import { listViews } from '#lib/rules/site/list-views.ts';
import { phoneOrText } from '#lib/rules/text/phone.ts';
import { del, get, post } from '../call.ts';
import { unset } from '../decode.ts';
import { emptyInput, freeText, mobile, text } from '../fields.ts';
import { passwordCalls } from './password-schema.ts';
import { changePhoneInput, phoneCalls } from './phone-schema.ts';
import { totpCalls } from './totp-schema.ts';

export const loginInput = z.object({
  /** A name, or the telephone in any form. */
  username: text('登录名或手机号', { min: 1, max: 50 }).transform(phoneOrText),
  password: z
    .string({ error: '请填写密码' })
    .min(1, { error: '请填写密码' })
    .max(128, { error: '密码最多128个字' }),
  /** The accepted version of the agreement, where the login has required it; else empty. */
  agreement: freeText('协议版本', 20),
  /** From the authenticator, or a recovery code, where the login has required it; else empty. */
  code: freeText('验证码', 20),
});
/** The browser's input. */
export type LoginTexts = z.input<typeof loginInput>;
export type LoginInput = z.output<typeof loginInput>;

/** The wire's user. Amounts are yuan strings, flags 0 or 1. */
export const userInfo = z.object({
  username: z.string(),
  is_lszh: z.number(),
  name: z.string(),
  phone: z.string(),
  company: z.string(),
  /** When the hot line is answered. */
  service_hours: z.string(),
  company_status: z.string(),
  /** 待审核, 审核通过…: the company's state in words. */
  company_status_text: z.string(),
  role: z.string(),
  role_text: z.string(),
  face: z.string(),
  rank: z.string(),
  rank_id: z.number(),
  admin: z.object({ name: z.string(), phone: z.string(), is_default: z.number() }).nullable(),
  address: z.string(),
  is_passed: z.number(),
  points: z.number(),
  cart: z.number(),
  message_count: z.number(),
  /** Messages of chat that the person has not read. */
  chat_count: z.number(),
  wechat: z.string().nullable(),
  common_config: z.object({ qq1: z.string(), qq2: z.string(), hot_line: z.string() }),
  quality_inspection: z.object({ quality_inspection_url: z.string(), msg: z.string() }).nullable(),
  login_url: z.string(),
  is_show_youx: z.number(),
  is_special: z.number(),
  /** 1: chat in the page, otherwise QQ and telephone. */
  is_can_chat: z.number(),
  /** Opens the embedded chat page once, for 60 s; empty where is_can_chat is 0. */
  token: z.string(),
  /** Orders to pay and to receive, for the buyer's card on the home page. */
  to_pay: z.number(),
  to_receive: z.number(),
  /** Stores of the person's company for which they may act. */
  stores: z.number(),
  /** Licences that end within 60 days or have expired, in words. */
  paper_notices: z.array(z.string()),
  /** Names of one's own templates whose day it is, until they are ordered from. */
  due_templates: z.array(z.string()),
  /** The view of lists that was chosen last, on any device; empty where none was. */
  list_view: z.enum(['', ...listViews]),
});
export type UserInfo = z.infer<typeof userInfo>;

export const updateUserInput = z.object({
  name: text('姓名', { min: 1, max: maxPersonName }),
  /** The current phone: another one is refused. */
  phone: unset(mobile().optional()),
});
export type UpdateUserInput = z.output<typeof updateUserInput>;

export const keepListViewInput = z.object({ view: z.enum(listViews, { error: '没有这种看法' }) });
export type KeepListViewInput = z.output<typeof keepListViewInput>;

export const loginOutput = z.object({ user: userInfo });
export type LoginOutput = z.infer<typeof loginOutput>;

export const accountsCalls = {
  ...passwordCalls,
  ...phoneCalls,
  ...totpCalls,
  login: post('/api/auth/login', { who: 'all', input: loginInput, output: loginOutput }),
  userInfo: get('/api/user/info', { who: 'buyer', whileFrozen: true, input: emptyInput, output: userInfo }),
  logout: del('/api/user/logout', { who: 'all', input: emptyInput, output: z.null() }),
  changePhone: post('/api/user/change-phone', {
    who: 'buyer',
    may: 'read',
    input: changePhoneInput,
    output: userInfo,
  }),
  updateUser: post('/api/user/update', {
    who: 'buyer',
    may: 'read',
    input: updateUserInput,
    output: userInfo,
  }),
  saveListView: post('/api/user/list-view', {
    who: 'buyer',
    may: 'read',
    input: keepListViewInput,
    output: z.null(),
  }),
  logoutPost: post('/api/user/logout', { who: 'all', input: emptyInput, output: z.null() }),
};
