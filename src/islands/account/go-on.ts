import { markStale } from '#lib/client/stale.ts';
import type { UserInfo } from '#lib/contract/accounts/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { mayRegister } from '#lib/rules/companies/registration.ts';

/** Leaves for where who has just logged in goes on; who has not handed in yet goes to where the registration stands. */
export function goOn(user: UserInfo, next: string): void {
  markStale();
  location.replace(next === path('/') && mayRegister(user.company_status) ? path('/register/step1') : next);
}
