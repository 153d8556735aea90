/** The account that a request belongs to. */
import { createHash } from 'node:crypto';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { findAccountOf, recordSeen, sessions } from '../../cache/accounts.ts';
import { getDb } from '../../db/client.ts';
import type { Account } from '../../people/account-rows.ts';
import { clientAddressHeader } from '../process/client-address.ts';
import { currentTime } from '../process/clock.ts';
import { readSessionToken } from './auth.ts';
import { findSessionEnd, recordUse } from './rows.ts';

/** How often the use of a session is recorded, ms. */
const noteEveryMs = 5 * 60_000;

/**
 * A memoized reader of the request's account, run on demand only. For a write the account is read from the database,
 * except for a light call (contract/call.ts).
 */
export function accountReader({
  headers,
  method,
}: {
  headers: Pick<Headers, 'get'>;
  method: string;
}): (usesCachedActor?: boolean) => Promise<Account | null> {
  const isWrite = method !== 'GET' && method !== 'HEAD';
  let [cached, fresh]: (Promise<Account | null> | undefined)[] = [];
  return (usesCachedActor = false) => {
    if (isWrite && !usesCachedActor) {
      fresh ??= read(headers, true);
      return fresh;
    }
    cached ??= fresh ?? read(headers, false);
    return cached;
  };
}

/**
 * Triggers end the sessions of a closed company and of a disabled person. A session left over for any reason is still
 * invalid, because both states are read with the session each time.
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
    // The list of devices may lag; the request does not wait for it, nor fail with it.
    recordSeen(token, now);
    recordUse(getDb(), account.sessionId, { address, before, now }).catch(() => undefined);
  }
  return account;
}

/**
 * After a write: drops what was cached of its session while it ran, at once, because the announcement may arrive after
 * the next request of the same person. They see what they wrote.
 */
export function forgetAccount(headers: Pick<Headers, 'get'>): void {
  const token = readSessionToken(headers);
  if (token !== null) sessions.drop([token]);
}

const endTexts: Record<string, string> = {
  disabled: '您的账号已被企业管理员停用，已退出登录。如有疑问，请联系企业管理员',
};

/**
 * Why the request's session was ended, as a sentence; undefined where it was not, or there is nothing to say about it.
 */
export function endReader(headers: Pick<Headers, 'get'>): () => Promise<string | undefined> {
  return async () => {
    const token = readSessionToken(headers);
    if (token === null) return undefined;
    const reason = await findSessionEnd(getDb(), createHash('sha256').update(token).digest('hex'));
    return reason === null ? undefined : endTexts[reason];
  };
}
