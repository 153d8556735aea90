/** Who may make a call or open a page: what its row of the table says, asked before a body is read. */
import type { Access, Call } from '#lib/contract/api.ts';
import { AppError, fieldError, frozenRefusal } from '#lib/contract/errors.ts';
import type { Route } from '#lib/contract/routes.ts';
import { isRestricted } from '#lib/rules/qualification.ts';
import { roleMay, roleRefusal } from '#lib/rules/roles.ts';
import type { Actors } from './context.ts';
import type { Account } from './repos/accounts.ts';

type Guarded = Pick<Call<unknown, unknown, Access, boolean>, 'whileFrozen' | 'may' | 'once'>;

/**
 * The actor that a call is made for. Throws 401 where a buyer is asked for and nobody is logged in (a closed company's
 * people never are), 403 with the sentence for a frozen company and for a role that may not.
 */
export function guardCall<W extends Access>(
  call: Call<unknown, unknown, W, boolean>,
  actor: Actors['all'],
): Actors[W] {
  if (call.who === 'buyer') guardBuyer(call, actor);
  return actor as Actors[W];
}

function guardBuyer({ whileFrozen, may }: Guarded, { account }: Actors['all']): void {
  if (account === null) throw new AppError(401);
  if (isRestricted(account.companyState) && !whileFrozen) throw new AppError(403, frozenRefusal);
  if (may !== undefined && !roleMay(account.role, may))
    throw new AppError(403, roleRefusal(account.role, may));
}

/**
 * The Idempotency-Key of a call whose row says `once`; null for any other. Throws 422 when it is missing or no sensible
 * key.
 */
export function readKey({ once }: Guarded, headers: Headers): string | null {
  if (!once) return null;
  const key = headers.get('idempotency-key')?.trim() ?? '';
  if (!/^[\x21-\x7e]{1,100}$/.test(key))
    throw fieldError('idempotency_key', '缺少请求标识（Idempotency-Key），请刷新页面后重新提交');
  return key;
}

/** True when the account may make a call: for pages that show a control only to those it does something for. */
export function mayCall({ whileFrozen, may }: Guarded, account: Account): boolean {
  if (isRestricted(account.companyState) && !whileFrozen) return false;
  return may === undefined || roleMay(account.role, may);
}

/** True when a page is open to a logged-in person; a frozen company's may only look at what it has. */
export function mayOpen({ who, whileFrozen }: Route, account: Account | null): boolean {
  return who !== 'buyer' || account === null || whileFrozen === true || !isRestricted(account.companyState);
}
