import { hintCookie } from '#lib/contract/constants.ts';

/** Whether the hint cookie says that somebody is logged in; without it nothing private is asked for. */
export function isProbablyLoggedIn(): boolean {
  return document.cookie.split('; ').some((part) => part === `${hintCookie}=1`);
}
