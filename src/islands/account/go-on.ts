import { markStale } from '#lib/client/stale.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { mayRegister } from '#lib/rules/companies/registration.ts';

/** Opens the next page after a login; a person who has not submitted yet gets the current step of the registration. */
export function goOn(user: UserInfo, next: string): void {
  markStale();
  location.replace(next === path('/') && mayRegister(user.company_status) ? path('/register/step1') : next);
}
