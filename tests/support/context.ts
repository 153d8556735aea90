import { type LoginName, users } from '#demo/seed/known.ts';
import { staffActor } from '#lib/rules/companies/actors.ts';
import type { CallContext, Context } from '#lib/server/core/context.ts';
import type { Db } from '#lib/server/db/client.ts';
import { findAccount } from '#lib/server/people/account-rows.ts';

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

/** What a service learns of a person of the platform's staff. */
export function byStaff(db: Db, now = new Date()): Context<'platform'> {
  return {
    db,
    now,
    actor: { kind: 'platform', name: staff.id, merchantId: null },
    requestId: staff.requestId,
  };
}

/** The same person as records name it. */
export const staff = staffActor('何一', 'test');
