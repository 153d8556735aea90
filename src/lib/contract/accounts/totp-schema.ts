/** The authenticator of one's own log-in. */
import { z } from 'zod';
import { totpCodeInput, totpSecret } from '../staff/schema.ts';
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

/** Input and output of each call. */
export const totpSchemas = {
  beginOwnTotp: { input: z.object({ password: password('登录密码') }), output: totpSecret },
  confirmOwnTotp: { input: totpCodeInput, output: totpSet },
  endOwnTotp: { input: totpCodeInput, output: ownTotp },
};
