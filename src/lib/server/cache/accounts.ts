/** Cached accounts of active users by session token (rules 9): most calls read no account from the database. */
import type { Db } from '../db/client.ts';
import { findSessionAccount, type SessionAccount } from '../people/account-rows.ts';
import { CachedRows } from './row-cache.ts';

export const sessions = new CachedRows<string, SessionAccount>(20_000);

/**
 * The account of a session token, with the current person and company. Null when the session does not exist or has
 * expired. Writes check the rows themselves, and the next read of the same caller finds what was written.
 */
export async function findAccountOf(
  db: Db,
  token: string,
  now: Date,
  isWrite = false,
): Promise<SessionAccount | null> {
  if (isWrite) {
    sessions.drop([token]);
    return findSessionAccount(db, token, now);
  }
  const found = await sessions.get(db, [token], async () => {
    const row = await findSessionAccount(db, token, now);
    return row === null ? [] : [[token, row] as const];
  });
  const session = found.get(token);
  return session !== undefined && session.expiresAt > now ? session : null;
}

/** Records in memory that a session is in use, so that not every request writes it to the database. */
export function recordSeen(token: string, seenAt: Date): void {
  sessions.change(token, (row) => ({ ...row, seenAt }));
}

/** Drops the accounts of these companies: their people or permissions have changed. */
export function dropCompanies(ids: readonly number[] | 'all'): void {
  if (ids === 'all') sessions.dropAll();
  // A store may depend on its head office's licences, and its people may come from there.
  else
    sessions.dropWhere(({ account: { companyId, homeCompanyId, headId } }) =>
      [companyId, homeCompanyId, headId].some((id) => id !== null && ids.includes(id)),
    );
}

/** Drops the accounts of these people: their sessions have ended. */
export function dropPeople(ids: readonly string[] | 'all'): void {
  if (ids === 'all') sessions.dropAll();
  else sessions.dropWhere(({ account }) => ids.includes(account.userId));
}
