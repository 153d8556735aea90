/** The authenticator of one's own log-in. All reject as `call` does. */
import type { OwnTotp, TotpSet } from '#lib/contract/accounts/totp-schema.ts';
import { api } from '#lib/contract/api.ts';
import type { TotpSecret } from '#lib/contract/staff.ts';
import { call } from '../../api.ts';

/** A secret to be scanned; it counts from the first code on that is confirmed. */
export function beginOwnTotp(password: string): Promise<TotpSecret> {
  return call(api.beginOwnTotp, { password });
}

/** From now on the login requires a code; the other devices are logged out. */
export function confirmOwnTotp(code: string): Promise<TotpSet> {
  return call(api.confirmOwnTotp, { code });
}

/** The login no longer requires a code. */
export function endOwnTotp(code: string): Promise<OwnTotp> {
  return call(api.endOwnTotp, { code });
}
