/** Who may make a call or open a page: checks its table row before a body is read. */

import type { Access, Call, Desk } from '#lib/contract/call.ts';
import {
  AppError,
  fieldError,
  frozenHeadRefusal,
  frozenRefusal,
  noCall,
  proofNeeded,
} from '#lib/contract/errors.ts';
import type { DeskRoute, Route } from '#lib/contract/routes/route.ts';
import { deskRoutes } from '#lib/contract/routes.ts';
import { isRestricted } from '#lib/rules/companies/company-state.ts';
import { isOnItsWayIn } from '#lib/rules/companies/registration.ts';
import { type Permission, roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { nextSetUp, setUpRefusals, staffMay, staffRefusal } from '#lib/rules/companies/staff.ts';
import type { Account } from '../../people/account-rows.ts';
import type { StaffAccount } from '../../people/staff-rows.ts';
import { type Actors, shopActor, staffActorOf, visitor } from '../context.ts';

/**
 * The actor of a call. Throws 401 where a buyer is required and the caller is not logged in (people of a closed company
 * never are; a disabled person gets the reason), 404 where staff is required and the caller is not, 403 with a sentence
 * for a frozen company, a role without the permission, staff without a password or an authenticator, and an action that
 * requires a fresh proof of identity.
 */
export async function guardCall<W extends Access>(
  call: Call<unknown, unknown, W>,
  { account, staff, whyOut }: Pick<App.Locals, 'account' | 'staff'> & Partial<Pick<App.Locals, 'whyOut'>>,
): Promise<Actors[W]> {
  if (isDesk(call)) {
    const person = await staff();
    const actor = guardStaff(call, person);
    if (call.sure && person?.isProofOld) throw proofNeeded();
    return actor as Actors[W];
  }
  if (call.who === 'anyone') return visitor as Actors[W];
  const actor = shopActor(await account(call.usesCachedActor));
  if (isForBuyers(call)) {
    if (actor.account === null) throw new AppError(401, await whyOut?.());
    guardBuyer(call, actor.account);
  }
  return actor as Actors[W];
}

function isDesk(call: Call): call is Call<unknown, unknown, Desk> {
  return call.who !== 'all' && call.who !== 'anyone' && call.who !== 'buyer';
}

function isForBuyers(call: Call): call is Call<unknown, unknown, 'buyer'> {
  return call.who === 'buyer';
}

/** For everyone else a desk's call does not exist. */
function guardStaff(
  { who, may, whileSettingUp }: Call<unknown, unknown, Desk>,
  staff: StaffAccount | null,
): Actors['staff'] {
  const actor = staff && staffActorOf(staff);
  if (actor === null || staff === null || (who !== 'staff' && who !== actor.kind))
    throw new AppError(404, noCall);
  const step = nextSetUp(staff);
  if (step !== null && !whileSettingUp) throw new AppError(403, setUpRefusals[step]);
  if (may !== undefined && !staffMay(actor.kind, staff.role, may))
    throw new AppError(403, staffRefusal(actor.kind, staff.role, may));
  return actor;
}

type ForBuyers = Pick<Call<unknown, unknown, 'buyer'>, 'whileFrozen' | 'may'>;

function guardBuyer({ whileFrozen, may }: ForBuyers, account: Account): void {
  if (isRestricted(account.companyState) && !whileFrozen)
    throw new AppError(403, account.isHomeFrozen ? frozenHeadRefusal : frozenRefusal);
  if (may !== undefined && !roleMay(account.role, may))
    throw new AppError(403, roleRefusal(account.role, may));
}

/**
 * The Idempotency-Key of a call whose row says `once`; null for any other. Throws 422 when it is missing or malformed.
 */
export function readKey({ once }: Pick<Call, 'once'>, headers: Pick<Headers, 'get'>): string | null {
  if (!once) return null;
  const key = headers.get('idempotency-key')?.trim() ?? '';
  if (!/^[\x21-\x7e]{1,100}$/.test(key))
    throw fieldError('idempotency_key', '缺少请求标识（Idempotency-Key），请刷新页面后重新提交');
  return key;
}

/** True when the account may make a call: for pages that show a control only where it works. */
export function mayCall({ whileFrozen, may }: ForBuyers, account: Account): boolean {
  if (isRestricted(account.companyState) && !whileFrozen) return false;
  return may === undefined || roleMay(account.role, may);
}

/** The permission that a page of the shop requires; undefined where every role may open it. */
function needOf({ who, needs }: Route): Permission | undefined {
  return who === 'owner' ? 'manage' : needs;
}

/** The permission that a person lacks for a page; undefined where none is missing. */
export function lackedFor(route: Route, account: Account | null): Permission | undefined {
  const need = needOf(route);
  return need !== undefined && account !== null && !roleMay(account.role, need) ? need : undefined;
}

/**
 * True when a page is open to a logged-in person: people of a frozen company may only view what it has; pages of the
 * owner are open to those who manage the company.
 */
export function mayOpen(route: Route, account: Account | null): boolean {
  const { who, whileFrozen } = route;
  if ((who !== 'buyer' && who !== 'owner') || account === null) return true;
  if (lackedFor(route, account) !== undefined) return false;
  return whileFrozen === true || !isRestricted(account.companyState);
}

/**
 * True when a page is for visitors and the caller is logged in, except for people of a company that is still
 * registering.
 */
export function hasNothingToDo({ who, whileRegistering }: Route, account: Account | null): boolean {
  if (who !== 'visitor' || account === null) return false;
  return whileRegistering !== true || !isOnItsWayIn(account.companyState);
}

/** True when a desk page is open to a staff member. */
export function mayOpenDesk({ who, may }: DeskRoute, staff: StaffAccount): boolean {
  const { kind } = staffActorOf(staff);
  return (who === 'staff' || who === kind) && staffMay(kind, staff.role, may);
}

/** The desk pages in a person's navigation; only their own account before the desk is open to them. */
export function listDeskPages(staff: StaffAccount): { href: string; title: string }[] {
  const isOpen = nextSetUp(staff) === null;
  return deskRoutes
    .filter(([pattern, route]) => !pattern.includes('[') && !route.isUnlisted)
    .filter(([, route]) => mayOpenDesk(route, staff) && (isOpen || route.whileSettingUp === true))
    .map(([href, { title }]) => ({ href, title }));
}
