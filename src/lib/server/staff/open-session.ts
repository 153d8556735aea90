/** The end of every login to a desk: a session, saved and handed to the browser. */
import type { CallContext } from '../core/context.ts';
import { newDeskSession } from '../core/sessions/desk-session.ts';
import { deskPath, type KnownLogin, rememberDevice } from '../core/sessions/device-cookie.ts';
import type { Tx } from '../db/client.ts';
import type { StaffLogin } from '../people/staff-rows.ts';
import { openStaffSession } from '../people/staff-session-rows.ts';

/** A login as devices know it: ids of staff and of buyers belong to different people. */
export function knownOf({ id, passwordHash }: Pick<StaffLogin, 'id' | 'passwordHash'>): KnownLogin {
  return { userId: `staff:${id}`, passwordHash };
}

/** Opens a session within the transaction; answers its set-cookie. */
export async function openSession(
  tx: Tx,
  { now, clientAddress: address, headers }: CallContext<'all' | 'staff'>,
  staffId: number,
): Promise<string> {
  const { cookie, ...session } = newDeskSession(now);
  const userAgent = (headers.get('user-agent') ?? '').slice(0, 500);
  await openStaffSession(tx, { ...session, staffId, address, userAgent, createdAt: now });
  return cookie;
}

/** Hands the session to the browser, and remembers the device. */
export function sendCookies(
  { headers, answerHeaders }: CallContext<'all' | 'staff'>,
  cookie: string,
  login: Pick<StaffLogin, 'id' | 'passwordHash'>,
): void {
  answerHeaders.append('set-cookie', cookie);
  answerHeaders.append('set-cookie', rememberDevice(headers, knownOf(login), deskPath));
}
