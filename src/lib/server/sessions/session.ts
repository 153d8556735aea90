/** Who a request comes from. */
import { mayLogIn } from '#lib/rules/companies/qualification.ts';
import { getDb } from '../db/client.ts';
import { findAccountOf, noteSeen } from '../followed/accounts.ts';
import type { Account } from '../repos/accounts.ts';
import { noteUse } from '../repos/sessions.ts';
import { clientAddressHeader, readSessionToken } from './auth.ts';

/** How long a session may be used before that is noted again, ms. */
const noteEveryMs = 5 * 60_000;

/** A look-up of the request's account that is made once, and only when somebody wants to know. */
export function accountReader({
  headers,
  method,
}: Pick<Request, 'headers' | 'method'>): () => Promise<Account | null> {
  const isWrite = method !== 'GET' && method !== 'HEAD';
  let asked: Promise<Account | null> | undefined;
  return () => {
    asked ??= read(headers, isWrite);
    return asked;
  };
}

/**
 * Triggers end the sessions of a closed company and of a disabled person; should one be left, however it came about, it
 * opens nothing, for both states are read with the session each time.
 */
async function read(headers: Headers, isWrite: boolean): Promise<Account | null> {
  const token = readSessionToken(headers);
  if (token === null) return null;
  const now = new Date();
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
