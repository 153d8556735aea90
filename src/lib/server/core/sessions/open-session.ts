/** Opens a session for a person identified by other means than a password. */
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

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
export function openSession() {
  return { id: 'open-session', endpoints: { openSession: endpoint } } satisfies BetterAuthPlugin;
}
