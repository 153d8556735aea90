/** The devices of the logged-in person. Each act returns the rest. */

import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { SessionWire } from '#lib/contract/sessions.ts';
import { call } from '../../api.ts';

/** Ends one device; one that has ended already is gone as well. Rejects as `call` does. */
export async function endSession(id: string): Promise<SessionWire[]> {
  try {
    return (await call(api.endSession, { id })).list;
  } catch (error) {
    if (error instanceof AppError && error.code === 404) return (await call(api.sessions, {})).list;
    throw error;
  }
}

/** Ends every device but this one. Rejects as `call` does. */
export async function endOtherSessions(): Promise<SessionWire[]> {
  return (await call(api.endOtherSessions, {})).list;
}
