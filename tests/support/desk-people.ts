/** People at the desks for server tests: added by command, with a password and an authenticator of their own. */

import { eq } from 'drizzle-orm';
import { api } from '#lib/contract/api.ts';
import type { Enrolled, StaffWire, TotpSecret } from '#lib/contract/staff.ts';
import type { staffRoles } from '#lib/rules/companies/staff.ts';
import type { Context } from '#lib/server/core/context.ts';
import { newDeskSession } from '#lib/server/core/sessions/desk-session.ts';
import { hashPassword } from '#lib/server/core/sessions/password-hashes.ts';
import { newRecoveryCodes, newTotpSecret, sealTotp } from '#lib/server/core/sessions/totp.ts';
import type { Db } from '#lib/server/db/client.ts';
import { staff, staffSession } from '#lib/server/db/schema.ts';
import { type Answer, cookieOf, request } from './request.ts';
import { routeOf } from './routes.ts';
import { codeNow, secretOf } from './totp.ts';

const logIn = routeOf(api.deskLogin);
const changePassword = routeOf(api.deskPassword);
const begin = routeOf(api.beginTotp);
const confirm = routeOf(api.confirmTotp);

/** The password that each of them chooses. */
export const chosen = 'chosen-by-myself';

/** What the command adds them as. */
export function byCommand(db: Db): Context<'platform'> {
  return {
    db,
    now: new Date(),
    actor: { kind: 'platform', name: '何一', merchantId: null },
    requestId: 'run',
  };
}

export interface Person {
  id: number;
  username: string;
  cookie: string;
  /** As the authenticator holds it; empty where there is none. */
  secret: string;
  recoveryCodes: string[];
}

interface Entering {
  code?: string;
  address?: string;
  cookie?: string;
}

/** `POST /api/desk/login`. */
export function enter(username: string, password: string, { code = '', ...how }: Entering = {}) {
  const body = { username, password, code };
  return request<StaffWire>(logIn, { address: '198.51.100.1', ...how, body });
}

/** `POST /api/desk/password`. */
export function change(cookie: string, password: string, next: string): Promise<Answer<StaffWire>> {
  return request<StaffWire>(changePassword, { body: { password, new_password: next }, cookie });
}

/** The code that an authenticator shows now, for a person who has used none yet. */
export async function freshCode(db: Db, { id, secret }: Person): Promise<string> {
  await db.update(staff).set({ totpStep: 0 }).where(eq(staff.id, id));
  return codeNow(secret);
}

/** Enrols an authenticator. */
export async function enrol(cookie: string): Promise<Pick<Person, 'cookie' | 'secret' | 'recoveryCodes'>> {
  const begun = await request<TotpSecret>(begin, { method: 'POST', cookie });
  const secret = secretOf(begun.data.secret);
  const done = await request<Enrolled>(confirm, { body: { code: await codeNow(secret) }, cookie });
  if (done.code !== 200) throw new Error(`not enrolled: ${done.message}`);
  return { cookie: cookieOf(done.headers), secret, recoveryCodes: done.data.recovery_codes };
}

let chosenHash: Promise<string> | undefined;

/**
 * A person for whom a desk is open, logged in; of the platform with an authenticator, of a merchant without. Written
 * into the tables: the way through the calls takes a second of hashing.
 */
export async function person(
  db: Db,
  username: string,
  role: (typeof staffRoles)[number],
  merchantId: number | null = null,
): Promise<Person> {
  chosenHash ??= hashPassword(chosen);
  const own = { username, role, merchantId, passwordHash: await chosenHash, isPasswordInitial: false };
  const [{ id } = { id: 0 }] = await db.insert(staff).values(own).returning({ id: staff.id });
  const { tokenHash, expiresAt, cookie } = newDeskSession(new Date());
  const secret = merchantId === null ? newTotpSecret() : '';
  const { codes, hashes } = newRecoveryCodes({ kind: 'staff', id });
  if (merchantId === null)
    await db
      .update(staff)
      .set({ totpSecret: sealTotp({ kind: 'staff', id }, secret), totpStep: 0, recoveryCodes: hashes })
      .where(eq(staff.id, id));
  const session = { tokenHash, expiresAt, staffId: id, address: '198.51.100.1', userAgent: 'a test' };
  await db.insert(staffSession).values(session);
  return {
    id,
    username,
    cookie: cookie.split(';', 1)[0] ?? '',
    secret,
    recoveryCodes: merchantId === null ? codes : [],
  };
}
