import { atom } from 'nanostores';
import type { UserInfo } from '#lib/contract/accounts/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { call } from '../../api.ts';
import { isProbablyLoggedIn } from '../../hint.ts';
import { markStale } from '../../stale.ts';

/** undefined: not known yet · null: nobody is logged in. */
export const $user = atom<UserInfo | null | undefined>(undefined);

let loading: Promise<void> | undefined;

/** Loads the user once a page (rules 12). A failure leaves nobody, so that the login buttons appear. */
export function loadUser(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  if (!isProbablyLoggedIn()) {
    $user.set(null);
    return;
  }
  try {
    const user = await call(api.userInfo, {});
    document.documentElement.dataset.customer = user.is_special === 1 ? 'new' : 'old';
    $user.set(user);
  } catch {
    $user.set(null);
  }
}

/** Logs out and loads the page again (rules 12). */
export async function logOut(): Promise<void> {
  await call(api.logout, {});
  $user.set(null);
  markStale();
  location.reload();
}
