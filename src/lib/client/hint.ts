import { hintCookie } from '#lib/contract/constants.ts';

/** Whether the hint cookie says that the user is logged in; without it nothing private is requested. */
export function isProbablyLoggedIn(): boolean {
  return document.cookie.split('; ').some((part) => part === `${hintCookie}=1`);
}
