/**
 * Sessions at the desks: a random token in a cookie of their own, its hash in the database. A buyer's cookie is not
 * valid here, and this one is not valid in the shop.
 */
import { createHash, randomBytes } from 'node:crypto';
import { deskCookie } from '#lib/contract/constants.ts';
import { staffSessionMs } from '#lib/rules/companies/staff.ts';
import { getDb } from '../../db/client.ts';
import { findSessionStaff, type SessionStaff } from '../../people/staff-session-rows.ts';
import { currentTime } from '../process/clock.ts';
import { env } from '../process/env.ts';

const tokenPattern = /^[\w-]{43}$/;

/** A memoized reader of the request's staff member: one database query at most, and only when a desk needs it. */
export function staffReader(headers: Pick<Headers, 'get'>): () => Promise<SessionStaff | null> {
  let asked: Promise<SessionStaff | null> | undefined;
  return () => {
    asked ??= read(headers);
    return asked;
  };
}

async function read(headers: Pick<Headers, 'get'>): Promise<SessionStaff | null> {
  const tokenHash = deskTokenHash(headers);
  return tokenHash === null ? null : findSessionStaff(getDb(), tokenHash, currentTime());
}

/** The stored form of a request's token; null without one. */
export function deskTokenHash(headers: Pick<Headers, 'get'>): string | null {
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
  // A session of an earlier release continues under the plain name until it ends.
  const found = [`__Host-${deskCookie}=`, `${deskCookie}=`]
    .map((name) => cookies.find((cookie) => cookie.startsWith(name)))
    .find((cookie) => cookie !== undefined);
  const token = found?.slice(found.indexOf('=') + 1);
  return token !== undefined && tokenPattern.test(token) ? hashOf(token) : null;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** A new session: the fields for the database, and the set-cookie that opens it. */
export function newDeskSession(now: Date): { tokenHash: string; expiresAt: Date; cookie: string } {
  const token = randomBytes(32).toString('base64url');
  return {
    tokenHash: hashOf(token),
    expiresAt: new Date(now.getTime() + staffSessionMs),
    cookie: cookieOf(token, staffSessionMs / 1000),
  };
}

/** The set-cookie that deletes the session's cookie. */
export function noDeskCookie(): string {
  return cookieOf('', 0);
}

function cookieOf(token: string, maxAge: number): string {
  const isHttps = env().SITE_URL?.startsWith('https:') ?? false;
  const name = isHttps ? `__Host-${deskCookie}` : deskCookie;
  const secure = isHttps ? '; Secure' : '';
  return `${name}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}
