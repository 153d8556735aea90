/** Asks for the login password before an irreversible act. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Context } from '../core/context.ts';
import { verifyPassword } from '../core/sessions/password-hashes.ts';
import { releaseAttempt, reserveAttempt } from '../people/attempt-rows.ts';
import { findLogin } from '../people/login-rows.ts';

/** Limit of login passwords tried for one purpose; the login itself counts its own. */
const tries = { limit: 5, windowMs: 15 * 60_000 };

/**
 * Passes when `password` is the caller's login password. Throws 422 for a wrong one, 429 after five of those, 503 while
 * too many hashes wait, which does not count as a try.
 */
export async function proveLogin(
  { db, actor: { account }, now }: Context<'buyer'>,
  purpose: string,
  password: string,
): Promise<void> {
  const tried = await reserveAttempt(db, { key: `${purpose}:${account.userId}`, ...tries }, now);
  if ('fullUntil' in tried) {
    const seconds = Math.max(1, Math.ceil((tried.fullUntil.getTime() - now.getTime()) / 1000));
    const sentence = `登录密码错误次数过多，请${Math.ceil(seconds / 60)}分钟后再试`;
    throw new AppError(429, sentence, { retry_after: seconds });
  }
  const login = await findLogin(db, account.username);
  let isTheirs = false;
  try {
    isTheirs = await verifyPassword({ hash: login?.passwordHash ?? '', password });
  } catch (error) {
    // Too many hashes wait: this does not count as a guess.
    await releaseAttempt(db, tried.reserved);
    throw error;
  }
  if (!isTheirs) throw fieldError('password', '登录密码错误');
  await releaseAttempt(db, tried.reserved);
}
