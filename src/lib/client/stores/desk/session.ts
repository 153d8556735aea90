/** The person at a desk: logging in and out, the password, the authenticator. */

import { api } from '#lib/contract/api.ts';
import type { Sent } from '#lib/contract/call.ts';
import { AppError, needsProof } from '#lib/contract/errors.ts';
import type { Enrolled, StaffWire, TotpSecret } from '#lib/contract/staff.ts';
import { call } from '../../api.ts';
import { GivenUpError } from '../../given-up.ts';
import { type Door, passDoor } from './doors.ts';

/**
 * Calls a desk. Where the session has ended, or the call requires a recent proof of identity, a dialog asks for it and
 * the same call is sent again, with the same body and Idempotency-Key. Rejects with a CancelledError, which needs no
 * message, where the person gives up. Rejects as `call` otherwise.
 */
export async function deskCall<In, Out>(
  to: Sent<In, Out>,
  input: In,
  how: Parameters<typeof call>[2] = {},
): Promise<Out> {
  for (;;) {
    try {
      return await call(to, input, how);
    } catch (error) {
      const door = await doorOf(error);
      if (door === null) throw error;
      if (!(await passDoor(door))) throw new GivenUpError();
    }
  }
}

/** Without a session every desk call answers 404. If `/me` works, the 404 is real and is shown. */
async function doorOf(error: unknown): Promise<Door | null> {
  if (needsProof(error)) return 'proof';
  const isEnded = error instanceof AppError && error.code === 404 && (await hasEnded());
  return isEnded ? 'login' : null;
}

function hasEnded(): Promise<boolean> {
  return call(api.deskMe, {}).then(
    () => false,
    (error: unknown) => error instanceof AppError && error.code === 404,
  );
}

/** Logs in; `code` is empty for a person without an authenticator. Rejects as `call` does. */
export function logInAtDesk(input: { username: string; password: string; code: string }): Promise<StaffWire> {
  return call(api.deskLogin, input);
}

/**
 * Proves one's identity by the password or a code, for acts that move money. If the session has ended meanwhile, the
 * act itself fails with that and asks for a login. Rejects as `call` does.
 */
export async function proveAtDesk(proof: string): Promise<void> {
  try {
    await call(api.proveStaff, { proof });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 404) throw error;
  }
}

/** Records that a list is saved as a file; no file is made where this rejects. Rejects as `deskCall` does. */
export function reportExport(list: string, rows: number): Promise<null> {
  return deskCall(api.reportExport, { list, rows, filter: location.search.slice(0, 1000) });
}

/** Logs out; succeeds without a session too. Rejects as `call` does. */
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

/** Confirms the secret by one of its codes. Rejects as `deskCall` does. */
export function confirmTotp(code: string): Promise<Enrolled> {
  return deskCall(api.confirmTotp, { code });
}
