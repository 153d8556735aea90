import { findSessionUser } from './auth.ts';
import { getDb } from './db/client.ts';
import { type Account, findAccount } from './repos/accounts.ts';

/** A look-up of the request's account that asks the database once, and only when somebody wants to know. */
export function accountReader(headers: Headers): () => Promise<Account | null> {
  let asked: Promise<Account | null> | undefined;
  return () => {
    asked ??= read(headers);
    return asked;
  };
}

async function read(headers: Headers): Promise<Account | null> {
  const userId = await findSessionUser(headers);
  return userId === null ? null : findAccount(getDb(), userId);
}
