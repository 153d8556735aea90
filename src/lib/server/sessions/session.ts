/** Who a request comes from. */
import { createHash } from 'node:crypto';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { getDb } from '../db/client.ts';
import { findAccountOf, noteSeen, sessions } from '../followed/accounts.ts';
import { currentTime } from '../process/clock.ts';
import type { Account } from '../repos/accounts.ts';
import { findSessionEnd, noteUse } from '../repos/sessions.ts';
import { clientAddressHeader, readSessionToken } from './auth.ts';

/** How long a session may be used before that is noted again, ms. */
const noteEveryMs = 5 * 60_000;

/**
 * A look-up of the request's account that is made once, and only when somebody wants to know. A write's is read anew,
 * but for one that is light (contract/call.ts).
 */
export function accountReader({
  headers,
  method,
}: {
  headers: Pick<Headers, 'get'>;
  method: string;
}): (isLight?: boolean) => Promise<Account | null> {
  const isWrite = method !== 'GET' && method !== 'HEAD';
  let [kept, anew]: (Promise<Account | null> | undefined)[] = [];
  return (isLight = false) => {
    if (isWrite && !isLight) {
      anew ??= read(headers, true);
      return anew;
    }
    kept ??= anew ?? read(headers, false);
    return kept;
  };
}

/**
 * Triggers end the sessions of a closed company and of a disabled person; should one be left, however it came about, it
 * opens nothing, for both states are read with the session each time.
 */
async function read(headers: Pick<Headers, 'get'>, isWrite: boolean): Promise<Account | null> {
  const token = readSessionToken(headers);
  if (token === null) return null;
  const now = currentTime();
  const found = await findAccountOf(getDb(), token, now, isWrite);
  if (found === null) return null;
  const { account, seenAt } = found;
  if (account.isDisabled || !mayLogIn(account.companyState)) return null;
  const before = new Date(now.getTime() - noteEveryMs);
  if (seenAt <= before && account.sessionId !== null) {
    const address = headers.get(clientAddressHeader);
    // The list of devices may be behind; the request does not wait for it, nor fail with it.
    noteSeen(token, now);
    noteUse(getDb(), account.sessionId, { address, before, now }).catch(() => undefined);
  }
  return account;
}

/**
 * After a write: what was kept of its session while it ran goes, at once and not with the announcement, which may come
 * behind the next request of the same person. They find what they wrote.
 */
export function forgetAccount(headers: Pick<Headers, 'get'>): void {
  const token = readSessionToken(headers);
  if (token !== null) sessions.drop([token]);
}

const endTexts: Record<string, string> = {
  disabled: '您的账号已被企业管理员停用，已退出登录。如有疑问，请联系企业管理员',
};

/** Why the request's session was ended, in a sentence; undefined where it never was, or for nothing to be said of. */
export function endReader(headers: Pick<Headers, 'get'>): () => Promise<string | undefined> {
  return async () => {
    const token = readSessionToken(headers);
    if (token === null) return undefined;
    const reason = await findSessionEnd(getDb(), createHash('sha256').update(token).digest('hex'));
    return reason === null ? undefined : endTexts[reason];
  };
}
