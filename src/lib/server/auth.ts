/** Sessions and passwords: better-auth over our own tables, behind the specification's paths. */
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { username } from 'better-auth/plugins/username';
import { getDb } from './db/client.ts';
import { account, session, user, verification } from './db/schema.ts';
import { env } from './env.ts';

function create() {
  const { SITE_URL, PORT, AUTH_SECRET } = env();
  return betterAuth({
    appName: '药批网',
    baseURL: SITE_URL ?? `http://localhost:${PORT}`,
    secret: AUTH_SECRET ?? '',
    database: drizzleAdapter(getDb(), { provider: 'pg', schema: { user, session, account, verification } }),
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    plugins: [username({ minUsernameLength: 2, maxUsernameLength: 50, usernameValidator: () => true })],
    session: { expiresIn: 7 * 24 * 3600, updateAge: 24 * 3600 },
    // Its limits do not cover calls made from the server; services/accounts counts wrong passwords itself.
    rateLimit: { enabled: false },
    advanced: { cookiePrefix: 'yp', useSecureCookies: SITE_URL?.startsWith('https:') ?? false },
    telemetry: { enabled: false },
    logger: { level: 'error' },
  });
}

let shared: ReturnType<typeof create> | undefined;

/** The process's better-auth; made on first use, when the configuration is complete. */
export function auth(): ReturnType<typeof create> {
  shared ??= create();
  return shared;
}

/** Whether a request carries a session cookie at all; without one nobody is looked up. */
export function hasSessionCookie(headers: Headers): boolean {
  return (headers.get('cookie') ?? '').includes('yp.session_token=');
}

/** The user id of a request's session, or null. One look-up in the database. */
export async function findSessionUser(headers: Headers): Promise<string | null> {
  if (!hasSessionCookie(headers)) return null;
  const found = await auth().api.getSession({ headers, query: { disableRefresh: true } });
  return found?.user.id ?? null;
}
