/** The person at a desk: logging in and out, the password, the authenticator. */
import type { Access, Call } from '#lib/contract/call.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { Enrolled, StaffWire, TotpSecret } from '#lib/contract/staff/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { CancelledError, call } from '../../api.ts';

/**
 * Calls a desk. Where the session has ended the page goes to the desks' login, and back here afterwards; it rejects with
 * a CancelledError then, of which nobody needs to hear. Rejects as `call` otherwise.
 */
export async function deskCall<In, Out, W extends Access>(
  to: Call<In, Out, W>,
  input: In,
  how: Parameters<typeof call>[2] = {},
): Promise<Out> {
  try {
    return await call(to, input, how);
  } catch (error) {
    // To whom no session is open a desk's call is none; what is not there for one who is logged in is told.
    if (!(error instanceof AppError) || error.code !== 404 || !(await hasEnded())) throw error;
    location.assign(path('/desk/login', undefined, { next: location.pathname + location.search }));
    throw new CancelledError();
  }
}

function hasEnded(): Promise<boolean> {
  return call(api.deskMe, {}).then(
    () => false,
    (error: unknown) => error instanceof AppError && error.code === 404,
  );
}

/** Logs in; `code` is empty for who has no authenticator. Rejects as `call` does. */
export function logInAtDesk(input: { username: string; password: string; code: string }): Promise<StaffWire> {
  return call(api.deskLogin, input);
}

/** Logs out; who is out already is as well. Rejects as `call` does. */
export async function logOutOfDesk(): Promise<void> {
  try {
    await call(api.deskLogout, {});
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 404) throw error;
  }
}

/** Changes one's own password. Rejects as `deskCall` does. */
export function changeDeskPassword(input: { password: string; new_password: string }): Promise<StaffWire> {
  return deskCall(api.deskPassword, input);
}

/** A new secret for an authenticator. Rejects as `deskCall` does. */
export function beginTotp(): Promise<TotpSecret> {
  return deskCall(api.beginTotp, {});
}

/** Makes the secret one's own by one of its codes. Rejects as `deskCall` does. */
export function confirmTotp(code: string): Promise<Enrolled> {
  return deskCall(api.confirmTotp, { code });
}
