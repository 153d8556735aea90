/** Changing the telephone that one logs in with. */

import { z } from 'zod';
import { post } from '../call.ts';
import { phoneProof } from './password-schema.ts';

const { phone, code, puzzle } = phoneProof;

export const sendOwnCodeInput = z.object({
  /** To one's own phone, or to the new one, given in `phone`. */
  step: z.enum(['old', 'new'], { error: '验证步骤不正确' }),
  phone: phone.optional(),
  puzzle,
});
export type SendOwnCodeInput = z.output<typeof sendOwnCodeInput>;

export const proveOwnPhoneInput = z.object({ code, puzzle });
export type ProveOwnPhoneInput = z.output<typeof proveOwnPhoneInput>;

export const changePhoneInput = z.object({
  /** As `proveOwnPhone` answered it. */
  proof: z.string({ error: '请先验证原手机号' }).regex(/^[\w-]{32}$/, { error: '请先验证原手机号' }),
  phone,
  code,
  puzzle,
});
export type ChangePhoneInput = z.output<typeof changePhoneInput>;

export const phoneCalls = {
  sendOwnCode: post('/api/user/change-phone/code', {
    who: 'buyer',
    may: 'read',
    input: sendOwnCodeInput,
    output: z.object({ wait_seconds: z.number() }),
  }),
  proveOwnPhone: post('/api/user/change-phone/prove', {
    who: 'buyer',
    may: 'read',
    input: proveOwnPhoneInput,
    output: z.object({ proof: z.string() }),
  }),
};
