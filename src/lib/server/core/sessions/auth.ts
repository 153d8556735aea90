/** Sessions and passwords: better-auth over our own tables, behind the specification's paths. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { username } from 'better-auth/plugins/username';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { getDb } from '../../db/client.ts';
import { account, session, user, verification } from '../../db/schema.ts';
import { clientAddressHeader } from '../process/client-address.ts';
import { env } from '../process/env.ts';
import { log } from '../process/log.ts';
import { hashPassword, verifyPassword } from './password-hashes.ts';

// Opens a session for a person identified by other means than a password.

/** Has no path: only the server itself calls it. */
const endpoint = createAuthEndpoint(
  { method: 'POST', body: z.object({ userId: z.string() }) },
  async (ctx) => {
    const { internalAdapter } = ctx.context;
    const user = await internalAdapter.findUserById(ctx.body.userId);
    if (user === null) throw new Error('nobody to open a session for');
    const session = await internalAdapter.createSession(user.id);
    await setSessionCookie(ctx, { session, user });
    return null;
  },
);

/** better-auth's plugin with `api.openSession`. */
function openSession() {
  return { id: 'open-session', endpoints: { openSession: endpoint } } satisfies BetterAuthPlugin;
}

/** The session cookie of an https shop: bound to this host only. */
const hostCookie = '__Host-yp.session_token';
/** Its name in earlier releases; such a session continues under it until it ends. */
const pastCookie = '__Secure-yp.session_token';

function create() {
  const { SITE_URL, PORT, AUTH_SECRET } = env();
  return betterAuth({
    appName: '药批网',
    baseURL: SITE_URL ?? `http://localhost:${PORT}`,
    secret: AUTH_SECRET ?? '',
    database: drizzleAdapter(getDb(), { provider: 'pg', schema: { user, session, account, verification } }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    plugins: [
      openSession(),
      username({ minUsernameLength: 2, maxUsernameLength: 50, usernameValidator: () => true }),
    ],
    session: { expiresIn: 7 * 24 * 3600, updateAge: 24 * 3600 },
    // Its limits do not cover server-side calls; accounts/guesses.ts counts wrong passwords itself.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'yp',
      // The library's own prefix is __Secure-, which another host of the domain may set too.
      useSecureCookies: false,
      ...(SITE_URL?.startsWith('https:') && {
        defaultCookieAttributes: { secure: true },
        cookies: { session_token: { name: hostCookie } },
      }),
      // Set by our own server, overwriting any value from outside.
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    telemetry: { enabled: false },
    // Its own logger prints whole errors, including query parameters.
    logger: { level: 'error', log: (level, message, ...details) => writeLog(level, message, details) },
  });
}

let shared: ReturnType<typeof create> | undefined;

/** Logs a line of better-auth: its message and the kind of error, no user input or stored value. */
function writeLog(
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  details: readonly unknown[],
): void {
  const error = details.find((detail) => detail instanceof Error);
  const cause = error?.cause instanceof Error ? error.cause : error;
  const code = cause !== undefined && 'code' in cause ? cause.code : undefined;
  log()[level]({ library: 'better-auth', error: cause?.name, code }, message);
}

/** The process's better-auth; created on first use, when the configuration is complete. */
export function auth(): ReturnType<typeof create> {
  shared ??= create();
  return shared;
}

/** The newest first: a browser may send both. */
const sessionNames = [`${hostCookie}=`, `${pastCookie}=`, 'yp.session_token='];

/** Headers in which the cookie of an earlier release has the present name, so that the library finds it. */
export function withPresentCookie(headers: Headers): Headers {
  const cookie = headers.get('cookie') ?? '';
  if (!cookie.includes(`${pastCookie}=`) || cookie.includes(`${hostCookie}=`)) return headers;
  const renamed = new Headers(headers);
  renamed.set('cookie', cookie.replace(`${pastCookie}=`, `${hostCookie}=`));
  return renamed;
}

/** The set-cookie that deletes an earlier release's cookie; null where the request has none. */
export function noPastCookie(headers: Pick<Headers, 'get'>): string | null {
  const has = headers.get('cookie')?.includes(`${pastCookie}=`) ?? false;
  return has ? `${pastCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure` : null;
}

/** Verified tokens, by cookie: the same people come with each call. */
const checked = new LRUCache<string, string>({ max: 5_000 });

/**
 * The token of a request's session cookie, with verified signature; null without a valid one. The cookie has
 * better-auth's form: token and HMAC-SHA256 in Base64, joined by a dot and URL-encoded.
 */
export function readSessionToken(headers: Pick<Headers, 'get'>): string | null {
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
  const found = sessionNames
    .map((name) => cookies.find((cookie) => cookie.startsWith(name)))
    .find((cookie) => cookie !== undefined);
  if (found === undefined) return null;
  const known = checked.get(found);
  if (known !== undefined) return known;
  const [token = '', signature = ''] = decode(found.slice(found.indexOf('=') + 1)).split('.', 2);
  const wanted = createHmac('sha256', env().AUTH_SECRET ?? '')
    .update(token)
    .digest();
  const given = Buffer.from(signature, 'base64');
  if (given.byteLength !== wanted.byteLength || !timingSafeEqual(given, wanted)) return null;
  checked.set(found, token);
  return token;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
