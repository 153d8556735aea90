/** The accounts of those who are here, by the token of their session (rules 9): most calls look nobody up. */
import type { Db } from '../db/client.ts';
import { findSessionAccount, type SessionAccount } from '../repos/accounts.ts';
import { FollowedRows } from './rows.ts';

export const sessions = new FollowedRows<string, SessionAccount>(20_000);

/**
 * The account that a session's token stands for, with person and company as they are now. Null when there is no such
 * session or its time is over. A write is decided by the rows themselves, and who reads next finds what it wrote.
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

/** Notes that a session is in use now, so that it is not written down with every request. */
export function noteSeen(token: string, seenAt: Date): void {
  sessions.change(token, (row) => ({ ...row, seenAt }));
}

/** The people of these companies are others now, or may do something else. */
export function dropCompanies(ids: readonly number[] | 'all'): void {
  if (ids === 'all') sessions.dropAll();
  // A store may live by its head office's papers, and its people may come from there.
  else
    sessions.dropWhere(({ account: { companyId, homeCompanyId, headId } }) =>
      [companyId, homeCompanyId, headId].some((id) => id !== null && ids.includes(id)),
    );
}

/** Sessions of these people have ended. */
export function dropPeople(ids: readonly string[] | 'all'): void {
  if (ids === 'all') sessions.dropAll();
  else sessions.dropWhere(({ account }) => ids.includes(account.userId));
}
