/** The authenticator of one's own log-in. */

import { z } from 'zod';
import { post } from '../call.ts';
import { totpCodeInput, totpSecret } from '../staff.ts';
import { password } from './password-schema.ts';

/** Whether the login requires a code. */
export const ownTotp = z.object({
  is_on: z.number(),
  /** Recovery codes that are left. */
  recovery_left: z.number(),
});
export type OwnTotp = z.infer<typeof ownTotp>;

/** Shown once. */
export const totpSet = z.object({ recovery_codes: z.array(z.string()) });
export type TotpSet = z.infer<typeof totpSet>;

export const totpCalls = {
  beginOwnTotp: post('/api/user/totp/begin', {
    who: 'buyer',
    may: 'manage',
    whileFrozen: true,
    input: z.object({ password: password('登录密码') }),
    output: totpSecret,
  }),
  confirmOwnTotp: post('/api/user/totp/confirm', {
    who: 'buyer',
    may: 'manage',
    whileFrozen: true,
    input: totpCodeInput,
    output: totpSet,
  }),
  endOwnTotp: post('/api/user/totp/off', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: totpCodeInput,
    output: ownTotp,
  }),
};
