/** Who may make a call or open a page: what its row of the table says, asked before a body is read. */

import type { Access, Call, Desk } from '#lib/contract/call.ts';
import {
  AppError,
  fieldError,
  frozenHeadRefusal,
  frozenRefusal,
  noCall,
  proofNeeded,
} from '#lib/contract/errors.ts';
import { type DeskRoute, deskRoutes, type Route } from '#lib/contract/routes.ts';
import { isRestricted } from '#lib/rules/companies/company-state.ts';
import { isOnItsWayIn } from '#lib/rules/companies/registration.ts';
import { type Permission, roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { nextSetUp, setUpRefusals, staffMay, staffRefusal } from '#lib/rules/companies/staff.ts';
import { type Actors, shopActor, staffActorOf, visitor } from '../context.ts';
import type { Account } from '../repos/accounts.ts';
import type { StaffAccount } from '../repos/staff.ts';

/**
 * The actor that a call is made for. Throws 401 where a buyer is asked for and nobody is logged in (a closed company's
 * people never are; a disabled person hears why), 404 where staff is asked for and anybody else comes, 403 with the
 * sentence for a frozen company, for a role that may not, for staff who have not set up their password or their
 * authenticator yet, and for an act that wants a newer proof of who they are.
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
  const actor = shopActor(await account(call.isLight));
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

/** To anybody else a desk's call is no call at all. */
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
 * The Idempotency-Key of a call whose row says `once`; null for any other. Throws 422 when it is missing or no sensible
 * key.
 */
export function readKey({ once }: Pick<Call, 'once'>, headers: Pick<Headers, 'get'>): string | null {
  if (!once) return null;
  const key = headers.get('idempotency-key')?.trim() ?? '';
  if (!/^[\x21-\x7e]{1,100}$/.test(key))
    throw fieldError('idempotency_key', '缺少请求标识（Idempotency-Key），请刷新页面后重新提交');
  return key;
}

/** True when the account may make a call: for pages that show a control only to those it does something for. */
export function mayCall({ whileFrozen, may }: ForBuyers, account: Account): boolean {
  if (isRestricted(account.companyState) && !whileFrozen) return false;
  return may === undefined || roleMay(account.role, may);
}

/** What a role must allow for a page of the shop; undefined where every role may open it. */
function needOf({ who, needs }: Route): Permission | undefined {
  return who === 'owner' ? 'manage' : needs;
}

/** What a person's role lacks for a page; undefined where it lacks nothing. */
export function lackedFor(route: Route, account: Account | null): Permission | undefined {
  const need = needOf(route);
  return need !== undefined && account !== null && !roleMay(account.role, need) ? need : undefined;
}

/**
 * True when a page is open to a logged-in person: a frozen company's may only look at what it has, pages of the owner
 * are open to those who manage the company.
 */
export function mayOpen(route: Route, account: Account | null): boolean {
  const { who, whileFrozen } = route;
  if ((who !== 'buyer' && who !== 'owner') || account === null) return true;
  if (lackedFor(route, account) !== undefined) return false;
  return whileFrozen === true || !isRestricted(account.companyState);
}

/** True when a page is for visitors and who asks is none, but for people of a company that is still on its way in. */
export function hasNothingToDo({ who, whileRegistering }: Route, account: Account | null): boolean {
  if (who !== 'visitor' || account === null) return false;
  return whileRegistering !== true || !isOnItsWayIn(account.companyState);
}

/** True when a page of a desk is open to a person of the staff. */
export function mayOpenDesk({ who, may }: DeskRoute, staff: StaffAccount): boolean {
  const { kind } = staffActorOf(staff);
  return (who === 'staff' || who === kind) && staffMay(kind, staff.role, may);
}

/** The pages of the desks that a person may choose from; only their own account before the desk is open to them. */
export function listDeskPages(staff: StaffAccount): { href: string; title: string }[] {
  const isOpen = nextSetUp(staff) === null;
  return deskRoutes
    .filter(([pattern, route]) => !pattern.includes('[') && !route.isUnlisted)
    .filter(([, route]) => mayOpenDesk(route, staff) && (isOpen || route.whileSettingUp === true))
    .map(([href, { title }]) => ({ href, title }));
}
