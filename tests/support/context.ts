import { staffActor } from '#lib/rules/actors.ts';
import type { CallContext } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/client.ts';
import { type LoginName, users } from '#lib/server/db/seed/known.ts';
import { findAccount } from '#lib/server/repos/accounts.ts';

/** What a service learns about a request of this demo account. */
export async function contextOf(db: Db, name: LoginName, now = new Date()): Promise<CallContext<'buyer'>> {
  const account = await findAccount(db, users[name]);
  if (account === null) throw new Error(`no account ${name}`);
  return {
    db,
    now,
    actor: { kind: 'buyer', account },
    requestId: 'test',
    clientAddress: '127.0.0.1',
    headers: new Headers(),
    answerHeaders: new Headers(),
  };
}

/** A person of the house, for what a desk does. */
export const staff = staffActor('何一', 'test');
