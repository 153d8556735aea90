/** Codes to phones and new passwords (rules 2, 7). */

import { z } from 'zod';
import { buyerPassword } from '#lib/rules/companies/password.ts';
import { isCode, openPurposes } from '#lib/rules/companies/phone-code.ts';
import { agreementRefusals } from '#lib/rules/companies/registration.ts';
import { get, post } from '../call.ts';
import { mobile } from '../fields.ts';

export const phone = mobile();

/** The solution of the puzzle in a refusal; left out until there is one. */
export const puzzle = z.string().max(4_000, { error: '安全验证的内容有误' }).default('');

/** A password that is set or checked. */
export function password(label: string) {
  return z
    .string({ error: `请填写${label}` })
    .min(1, { error: `请填写${label}` })
    .max(buyerPassword.max, { error: `密码最多${buyerPassword.max}个字` });
}

/** The version of the agreement that a new user accepts. */
export const agreement = z
  .string({ error: agreementRefusals.unread })
  .min(1, { error: agreementRefusals.unread })
  .max(20, { error: '协议版本不正确' });

/** Six digits from a text message. */
const phoneCode = z.string({ error: '请填写验证码' }).trim().refine(isCode, { error: '验证码是6位数字' });

/** The proof of a phone. */
export const phoneProof = { phone, code: phoneCode, puzzle };

export const sendCodeInput = z.object({
  phone,
  purpose: z.enum(openPurposes, { error: '验证码用途不正确' }).default('forget'),
  puzzle,
});
export type SendCodeInput = z.output<typeof sendCodeInput>;

export const forgetPhoneInput = z.object(phoneProof);
export type ForgetPhoneInput = z.output<typeof forgetPhoneInput>;

export const newPasswordInput = z.object({ password: password('新密码') });
export type NewPasswordInput = z.output<typeof newPasswordInput>;

export const ownPasswordInput = z.object({
  old_password: password('原密码'),
  password: password('新密码'),
});
export type OwnPasswordInput = z.output<typeof ownPasswordInput>;

/** How many sessions ended with the old password. */
export const passwordChanged = z.object({ ended: z.number() });
export type PasswordChanged = z.infer<typeof passwordChanged>;

export const passwordCalls = {
  createCode: post('/api/user/create-code', {
    who: 'anyone',
    input: sendCodeInput,
    output: z.object({ wait_seconds: z.number() }),
  }),
  findPhone: get('/api/user/phone/{value}', {
    who: 'anyone',
    input: z.object({ value: phone }),
    output: z.object({ is_taken: z.number() }),
  }),
  provePhone: post('/api/forget/step1', {
    who: 'anyone',
    input: forgetPhoneInput,
    output: z.object({ expires_at: z.string() }),
  }),
  resetForgotten: post('/api/forget/step2', {
    who: 'anyone',
    input: newPasswordInput,
    output: passwordChanged,
  }),
  changeOwnPassword: post('/api/user/reset-password', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: ownPasswordInput,
    output: passwordChanged,
  }),
};
