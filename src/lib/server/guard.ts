/** Who may make a call or open a page: what its row of the table says, asked before a body is read. */
import type { Access, Call } from '#lib/contract/api.ts';
import { AppError, frozenRefusal } from '#lib/contract/errors.ts';
import type { Route } from '#lib/contract/routes.ts';
import { isRestricted } from '#lib/rules/qualification.ts';
import { roleMay, roleRefusal } from '#lib/rules/roles.ts';
import type { Account } from './repos/accounts.ts';

/**
 * The account that a call is made for. Throws 401 where a buyer is asked for and nobody is logged in (a closed company's
 * people never are), 403 with the sentence for a frozen company and for a role that may not.
 */
export function guardCall(call: Call<unknown, unknown, Access>, account: Account | null): Account | null {
  if (call.who !== 'buyer') return account;
  if (account === null) throw new AppError(401);
  if (isRestricted(account.companyState) && !call.whileFrozen) throw new AppError(403, frozenRefusal);
  if (call.may !== undefined && !roleMay(account.role, call.may))
    throw new AppError(403, roleRefusal(account.role, call.may));
  return account;
}

/** True when the account may make a call: for pages that show a control only to those it does something for. */
export function mayCall({ whileFrozen, may }: Call<unknown, unknown, Access>, account: Account): boolean {
  if (isRestricted(account.companyState) && !whileFrozen) return false;
  return may === undefined || roleMay(account.role, may);
}

/** True when a page is open to a logged-in person; a frozen company's may only look at what it has. */
export function mayOpen({ who, whileFrozen }: Route, account: Account | null): boolean {
  return who !== 'buyer' || account === null || whileFrozen === true || !isRestricted(account.companyState);
}
